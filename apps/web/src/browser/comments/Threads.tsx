/** Comments below what they are about. */
import type { Comment } from "../../logic/api.ts"
import type { CommentsOf } from "./commentsOf.ts"
import { Thread } from "./Thread.tsx"

interface ThreadsProps {
  readonly comments: ReadonlyArray<Comment>
  readonly of: CommentsOf
  /** Pages by their ids, where it is told on which one a comment is. */
  readonly pages?: ReadonlyMap<string, { readonly title: string; readonly path: string }>
}

export const Threads = ({ comments, of, pages }: ThreadsProps) =>
  comments.length === 0 ? null : (
    <ul className="threads">
      {comments.map((comment) => (
        <li key={comment.id} id={pages === undefined ? undefined : `comment-${comment.id}`}>
          <Thread comment={comment} of={of} {...(pages !== undefined && { pages })} />
        </li>
      ))}
    </ul>
  )
