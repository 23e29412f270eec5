/** `octavo site`: the sites of an organization. */
import { defined } from "@octavo/core/kernel/shared/defined"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { listFlags, printList } from "../list.ts"
import { answer, withStore } from "../run.ts"
import { json, organization, storeSettings } from "../settings.ts"

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

const version = Command.make(
  "version",
  {
    site: Argument.String("site").pipe(Argument.withDescription("Id, basename or title of the site")),
    title: Argument.String("title").pipe(Argument.withDescription("What the version is called, like 1.4")),
    space: Flag.String("space").pipe(
      Flag.withMetavar("SPACE"),
      Flag.withDescription("Id or title of the space, where the site shows several"),
      Flag.optional
    ),
    path: Flag.String("path").pipe(
      Flag.withMetavar("PATH"),
      Flag.withDescription("Where the version is on the site; made of its title when left out"),
      Flag.optional
    ),
    default: Flag.Boolean("default").pipe(
      Flag.withDescription(
        "Readers come to this version first: it takes the root, and what is written on its own path"
      ),
      Flag.withDefault(false)
    ),
    organization,
    json,
    settings: storeSettings
  },
  Effect.fn(function* ({ default: makeDefault, json, organization, path, settings, site, space, title }) {
    const { cutVersion } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    const wanted = {
      organization: Option.getOrUndefined(organization),
      site,
      space: Option.getOrUndefined(space),
      title,
      makeDefault,
      ...defined({ path: Option.getOrUndefined(path) })
    }
    const made = yield* withStore(settings, () => cutVersion(wanted))
    yield* answer(json, made, [
      `${made.title} is a version of its own, with the space ${made.space.title} (${made.space.id})`,
      ...(made.urls.published === undefined ? [] : [made.urls.published])
    ])
  })
).pipe(Command.withDescription("Cut a version: a copy of a site's docs as they are now, beside them on the site"))

export const site = Command.make("site").pipe(
  Command.withDescription("Sites of an organization"),
  Command.withSubcommands([list, version])
)
