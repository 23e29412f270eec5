/** `octavo space`: the spaces of an organization. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { listFlags, printList } from "../list.ts"
import { withStore } from "../run.ts"
import { organization, storeSettings } from "../settings.ts"

const list = Command.make(
  "list",
  {
    organization,
    collection: Flag.String("collection").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("Only the spaces right inside this collection"),
      Flag.optional
    ),
    ...listFlags,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, organization, collection, ...options }) {
    const [{ Spaces }, { currentId }, { findOrganization }] = yield* Effect.promise(() =>
      Promise.all([
        import("@octavo/core/content/spaces/Spaces"),
        import("@octavo/core/kernel/shared/currentIds"),
        import("@octavo/runtime/setup")
      ])
    )
    yield* withStore(settings, () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces
        const parent = Option.getOrUndefined(Option.map(collection, currentId))
        const { id } = yield* findOrganization(Option.getOrUndefined(organization))
        yield* printList(
          options,
          (params) => (parent === undefined ? spaces.list(id, params) : spaces.listIn(parent, params)),
          {
            what: "spaces",
            columns: ["ID", "VISIBILITY", "CHANGED", "TITLE"],
            row: ({ id, visibility, updatedAt, title }) => [id, visibility, updatedAt, title]
          }
        )
      })
    )
  })
).pipe(Command.withDescription("List the spaces of an organization, oldest first"))

export const space = Command.make("space").pipe(
  Command.withDescription("Spaces of an organization"),
  Command.withSubcommands([list])
)
