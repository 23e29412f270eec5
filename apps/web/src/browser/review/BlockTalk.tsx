/** What is said about a block of a page, below it where the page is compared. */
import { useQueries, useQuery } from "@tanstack/react-query"
import { useMemo, useRef, useState } from "react"
import type { ChangeRequest, Comment, RichDocument } from "../../logic/api.ts"
import { type CommentPlaces, commentPlaces } from "../../logic/commentPlaces.ts"
import { client } from "../client.ts"
import { Icon } from "../parts/Icon.tsx"
import { commentsQuery, pageInRevisionQuery } from "../queries.ts"
import "../style/talk.css"
import { CommentForm } from "./CommentForm.tsx"
import { Threads } from "./Threads.tsx"

/** The change request in which one talks. */
export interface TalkOf {
  readonly request: ChangeRequest
  readonly mayComment: boolean
}

const nobody: ReadonlyArray<Comment> = []

/** @param after the page as it is shown */
export const useCommentPlaces = (
  request: ChangeRequest | undefined,
  page: string,
  after: RichDocument
): CommentPlaces => {
  const { id = "", revision: now, space = "" } = request ?? {}
  const all = useQuery({ ...commentsQuery(space, id), enabled: request !== undefined }).data ?? nobody
  const comments = useMemo(
    () => all.filter(({ target }) => target.page?.id === page && target.node !== undefined),
    [all, page]
  )
  const revisions = useMemo(
    () => [...new Set(comments.map(({ target }) => target.revision))].filter((one) => one !== now),
    [comments, now]
  )
  const asked = useQueries({
    queries: revisions.map((revision) => pageInRevisionQuery(space, revision, page, "document")),
    combine: (results) => results.map(({ data }) => data)
  })
  return useMemo(() => {
    const earlier = new Map(revisions.map((revision, index) => [revision, asked[index]]))
    return commentPlaces(comments, after, ({ target }) => {
      if (target.revision === now) return after
      return (earlier.get(target.revision) as { readonly document?: RichDocument } | undefined)?.document
    })
  }, [comments, revisions, asked, after, now])
}

interface BlockTalkProps {
  /** Id. */
  readonly page: string
  /** Key of the block. */
  readonly node: string
  readonly comments: ReadonlyArray<Comment>
  readonly talk: TalkOf
}

/** Most letters of what is selected that a comment repeats. */
const longestQuote = 300

export const BlockTalk = ({ comments, node, page, talk: { mayComment, request } }: BlockTalkProps) => {
  const place = useRef<HTMLDivElement>(null)
  /** What was selected when the field was asked for; undefined while there is none. */
  const [quote, setQuote] = useState<string>()
  const begin = () => {
    const selection = getSelection()
    const block = place.current?.parentElement
    const isHere = selection?.anchorNode != null && block?.contains(selection.anchorNode) === true
    setQuote(isHere ? selection.toString().trim().slice(0, longestQuote) : "")
  }
  return (
    <div className="block-talk" ref={place}>
      {mayComment && quote === undefined ? (
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
      <Threads comments={comments} request={request} />
      {quote === undefined ? null : (
        <>
          {quote === "" ? null : <blockquote className="quoted">{quote}</blockquote>}
          <CommentForm
            space={request.space}
            label="Comment on this block"
            action="Send"
            isFocused
            onCancel={() => setQuote(undefined)}
            onSend={async (text) => {
              const said = quote === "" ? "" : `${quote.replaceAll(/^/gm, "> ")}\n\n`
              await client.changeRequestComments.postCommentInChangeRequest({
                params: { spaceId: request.space, changeRequestId: request.id },
                payload: { body: { markdown: said + text }, page, node }
              })
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
  talk: { request }
}: {
  readonly comments: ReadonlyArray<Comment>
  readonly talk: TalkOf
}) =>
  comments.length === 0 ? null : (
    <div className="block-talk">
      <p className="note">The text of this is gone:</p>
      <Threads comments={comments} request={request} />
    </div>
  )
