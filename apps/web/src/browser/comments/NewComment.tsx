/** A field for a comment on a page, or on what is selected in it. */
import { followBlocks } from "@octavo/document/rich/compare"
import { useState } from "react"
import type { RichDocument } from "../../logic/api.ts"
import { quoted } from "../../logic/quotes.ts"
import type { ShownBlocks } from "../editor/services.ts"
import { pageInRevisionQuery, queryClient } from "../queries.ts"
import { CommentForm } from "./CommentForm.tsx"
import { wordsOf } from "./CommentMarks.tsx"
import { type CommentsOf, commentsClient } from "./commentsOf.ts"
import type { CommentSubject, PageComments } from "./usePageComments.ts"

interface NewCommentProps {
  readonly talk: PageComments
  readonly blocks: ShownBlocks | undefined
  /** Has the server know all that is shown. @returns the page as it is then */
  readonly settle: () => Promise<RichDocument>
}

export const NewComment = ({ blocks, settle, talk }: NewCommentProps) => {
  const { isOwnDraft, page, places, setSubject, subject } = talk
  /** Whether it is for all who read the live page, though the own draft is shown. */
  const [isLive, setLive] = useState(true)
  const [first, last] = [places[0], places.at(-1)]
  const of = (isOwnDraft && isLive ? last : first)?.of
  if (of === undefined) return null
  /** The block in the content that it goes to; none where that has no such block: then it is about the whole page. */
  const blockOf = async (one: CommentSubject): Promise<string | undefined> => {
    const now = await settle()
    const { document, key } = one.key === undefined ? { document: now, key: blocks?.keyOf(one.element) } : one
    if (key === undefined) return undefined
    const there = of === first?.of ? now : await pageIn(of, page)
    return there && followBlocks(document as never, there as never).get(key)?.key
  }
  const send = async (markdown: string) => {
    const node = subject && (await blockOf(subject))
    const body = { markdown: quoted(subject?.words ?? "", markdown) }
    await commentsClient(of).post(node === undefined ? { body, page } : { body, page, node })
    setSubject(undefined)
  }
  return (
    <div className="new-comment">
      {subject === undefined ? null : (
        <p className="new-comment-subject">
          <q>{subject.words || wordsOf(subject.element)}</q>
          <button type="button" className="link" onClick={() => setSubject(undefined)}>
            Not on this
          </button>
        </p>
      )}
      {isOwnDraft ? (
        <fieldset className="segments">
          <legend className="hidden">Where it is read</legend>
          {[true, false].map((one) => (
            <label key={String(one)} className="segment">
              <input type="radio" name="comment-place" checked={isLive === one} onChange={() => setLive(one)} />
              <span>{one ? "On the live page" : "In my draft"}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <CommentForm
        space={of.space}
        label={subject === undefined ? "Comment on this page" : "Comment on this block"}
        action="Send"
        onSend={send}
      />
    </div>
  )
}

const pageIn = async ({ revision, space }: CommentsOf, page: string): Promise<RichDocument | undefined> => {
  const found = await queryClient.fetchQuery(pageInRevisionQuery(space, revision, page, "document"))
  return "document" in found ? found.document : undefined
}
