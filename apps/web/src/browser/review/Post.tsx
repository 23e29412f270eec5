/** A comment or an answer: read, reacted to, and, by who may, changed and deleted. */
import { useState } from "react"
import type { Comment, CommentReply } from "../../logic/api.ts"
import { ago } from "../../logic/words.ts"
import { client } from "../client.ts"
import { Blocks } from "../document/Blocks.tsx"
import { nameOf } from "../shell/Person.tsx"
import { CommentForm } from "./CommentForm.tsx"
import { type ReactionChange, Reactions } from "./Reactions.tsx"
import type { Work } from "./work.ts"

/** What can be done with one on the server. */
interface PostActs {
  readonly change: (payload: ReactionChange | { readonly body: { readonly markdown: string } }) => Promise<unknown>
  readonly remove: () => Promise<unknown>
  /** As it was written. */
  readonly source: () => Promise<Comment | CommentReply>
}

const markdown = { format: "markdown" } as const
const comments = client.changeRequestComments

export const actsOfComment = (
  params: Parameters<typeof comments.getCommentInChangeRequest>[0]["params"]
): PostActs => ({
  change: (payload) => comments.updateCommentInChangeRequest({ params, payload }),
  remove: () => comments.deleteCommentInChangeRequest({ params }),
  source: () => comments.getCommentInChangeRequest({ params, query: markdown })
})

export const actsOfReply = (
  params: Parameters<typeof comments.getCommentReplyInChangeRequest>[0]["params"]
): PostActs => ({
  change: (payload) => comments.updateCommentReplyInChangeRequest({ params, payload }),
  remove: () => comments.deleteCommentReplyInChangeRequest({ params }),
  source: () => comments.getCommentReplyInChangeRequest({ params, query: markdown })
})

interface PostProps {
  /** Id. */
  readonly space: string
  readonly post: Comment | CommentReply
  readonly acts: PostActs
  readonly work: Work
}

export const Post = ({ acts, post, space, work: { act, isBusy } }: PostProps) => {
  const { body, editedAt, permissions, postedAt, postedBy, reactions } = post
  /** Its Markdown, while it is changed. */
  const [edited, setEdited] = useState<string>()
  const [isSure, setSure] = useState(false)
  const edit = () =>
    act(async () => {
      setEdited((await acts.source()).body.markdown ?? "")
      return undefined
    })
  const remove = () => (isSure ? void act(() => acts.remove().then(() => "It is deleted")) : setSure(true))
  return (
    <div className="talk-post">
      <p className="post-head">
        <strong>{nameOf(postedBy)}</strong>{" "}
        <span className="note">
          {ago(postedAt, Date.now())}
          {editedAt === undefined ? "" : " · edited"}
        </span>
        {permissions.edit && edited === undefined ? (
          <button type="button" className="link" disabled={isBusy} onClick={() => void edit()}>
            Edit
          </button>
        ) : null}
        {permissions.delete ? (
          <button type="button" className="link" disabled={isBusy} onClick={remove}>
            {isSure ? "Yes, delete it" : "Delete"}
          </button>
        ) : null}
      </p>
      {edited === undefined ? (
        <div className="body">
          <Blocks nodes={body.document?.nodes ?? []} />
        </div>
      ) : (
        <CommentForm
          space={space}
          label="Edit the comment"
          action="Save"
          first={edited}
          isFocused
          onCancel={() => setEdited(undefined)}
          onSend={async (text) => {
            await acts.change({ body: { markdown: text } })
            setEdited(undefined)
          }}
        />
      )}
      <Reactions
        reactions={reactions}
        onReact={permissions.reply ? (change) => void act(() => acts.change(change).then(() => undefined)) : undefined}
      />
    </div>
  )
}
