/** Comments below what they are about. */
import type { ChangeRequest, Comment } from "../../logic/api.ts"
import { Thread } from "./Thread.tsx"

interface ThreadsProps {
  readonly comments: ReadonlyArray<Comment>
  readonly request: ChangeRequest
  /** Pages by their ids, where it is told on which one a comment is. */
  readonly pages?: ReadonlyMap<string, { readonly title: string; readonly path: string }>
}

export const Threads = ({ comments, pages, request }: ThreadsProps) =>
  comments.length === 0 ? null : (
    <ul className="threads">
      {comments.map((comment) => (
        <li key={comment.id}>
          <Thread comment={comment} request={request} {...(pages === undefined ? {} : { pages })} />
        </li>
      ))}
    </ul>
  )
