/** Opens what is said about a page, and says how much of it is open. */
import type { ShownBlocks } from "../editor/services.ts"
import { Icon } from "../parts/Icon.tsx"
import "../style/page-tools.css"
import type { PageComments } from "./usePageComments.ts"

interface CommentsButtonProps {
  readonly talk: PageComments
  readonly blocks: ShownBlocks | undefined
}

export const CommentsButton = ({
  blocks,
  talk: { begin, count, isOpen, mayComment, setOpen }
}: CommentsButtonProps) => (
  <button
    type="button"
    className="tool comments-button"
    aria-expanded={isOpen}
    // what is selected stays so, and is what a comment is about
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      if (isOpen) setOpen(false)
      else if (mayComment && hasWords(blocks)) begin(blocks)
      else setOpen(true)
    }}
  >
    <Icon name="comment" />
    <span className="tool-name">Comments</span>
    {count === 0 ? null : (
      <span className="count">
        {count}
        <span className="hidden"> open</span>
      </span>
    )}
  </button>
)

const hasWords = (blocks: ShownBlocks | undefined): boolean => (blocks?.selected()?.words ?? "") !== ""
