/** What people say about a change request: comments with their answers, open ones first seen, and a field for one more. */
import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { CommentForm } from "../comments/CommentForm.tsx"
import { type CommentsOf, commentsClient } from "../comments/commentsOf.ts"
import { commentsQuery } from "../comments/queries.ts"
import { Threads } from "../comments/Threads.tsx"

interface DiscussionProps {
  readonly talk: CommentsOf
  readonly pages: ReadonlyMap<string, { readonly title: string; readonly path: string }>
}

export const Discussion = ({ pages, talk }: DiscussionProps) => {
  const { data } = useQuery(commentsQuery(talk))
  const post = (markdown: string) => commentsClient(talk).post({ body: { markdown } })
  const isThere = data !== undefined
  useEffect(() => {
    // notifications lead to a comment
    if (isThere && location.hash.startsWith("#comment-"))
      document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "center" })
  }, [isThere])
  return (
    <section className="discussion" aria-label="Comments">
      <h2>Comments</h2>
      {data === undefined || data.length > 0 ? null : <p className="note">Nobody has said anything yet.</p>}
      <Threads comments={data ?? []} of={talk} pages={pages} />
      {talk.mayComment ? <CommentForm space={talk.space} label="Comment" action="Send" onSend={post} /> : null}
    </section>
  )
}
