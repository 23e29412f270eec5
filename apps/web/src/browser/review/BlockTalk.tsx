/** What is said about a block of a page, below it where the page is compared. */
import { useRef, useState } from "react"
import type { Comment } from "../../logic/api.ts"
import { quoted, selectedWords } from "../../logic/quotes.ts"
import { CommentForm } from "../comments/CommentForm.tsx"
import { type CommentsOf, commentsClient } from "../comments/commentsOf.ts"
import { Threads } from "../comments/Threads.tsx"
import { Icon } from "../parts/Icon.tsx"
import "../style/talk.css"

interface BlockTalkProps {
  /** Id. */
  readonly page: string
  /** Key of the block. */
  readonly node: string
  readonly comments: ReadonlyArray<Comment>
  readonly talk: CommentsOf
}

export const BlockTalk = ({ comments, node, page, talk }: BlockTalkProps) => {
  const place = useRef<HTMLDivElement>(null)
  /** What was selected when the field was asked for; undefined while there is none. */
  const [quote, setQuote] = useState<string>()
  const begin = () => {
    setQuote(selectedWords(getSelection(), place.current?.parentElement))
  }
  return (
    <div className="block-talk" ref={place}>
      {talk.mayComment && quote === undefined ? (
        <button
          type="button"
          className="block-comment"
          aria-label="Comment on this block"
          title="Comment on this block"
          // what is selected stays so
          onMouseDown={(event) => event.preventDefault()}
          onClick={begin}
        >
          <Icon name="plus" />
        </button>
      ) : null}
      <Threads comments={comments} of={talk} />
      {quote === undefined ? null : (
        <>
          {quote === "" ? null : <blockquote className="quoted">{quote}</blockquote>}
          <CommentForm
            space={talk.space}
            label="Comment on this block"
            action="Send"
            isFocused
            onCancel={() => setQuote(undefined)}
            onSend={async (text) => {
              await commentsClient(talk).post({ body: { markdown: quoted(quote, text) }, page, node })
              setQuote(undefined)
            }}
          />
        </>
      )}
    </div>
  )
}

/** Comments on what is not there any more. */
export const GoneTalk = ({
  comments,
  talk
}: {
  readonly comments: ReadonlyArray<Comment>
  readonly talk: CommentsOf
}) =>
  comments.length === 0 ? null : (
    <div className="block-talk">
      <p className="note">The text of this is gone:</p>
      <Threads comments={comments} of={talk} />
    </div>
  )
