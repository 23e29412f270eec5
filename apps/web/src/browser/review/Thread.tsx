/** A comment with its answers: read, answered, reacted to, resolved. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ChangeRequest, Comment } from "../../logic/api.ts"
import { client } from "../client.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { repliesQuery } from "../queries.ts"
import { nameOf } from "../shell/Person.tsx"
import "../style/talk.css"
import { CommentForm } from "./CommentForm.tsx"
import { actsOfComment, actsOfReply, Post } from "./Post.tsx"
import { useWork } from "./work.ts"

interface ThreadProps {
  readonly comment: Comment
  readonly request: ChangeRequest
  /** Pages by their ids, where it is told on which one it is. */
  readonly pages?: ReadonlyMap<string, { readonly title: string; readonly path: string }>
}

export const Thread = ({ comment, pages, request }: ThreadProps) => {
  const { id, permissions, replies, status, target } = comment
  const work = useWork(request.space)
  const { act, isBusy, problem } = work
  const [isAnswering, setAnswering] = useState(false)
  const [isShown, setShown] = useState(status === "open")
  const answers = useQuery({ ...repliesQuery(request.space, request.id, id, replies), enabled: isShown && replies > 0 })
  const params = { spaceId: request.space, changeRequestId: request.id, commentId: id }
  const page = target.page === undefined ? undefined : pages?.get(target.page.id)
  const resolve = (resolved: boolean) =>
    act(async () => {
      await client.changeRequestComments.updateCommentInChangeRequest({ params, payload: { resolved } })
      setShown(!resolved)
      return resolved ? "The comment is resolved" : "The comment is open again"
    })
  return (
    <article className="thread" data-status={status} aria-label={`Comment of ${nameOf(comment.postedBy)}`}>
      {page === undefined ? null : (
        <p className="note">
          On <AppLink href={pageAddress(request.space, page.path, String(request.number))}>{page.title}</AppLink>
        </p>
      )}
      {isShown ? (
        <>
          <Post space={request.space} post={comment} work={work} acts={actsOfComment(params)} />
          {(answers.data ?? []).map((reply) => (
            <Post
              key={reply.id}
              space={request.space}
              post={reply}
              work={work}
              acts={actsOfReply({ ...params, commentReplyId: reply.id })}
            />
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
          space={request.space}
          label="Reply"
          action="Send"
          isFocused
          onSend={async (markdown) => {
            await client.changeRequestComments.postCommentReplyInChangeRequest({
              params,
              query: {},
              payload: { body: { markdown } }
            })
            setAnswering(false)
          }}
        />
      ) : null}
    </article>
  )
}
