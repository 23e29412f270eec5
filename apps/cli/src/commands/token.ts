/** `octavo token`: API tokens of people. */
import { scopes } from "@octavo/core/people/permissions/actions"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { instantFlag } from "../instants.ts"
import { listFlags, printList } from "../list.ts"
import { answer, table, withStore } from "../run.ts"
import { json, storeSettings } from "../settings.ts"

const user = Flag.String("user").pipe(
  Flag.withMetavar("USER"),
  Flag.withDescription("Id or e-mail address of the token's owner")
)

const expires = instantFlag("expires", "future").pipe(
  Flag.withDescription("When the token ends: 12h, 90d, 8w, a date or an ISO 8601 date-time; never when left out"),
  Flag.optional
)

const create = Command.make(
  "create",
  {
    user,
    label: Flag.String("label").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("What the token is for"),
      Flag.withDefault("octavo token create")
    ),
    scopes: Flag.Literals("scope", scopes).pipe(
      Flag.withDescription("Narrows what the token may do; may be repeated. Without it: all that its owner may do"),
      Flag.atLeast(0)
    ),
    expires,
    json,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, user, label, scopes, expires, json }) {
    const { createToken } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    const made = yield* withStore(settings, () =>
      createToken(user, {
        label,
        scopes: scopes.length === 0 ? null : [...new Set(scopes)],
        expiresAt: Option.getOrNull(expires)
      })
    )
    yield* answer(
      json,
      made,
      table([
        ["API token", `${made.token}   (shown this once)`],
        ["Id", made.id],
        ["Expires", made.expiresAt ?? "never"]
      ])
    )
  })
).pipe(Command.withDescription("Make an API token for someone"))

const list = Command.make(
  "list",
  { user, ...listFlags, settings: storeSettings },
  Effect.fn(function* ({ settings, user, ...options }) {
    const [{ Users }, { findUser }] = yield* Effect.promise(() =>
      Promise.all([import("@octavo/core/people/users/Users"), import("@octavo/runtime/setup")])
    )
    yield* withStore(settings, () =>
      Effect.gen(function* () {
        const users = yield* Users
        const { id } = yield* findUser(user)
        yield* printList(options, (params) => users.listTokens(id, params), {
          what: "tokens",
          columns: ["ID", "MADE", "EXPIRES", "LAST USED", "LABEL", "MAY"],
          row: ({ id, createdAt, expiresAt, lastUsedAt, label, scopes }) => [
            id,
            createdAt,
            expiresAt ?? "never",
            lastUsedAt ?? "never",
            label,
            scopes === null ? "all that the owner may do" : scopes.join(" ")
          ]
        })
      })
    )
  })
).pipe(Command.withDescription("List someone's API tokens, without their secrets"))

const revoke = Command.make(
  "revoke",
  {
    user,
    token: Argument.String("token").pipe(Argument.withDescription("Id of the token, as octavo token list shows it")),
    json,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, user, token, json }) {
    const { revokeToken } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    yield* withStore(settings, () => revokeToken(user, token))
    yield* answer(json, { revoked: token }, [`The token ${token} is revoked`])
  })
).pipe(Command.withDescription("End an API token at once"))

export const token = Command.make("token").pipe(
  Command.withDescription("API tokens: create, list, revoke"),
  Command.withSubcommands([create, list, revoke])
)
