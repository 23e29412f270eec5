/** A comment or an answer: read, reacted to, and, by who may, changed and deleted. */
import { useState } from "react"
import type { Comment, CommentReply } from "../../logic/api.ts"
import { ago } from "../../logic/words.ts"
import { Blocks } from "../document/Blocks.tsx"
import type { Work } from "../parts/useWork.ts"
import { nameOf } from "../shell/Person.tsx"
import { CommentForm } from "./CommentForm.tsx"
import type { PostActs } from "./commentsOf.ts"
import { Reactions } from "./Reactions.tsx"

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
