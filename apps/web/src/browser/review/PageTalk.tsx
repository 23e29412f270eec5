/** What is said about a page as a whole, below what changes in it. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ChangeRequest } from "../../logic/api.ts"
import { client } from "../client.ts"
import { commentsQuery } from "../queries.ts"
import { CommentForm } from "./CommentForm.tsx"
import { Thread } from "./Thread.tsx"

interface PageTalkProps {
  /** Id. */
  readonly page: string
  readonly request: ChangeRequest
  readonly mayComment: boolean
}

export const PageTalk = ({ mayComment, page, request }: PageTalkProps) => {
  const [isWriting, setWriting] = useState(false)
  const all = useQuery(commentsQuery(request.space, request.id)).data ?? []
  const threads = all.filter(({ target }) => target.page?.id === page && target.node === undefined)
  if (threads.length === 0 && !mayComment) return null
  return (
    <div className="page-talk">
      {threads.length === 0 ? null : (
        <ul className="threads">
          {threads.map((comment) => (
            <li key={comment.id}>
              <Thread comment={comment} request={request} />
            </li>
          ))}
        </ul>
      )}
      {!mayComment ? null : isWriting ? (
        <CommentForm
          space={request.space}
          label="Comment on this page"
          action="Send"
          isFocused
          onSend={async (markdown) => {
            await client.changeRequestComments.postCommentInChangeRequest({
              params: { spaceId: request.space, changeRequestId: request.id },
              payload: { body: { markdown }, page }
            })
            setWriting(false)
          }}
        />
      ) : (
        <button type="button" className="button secondary" onClick={() => setWriting(true)}>
          Comment
        </button>
      )}
    </div>
  )
}
