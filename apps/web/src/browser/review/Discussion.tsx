/** What people say about a change request: comments with their answers, open ones first seen, and a field for one more. */
import { useQuery } from "@tanstack/react-query"
import type { ChangeRequest } from "../../logic/api.ts"
import { client } from "../client.ts"
import { commentsQuery } from "../queries.ts"
import { CommentForm } from "./CommentForm.tsx"
import { Threads } from "./Threads.tsx"

interface DiscussionProps {
  readonly request: ChangeRequest
  readonly pages: ReadonlyMap<string, { readonly title: string; readonly path: string }>
  readonly mayComment: boolean
}

export const Discussion = ({ mayComment, pages, request }: DiscussionProps) => {
  const { data } = useQuery(commentsQuery(request.space, request.id))
  const post = (markdown: string) =>
    client.changeRequestComments.postCommentInChangeRequest({
      params: { spaceId: request.space, changeRequestId: request.id },
      payload: { body: { markdown } }
    })
  return (
    <section className="discussion" aria-label="Comments">
      <h2>Comments</h2>
      {data === undefined || data.length > 0 ? null : <p className="note">Nobody has said anything yet.</p>}
      <Threads comments={data ?? []} request={request} pages={pages} />
      {mayComment ? <CommentForm space={request.space} label="Comment" action="Send" onSend={post} /> : null}
    </section>
  )
}
