/** `octavo init`: an organization with its admin. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { answer, table, withStore } from "../run.ts"
import { json, storeSettings } from "../settings.ts"

export const init = Command.make(
  "init",
  {
    title: Flag.String("title").pipe(Flag.withMetavar("TITLE"), Flag.withDescription("Title of the organization")),
    email: Flag.String("email").pipe(
      Flag.withMetavar("EMAIL"),
      Flag.withDescription("E-mail address of its first admin")
    ),
    name: Flag.String("name").pipe(Flag.withMetavar("NAME"), Flag.withDescription("Name of the first admin")),
    another: Flag.Boolean("another").pipe(
      Flag.withDescription("Add an organization even when there is one of this title"),
      Flag.withDefault(false)
    ),
    json,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, json, ...input }) {
    const { createOrganization } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    const made = yield* withStore(settings, () => createOrganization(input), { creates: true })
    yield* answer(
      json,
      made,
      table([
        ["Organization", `${made.organization.title} (${made.organization.id})`],
        ["Admin", `${made.user.displayName} <${made.user.email}> (${made.user.id})`],
        ["API token", `${made.token}   (shown this once)`]
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Create or migrate the store, then an organization, its admin and an API token. On a store that has organizations already, add one more; of the same title only with --another."
  ),
  Command.withShortDescription("Create the store and an organization with its admin"),
  Command.withExamples([
    {
      command: 'octavo init --database sqlite:./octavo.db --title "Acme" --email ada@acme.org --name "Ada"',
      description: "A first organization in a SQLite file"
    }
  ])
)
