/** `octavo user`: people of the installation. */
import type { Role } from "@octavo/core/kernel/shared/roles"
import { readSetting, settingsProvider } from "@octavo/runtime/settingsProvider"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { listFlags, printList } from "../list.ts"
import { answer, table, withStore } from "../run.ts"
import { given, json, organization, storeSettings } from "../settings.ts"

const roles: Readonly<Record<string, Role | null>> = {
  admin: "admin",
  create: "create",
  review: "review",
  edit: "edit",
  comment: "comment",
  read: "read",
  guest: null
} satisfies Record<Role | "guest", Role | null>

const names = Object.keys(roles)

const create = Command.make(
  "create",
  {
    organization,
    email: Flag.String("email").pipe(Flag.withMetavar("EMAIL"), Flag.withDescription("E-mail address")),
    name: Flag.String("name").pipe(Flag.withMetavar("NAME"), Flag.withDescription("Name, as others see it")),
    role: Flag.Literals("role", names).pipe(
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

const list = Command.make(
  "list",
  {
    organization,
    role: Flag.Literals("role", names).pipe(Flag.withDescription("Only people with this role"), Flag.optional),
    search: Flag.String("search").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Only people with this text in their name or e-mail address, in any case"),
      Flag.optional
    ),
    ...listFlags,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, organization, role, search, ...options }) {
    const [{ Members }, { findOrganization }] = yield* Effect.promise(() =>
      Promise.all([import("@octavo/core/people/members/Members"), import("@octavo/runtime/setup")])
    )
    yield* withStore(settings, () =>
      Effect.gen(function* () {
        const members = yield* Members
        const { id } = yield* findOrganization(Option.getOrUndefined(organization))
        const filter = {
          sort: "joinedAt" as const,
          order: "asc" as const,
          search: Option.getOrUndefined(search),
          role: Option.getOrUndefined(Option.map(role, (name) => roles[name] ?? ("guest" as const)))
        }
        yield* printList(options, (params) => members.list(id, filter, params), {
          what: "people",
          columns: ["ID", "ROLE", "JOINED", "LAST SEEN", "E-MAIL", "NAME"],
          row: ({ id, role, joinedAt, lastSeenAt, user }) => [
            id,
            role ?? "guest",
            joinedAt,
            lastSeenAt ?? "never",
            user.email,
            user.displayName
          ]
        })
      })
    )
  })
).pipe(Command.withDescription("List the people of an organization, those who joined first"))

const member = Argument.String("user").pipe(Argument.withDescription("Id or e-mail address of the person"))

const role = Command.make(
  "role",
  {
    user: member,
    organization,
    role: Flag.Literals("role", names).pipe(
      Flag.withDescription("What they may do from now on; a guest only what is granted to them")
    ),
    json,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, json, user, organization, role }) {
    const { setUserRole } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    const done = yield* withStore(settings, () =>
      setUserRole({ user, organization: Option.getOrUndefined(organization), role: roles[role] ?? null })
    )
    yield* answer(json, done, [`${done.user.email} is ${role} in ${done.organization.title} now`])
  })
).pipe(Command.withDescription("Give someone another role in an organization. The last admin stays one."))

const remove = Command.make(
  "remove",
  { user: member, organization, json, settings: storeSettings },
  Effect.fn(function* ({ settings, json, user, organization }) {
    const { removeUser } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    const done = yield* withStore(settings, () =>
      removeUser({ user, organization: Option.getOrUndefined(organization) })
    )
    yield* answer(json, done, [`${done.user.email} is not in ${done.organization.title} any more`])
  })
).pipe(
  Command.withDescription(
    "Take someone out of an organization, with all that was granted to them there. What they wrote stays. The last admin can't be removed."
  ),
  Command.withShortDescription("Take someone out of an organization")
)

const link = Command.make(
  "link",
  { user: member, json, settings: storeSettings },
  Effect.fn(function* ({ settings, json, user }) {
    const { createSignInLink } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    const made = yield* withStore(settings, () => createSignInLink(user))
    if (readSetting("url", settingsProvider(given(settings))) === undefined) {
      process.stderr.write(
        `The server is taken to be at ${new URL(made.url).origin}: say --url (OCTAVO_URL) if it is elsewhere\n`
      )
    }
    yield* answer(
      json,
      made,
      table([
        ["For", `${made.user.displayName} <${made.user.email}>`],
        ["Address", made.url],
        ["Ends", `${made.expiresAt}, or once it is used`]
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Print an address that signs someone in, once and within 15 minutes: for where no mail is sent. Hand it to that person alone. Works while a server runs on the same store."
  ),
  Command.withShortDescription("Print an address that signs someone in once")
)

export const user = Command.make("user").pipe(
  Command.withDescription("People of an organization: list, create, role, remove, link"),
  Command.withSubcommands([list, create, role, remove, link])
)
