/** Who may do what with comments and replies, and what one request may ask. Pure; `test/content/comments/rules.test.ts`. */

import type { InvalidDetail } from "../../kernel/shared/errors.ts"
import { atLeast, type Role } from "../../kernel/shared/roles.ts"
import { actions } from "./actions.ts"
import type { PostPermissions, PostRecord } from "./Comment.ts"
import type { ReplyUpdate } from "./input.ts"

/** Most different reactions of one person to one comment or reply. */
export const maxReactionsEach = 100

/**
 * `docs/contributing/wire.md#comments`: the text is the author's, and the admins' of the space, as long as they may comment at all.
 * @param caller the role on the space; `userId` is `null` for the operator
 */
export const permissionsOf = (
  { role, userId }: { readonly role: Role; readonly userId: string | null },
  { postedBy }: Pick<PostRecord, "postedBy">
): PostPermissions => {
  const reply = atLeast(role, actions["comments.post"].role)
  const own = userId !== null && postedBy?.id === userId
  return { edit: reply && (own || role === "admin"), reply }
}

/** The reactions of one person. */
export const reactionsOf = (userId: string, { reactions }: Pick<PostRecord, "reactions">): ReadonlyArray<string> =>
  reactions.filter(({ users }) => users.some(({ user }) => user.id === userId)).map(({ emoji }) => emoji)

/**
 * What is wrong with the reactions that a person adds and takes away, or `undefined`.
 * @param present the person's own reactions, as they are now
 */
export const reactionsProblem = (
  present: ReadonlyArray<string>,
  { addedReactions: added = [], removedReactions: removed = [] }: ReplyUpdate
): InvalidDetail | undefined => {
  const both = added.find((emoji) => removed.includes(emoji))
  if (both !== undefined) return { path: "removedReactions", message: `must not name ${both}, which is added as well` }
  const after = new Set([...present, ...added])
  for (const emoji of removed) after.delete(emoji)
  return after.size <= maxReactionsEach
    ? undefined
    : {
        path: "addedReactions",
        message: `would make ${after.size} reactions of one person here; ${maxReactionsEach} are the most`
      }
}
