import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { accessPart, madeOnlyOf } from "@octavo/core/kernel/shared/Epoch"
import { Forbidden } from "@octavo/core/kernel/shared/errors"
import { User } from "@octavo/core/people/users/User"
import { Users } from "@octavo/core/people/users/Users"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { deletedReply, reply } from "./reply.ts"

const one = reply(User)

/** The person behind the token; the operations below are about that person's own tokens. */
const self = Effect.flatMap(CurrentActor, (actor) =>
  actor.kind === "user"
    ? Effect.succeed(actor.userId)
    : Effect.fail(new Forbidden({ message: "This needs the token of a person" }))
)

export const usersHandlers = groupHandlers(
  "users",
  Effect.fn(function* (handlers) {
    const users = yield* Users
    return handlers.handleAll({
      getAuthenticatedUser: () => Effect.map(Effect.tap(users.me, madeOnlyOf([accessPart])), (it) => one(it)),
      getUserById: ({ params }) => users.get(params.userId),
      updateUserById: ({ params, payload }) => users.update(params.userId, payload),
      listTokens: ({ query }) => Effect.flatMap(self, (id) => users.listTokens(id, query)),
      createToken: ({ payload }) => Effect.flatMap(self, (id) => users.createToken(id, payload)),
      deleteToken: ({ params }) =>
        Effect.flatMap(self, (id) => Effect.map(users.revokeToken(id, params.tokenId), deletedReply))
    })
  })
)
