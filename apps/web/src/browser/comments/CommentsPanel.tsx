/** All that is said about a page, in the order of its blocks, and a field for more. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import type { Comment, RichDocument } from "../../logic/api.ts"
import type { CommentPlaces } from "../../logic/commentPlaces.ts"
import type { ShownBlocks } from "../editor/services.ts"
import { Icon } from "../parts/Icon.tsx"
import "../style/talk.css"
import { wordsOf } from "./CommentMarks.tsx"
import type { CommentsOf } from "./commentsOf.ts"
import { NewComment } from "./NewComment.tsx"
import { Thread } from "./Thread.tsx"
import type { PageComments, PlaceOfComments } from "./usePageComments.ts"

interface CommentsPanelProps {
  readonly talk: PageComments
  readonly placed: ReadonlyArray<PlaceOfComments & CommentPlaces>
  readonly blocks: ShownBlocks | undefined
  readonly document: RichDocument
  /** Id of the comment that was asked for. */
  readonly wanted: string | undefined
  readonly settle: () => Promise<RichDocument>
  readonly onClose: () => void
}

export const CommentsPanel = (props: CommentsPanelProps) => {
  const { blocks, onClose, placed, talk, wanted } = props
  const [isAll, setAll] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const opener = useRef(document.activeElement)
  /** The comment that was gone to. */
  const arrived = useRef<string>(undefined)
  const { count, subject } = talk
  useEffect(() => {
    // who asked for a comment on something goes on with it
    if (subject !== undefined) panel.current?.querySelector("textarea")?.focus()
  }, [subject])
  useEffect(() => {
    if (wanted === undefined || arrived.current === wanted) return
    const thread = panel.current?.querySelector<HTMLElement>(`[data-comment="${CSS.escape(wanted)}"]`)
    if (thread == null) return
    arrived.current = wanted
    thread.scrollIntoView({ block: "nearest" })
    thread.querySelector<HTMLElement>("button")?.focus()
  })
  const close = () => {
    onClose()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const isNone = placed.every(({ comments }) => comments.length === 0)
  return (
    <aside
      className="comments-panel"
      aria-label="Comments"
      ref={panel}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        event.stopPropagation()
        close()
      }}
    >
      <header className="comments-head">
        <h2>Comments</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons of a bar are no fieldset */}
        <div className="toggle" role="group" aria-label="Show">
          <button type="button" aria-pressed={!isAll} onClick={() => setAll(false)}>
            Open{count === 0 ? "" : ` (${count})`}
          </button>
          <button type="button" aria-pressed={isAll} onClick={() => setAll(true)}>
            All
          </button>
        </div>
        <button type="button" className="comments-close" aria-label="Close the comments" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {talk.mayComment ? <NewComment talk={talk} blocks={blocks} settle={props.settle} /> : null}
      <div className="comments-list">
        {placed.map((place) => (
          <PlacedThreads
            key={place.of.changeRequest ?? "live"}
            place={place}
            title={placed.length > 1 ? titleOf(place.of, talk.isOwnDraft) : undefined}
            isAll={isAll}
            document={props.document}
            blocks={blocks}
            wanted={wanted}
          />
        ))}
        {isNone ? (
          <p className="note">Nobody has said anything about this page yet.</p>
        ) : count === 0 && !isAll ? (
          <p className="note">All that was said is resolved.</p>
        ) : null}
      </div>
    </aside>
  )
}

const titleOf = ({ changeRequest, number }: CommentsOf, isOwnDraft: boolean): string =>
  changeRequest === undefined ? "On the live page" : isOwnDraft ? "In your draft" : `In change request #${number}`

interface PlacedThreadsProps {
  readonly place: PlaceOfComments & CommentPlaces
  /** Where they are, if there is more than one place. */
  readonly title: string | undefined
  readonly isAll: boolean
  readonly document: RichDocument
  readonly blocks: ShownBlocks | undefined
  readonly wanted: string | undefined
}

/** Of one place: those on the page as a whole, then those on its blocks, then those on what is gone. */
const PlacedThreads = ({ blocks, document, isAll, place, title, wanted }: PlacedThreadsProps) => {
  const isShown = ({ id, status }: Comment) => isAll || status === "open" || id === wanted
  const threads = (comments: ReadonlyArray<Comment>, about?: ReactNode) =>
    comments.filter(isShown).map((comment) => (
      <li key={comment.id} data-comment={comment.id}>
        <Thread comment={comment} of={place.of} about={about} />
      </li>
    ))
  const onPage = place.comments.filter(({ target }) => target.node === undefined)
  const keys = document.nodes.flatMap((node) => ("key" in node && typeof node.key === "string" ? [node.key] : []))
  const all = [
    ...threads(onPage),
    ...keys.flatMap((key) => threads(place.at.get(key) ?? [], <Block element={blocks?.elementOf(key)} />)),
    ...threads(place.gone, <p className="note">The text of this is gone</p>)
  ]
  if (all.length === 0) return null
  return (
    <section aria-label={title}>
      {title === undefined ? null : <h3>{title}</h3>}
      <ul className="threads">{all}</ul>
    </section>
  )
}

/** The block that a comment is about: its first words lead to it. */
const Block = ({ element }: { readonly element: HTMLElement | undefined }) =>
  element === undefined ? null : (
    <button type="button" className="thread-block" onClick={() => showBlock(element)}>
      {wordsOf(element)}
    </button>
  )

const showBlock = (element: HTMLElement): void => {
  element.scrollIntoView({ block: "center" })
  element.animate({ backgroundColor: ["var(--accent-wash)", "transparent"] }, { duration: 1600, easing: "ease-in" })
}
