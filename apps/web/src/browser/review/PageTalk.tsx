/** What is said about a page as a whole, below what changes in it. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { CommentForm } from "../comments/CommentForm.tsx"
import { type CommentsOf, commentsClient } from "../comments/commentsOf.ts"
import { commentsQuery } from "../comments/queries.ts"
import { Threads } from "../comments/Threads.tsx"

interface PageTalkProps {
  /** Id. */
  readonly page: string
  readonly talk: CommentsOf
}

export const PageTalk = ({ page, talk }: PageTalkProps) => {
  const [isWriting, setWriting] = useState(false)
  const all = useQuery(commentsQuery(talk)).data ?? []
  const threads = all.filter(({ target }) => target.page?.id === page && target.node === undefined)
  if (threads.length === 0 && !talk.mayComment) return null
  return (
    <div className="page-talk">
      <Threads comments={threads} of={talk} />
      {!talk.mayComment ? null : isWriting ? (
        <CommentForm
          space={talk.space}
          label="Comment on this page"
          action="Send"
          isFocused
          onSend={async (markdown) => {
            await commentsClient(talk).post({ body: { markdown }, page })
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
