/** What people say about a change request: comments with their answers, open ones first seen, and a field for one more. */
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ChangeRequest, Comment, CommentReply } from "../../logic/api.ts"
import { ago } from "../../logic/words.ts"
import { client } from "../client.ts"
import { Blocks } from "../document/Blocks.tsx"
import { AppLink } from "../parts/AppLink.tsx"
import { commentsQuery, repliesQuery } from "../queries.ts"
import { nameOf } from "../shell/Person.tsx"
import { useWork } from "./work.ts"

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
      <ul className="threads">
        {(data ?? []).map((comment) => (
          <li key={comment.id}>
            <Thread comment={comment} request={request} pages={pages} />
          </li>
        ))}
      </ul>
      {mayComment ? <CommentForm space={request.space} label="Comment" action="Send" onSend={post} /> : null}
    </section>
  )
}

const Thread = ({ comment, pages, request }: { readonly comment: Comment } & Omit<DiscussionProps, "mayComment">) => {
  const { id, permissions, replies, status, target } = comment
  const { act, isBusy, problem } = useWork(request.space)
  const [isAnswering, setAnswering] = useState(false)
  const [isShown, setShown] = useState(status === "open")
  const answers = useQuery({ ...repliesQuery(request.space, request.id, id, replies), enabled: isShown && replies > 0 })
  const params = { spaceId: request.space, changeRequestId: request.id, commentId: id }
  const page = target.page === undefined ? undefined : pages.get(target.page.id)
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
          <Post post={comment} />
          {(answers.data ?? []).map((reply) => (
            <Post key={reply.id} post={reply} />
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

const Post = ({ post }: { readonly post: Comment | CommentReply }) => (
  <div className="post">
    <p className="post-head">
      <strong>{nameOf(post.postedBy)}</strong> <span className="note">{ago(post.postedAt, Date.now())}</span>
    </p>
    <div className="body">
      <Blocks nodes={post.body.document?.nodes ?? []} />
    </div>
  </div>
)

interface CommentFormProps {
  readonly space: string
  readonly label: string
  readonly action: string
  readonly isFocused?: boolean
  readonly onSend: (markdown: string) => Promise<unknown>
}

const CommentForm = ({ action, isFocused = false, label, onSend, space }: CommentFormProps) => {
  const [text, setText] = useState("")
  const { act, isBusy, problem } = useWork(space)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || text.trim() === "") return
    const isSent = await act(async () => {
      await onSend(text)
      return "Your comment was sent"
    })
    if (isSent) setText("")
  }
  return (
    <form className="comment-form" onSubmit={(event) => void submit(event)}>
      <textarea
        className="input"
        aria-label={label}
        rows={3}
        maxLength={50_000}
        placeholder="Markdown works here"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: who asked for the field goes on in it
        autoFocus={isFocused}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit(event)
        }}
      />
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem} What you wrote is still here.
        </p>
      )}
      <div className="buttons">
        <button type="submit" className="button" disabled={isBusy || text.trim() === ""}>
          {action}
        </button>
      </div>
    </form>
  )
}
