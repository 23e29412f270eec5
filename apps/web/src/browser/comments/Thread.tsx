/** A comment with its answers: read, answered, reacted to, resolved. */
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { commentAddress } from "../../logic/addresses.ts"
import type { Comment } from "../../logic/api.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { useWork } from "../parts/useWork.ts"
import { nameOf } from "../shell/Person.tsx"
import "../style/talk.css"
import { CommentForm } from "./CommentForm.tsx"
import { type CommentsOf, commentsClient } from "./commentsOf.ts"
import { Post } from "./Post.tsx"
import { repliesQuery } from "./queries.ts"

interface ThreadProps {
  readonly comment: Comment
  readonly of: CommentsOf
  /** What stands above it: what it is about. */
  readonly about?: ReactNode
  /** Pages by their ids, where it is told on which one it is. */
  readonly pages?: ReadonlyMap<string, { readonly title: string; readonly path: string }>
  /** Whether it is shown whole at first though it is resolved. */
  readonly isWhole?: boolean
}

export const Thread = ({ about, comment, isWhole = false, of, pages }: ThreadProps) => {
  const { id, permissions, replies, status, target } = comment
  const work = useWork(of.space)
  const { act, isBusy, problem } = work
  const [isAnswering, setAnswering] = useState(false)
  const [isShown, setShown] = useState(status === "open" || isWhole)
  const answers = useQuery({ ...repliesQuery(of, id, replies), enabled: isShown && replies > 0 })
  const api = commentsClient(of)
  const page = target.page === undefined ? undefined : pages?.get(target.page.id)
  const resolve = (resolved: boolean) =>
    act(async () => {
      await api.update(id, { resolved })
      setShown(!resolved)
      return resolved ? "The comment is resolved" : "The comment is open again"
    })
  return (
    <article className="thread" data-status={status} aria-label={`Comment of ${nameOf(comment.postedBy)}`}>
      {about}
      {page === undefined ? null : (
        <p className="note">
          On <AppLink href={commentAddress(of.space, page.path, id, of.number)}>{page.title || "Untitled"}</AppLink>
        </p>
      )}
      {isShown ? (
        <>
          <Post space={of.space} post={comment} work={work} acts={api.ofComment(id)} />
          {(answers.data ?? []).map((reply) => (
            <Post key={reply.id} space={of.space} post={reply} work={work} acts={api.ofReply(id, reply.id)} />
          ))}
        </>
      ) : (
        <p className="note">
          A resolved comment of {nameOf(comment.postedBy)}{" "}
          <button type="button" className="link" onClick={() => setShown(true)}>
            Show
          </button>
        </p>
      )}
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {permissions.reply ? (
        <div className="buttons">
          {isShown ? (
            <button type="button" className="button secondary" onClick={() => setAnswering(!isAnswering)}>
              Reply
            </button>
          ) : null}
          <button
            type="button"
            className="button secondary"
            disabled={isBusy}
            onClick={() => void resolve(status === "open")}
          >
            {status === "open" ? "Resolve" : "Reopen"}
          </button>
        </div>
      ) : null}
      {isAnswering ? (
        <CommentForm
          space={of.space}
          label="Reply"
          action="Send"
          isFocused
          onSend={async (markdown) => {
            await api.reply(id, markdown)
            setAnswering(false)
          }}
        />
      ) : null}
    </article>
  )
}
