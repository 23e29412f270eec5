/** `octavo user`: people of the installation. */
import type { Role } from "@octavo/core/shared/roles"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { answer, table, withStore } from "../run.ts"
import { json, organization, storeSettings } from "../settings.ts"

const roles: Readonly<Record<string, Role | null>> = {
  admin: "admin",
  create: "create",
  review: "review",
  edit: "edit",
  comment: "comment",
  read: "read",
  guest: null
} satisfies Record<Role | "guest", Role | null>

const create = Command.make(
  "create",
  {
    organization,
    email: Flag.String("email").pipe(Flag.withMetavar("EMAIL"), Flag.withDescription("E-mail address")),
    name: Flag.String("name").pipe(Flag.withMetavar("NAME"), Flag.withDescription("Name, as others see it")),
    role: Flag.Literals("role", Object.keys(roles)).pipe(
      Flag.withDescription("What they may do in the organization; a guest only what is granted to them")
    ),
    json,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, json, ...input }) {
    const { createUser } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    const made = yield* withStore(settings, () =>
      createUser({
        ...input,
        organization: Option.getOrUndefined(input.organization),
        role: roles[input.role] ?? null
      })
    )
    yield* answer(
      json,
      made,
      table([
        ["User", `${made.user.displayName} <${made.user.email}> (${made.user.id})`],
        ["API token", `${made.token}   (shown this once)`]
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Add someone to an organization, with an API token. Works while a server runs on the same store. Someone who is a member already gets the role."
  ),
  Command.withShortDescription("Add someone to an organization, with an API token")
)

export const user = Command.make("user").pipe(
  Command.withDescription("People of the installation"),
  Command.withSubcommands([create])
)
