/** `octavo organization`: the organizations of the installation. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { listFlags, printList } from "../list.ts"
import { withStore } from "../run.ts"
import { storeSettings } from "../settings.ts"

const list = Command.make(
  "list",
  { ...listFlags, settings: storeSettings },
  Effect.fn(function* ({ settings, ...options }) {
    const { Organizations } = yield* Effect.promise(() => import("@octavo/core/people/organizations/Organizations"))
    yield* withStore(settings, () =>
      Effect.flatMap(Organizations, (organizations) =>
        printList(options, organizations.list, {
          what: "organizations",
          columns: ["ID", "MADE", "TITLE"],
          row: ({ id, createdAt, title }) => [id, createdAt, title]
        })
      )
    )
  })
).pipe(Command.withDescription("List the organizations of the installation, oldest first"))

export const organizationCommand = Command.make("organization").pipe(
  Command.withAlias("org"),
  Command.withDescription("Organizations of the installation"),
  Command.withSubcommands([list])
)
