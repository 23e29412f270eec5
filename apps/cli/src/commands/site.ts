/** `octavo site`: the sites of an organization. */
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
    title: Flag.String("title").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Only sites with this text in their title, in any case"),
      Flag.optional
    ),
    space: Flag.String("space").pipe(
      Flag.withMetavar("SPACE"),
      Flag.withDescription("Only sites that show this space, by id or title"),
      Flag.optional
    ),
    published: Flag.Boolean("published").pipe(
      Flag.withDescription("Only published sites; --no-published for the others"),
      Flag.optional
    ),
    ...listFlags,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, organization, title, space, published, ...options }) {
    const [{ Sites }, { findOrganization, findSpace }] = yield* Effect.promise(() =>
      Promise.all([import("@octavo/core/delivery/sites/Sites"), import("@octavo/runtime/setup")])
    )
    yield* withStore(settings, () =>
      Effect.gen(function* () {
        const sites = yield* Sites
        const { id } = yield* findOrganization(Option.getOrUndefined(organization))
        const filter = {
          title: Option.getOrUndefined(title),
          published: Option.getOrUndefined(published),
          ...(Option.isSome(space) ? { space: (yield* findSpace(id, space.value)).id } : {})
        }
        yield* printList(options, (params) => sites.list(id, filter, params), {
          what: "sites",
          columns: ["ID", "VISIBILITY", "PUBLISHED AT", "TITLE"],
          row: ({ id, visibility, urls, title }) => [id, visibility, urls.published ?? "-", title]
        })
      })
    )
  })
).pipe(Command.withDescription("List the sites of an organization, oldest first"))

export const site = Command.make("site").pipe(
  Command.withDescription("Sites of an organization"),
  Command.withSubcommands([list])
)
