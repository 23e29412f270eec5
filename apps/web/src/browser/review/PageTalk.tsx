/** What is said about a page as a whole, below what changes in it. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../client.ts"
import { commentsQuery } from "../queries.ts"
import type { TalkOf } from "./BlockTalk.tsx"
import { CommentForm } from "./CommentForm.tsx"
import { Threads } from "./Threads.tsx"

interface PageTalkProps {
  /** Id. */
  readonly page: string
  readonly talk: TalkOf
}

export const PageTalk = ({ page, talk: { mayComment, request } }: PageTalkProps) => {
  const [isWriting, setWriting] = useState(false)
  const all = useQuery(commentsQuery(request.space, request.id)).data ?? []
  const threads = all.filter(({ target }) => target.page?.id === page && target.node === undefined)
  if (threads.length === 0 && !mayComment) return null
  return (
    <div className="page-talk">
      <Threads comments={threads} request={request} />
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
