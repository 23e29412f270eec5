/** `octavo build`: a folder, or a site of a store, as static files. */
import { existsSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { baseProblem, placeOf, urlProblem } from "@octavo/core/delivery/site-exports/sitePlace"
import { remoteImageModes } from "@octavo/runtime/settingKinds"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeProgress } from "../progress.ts"
import { answer, printable, table, withConfig } from "../run.ts"
import { json, wholeStoreSettings } from "../settings.ts"

export const build = Command.make(
  "build",
  {
    directory: Argument.String("dir").pipe(
      Argument.withDescription("The folder of the docs; the one that you stand in when left out"),
      Argument.optional
    ),
    site: Flag.String("site").pipe(
      Flag.withMetavar("SITE"),
      Flag.withDescription("Id or basename of a published site of the store, in place of a folder"),
      Flag.optional
    ),
    out: Flag.String("out").pipe(
      Flag.withMetavar("DIR"),
      Flag.withDescription("Where the files go: a new folder, an empty one, or that of an earlier build")
    ),
    url: Flag.String("url").pipe(
      Flag.withMetavar("URL"),
      Flag.withDescription("Where the site will be: pages say so to search engines, and there is a sitemap"),
      Flag.filter(
        (url) => urlProblem(url) === undefined,
        (url) => urlProblem(url)!
      ),
      Flag.optional
    ),
    base: Flag.String("base").pipe(
      Flag.withMetavar("PATH"),
      Flag.withDescription("Path of the site on its host, like /docs/ [default: that of --url, or /]"),
      Flag.filter(
        (path) => baseProblem(path) === undefined,
        (path) => baseProblem(path)!
      ),
      Flag.optional
    ),
    remoteImages: Flag.Literals("remote-images", remoteImageModes).pipe(
      Flag.withMetavar("MODE"),
      Flag.withDescription(
        "Pictures of other hosts: load lets readers' browsers load them, link leads to them, fetch takes each of a folder in and writes the copy. A site of the store shows the copies that it has [default: load for a folder, as the store's server for a site]"
      ),
      Flag.optional
    ),
    json,
    settings: wholeStoreSettings
  },
  Effect.fn(function* ({ base, directory, json, out, remoteImages, settings, site, url }) {
    const { ExpectedError } = yield* Effect.promise(() => import("@octavo/runtime/errorMessages"))
    if (Option.isSome(site) && Option.isSome(directory)) {
      return yield* Effect.fail(new ExpectedError("Name a folder or a --site, not both"))
    }
    const path = resolve(Option.getOrElse(directory, () => "."))
    if (Option.isNone(site) && !(existsSync(path) && statSync(path).isDirectory())) {
      return yield* Effect.fail(new ExpectedError(`There is no directory ${path}`))
    }
    // modules take as long to load as a thread to read the pages
    const { beginThread } = yield* Effect.promise(() => import("@octavo/runtime/computeWorker"))
    const folder = { directory: path, except: resolve(out) }
    const thread = Option.isNone(site) ? beginThread({ warm: ["draw"], folder }) : undefined
    yield* Effect.promise(() => import("effect/schema/SchemaJITCompiler/enable"))
    const [{ buildFolder, buildSite }, { logLayer, untilSignal }, { formatFault }, { pathFrom }, { requireStore }] =
      yield* Effect.promise(() =>
        Promise.all([
          import("@octavo/local/buildSite"),
          import("@octavo/runtime/process"),
          import("@octavo/local/faults"),
          import("@octavo/local/check/pathsOfReaders"),
          import("@octavo/runtime/store")
        ])
      )
    const progress = makeProgress()
    const options = {
      thread,
      out: resolve(out),
      place: placeOf({ base: Option.getOrUndefined(base), url: Option.getOrUndefined(url) }),
      remoteImages: Option.getOrUndefined(remoteImages),
      report: progress.report
    }
    const building = Option.isNone(site)
      ? buildFolder(path, options).pipe(untilSignal, Effect.provide(logLayer("Warn")))
      : withConfig(settings, (config) =>
          Effect.andThen(
            Effect.try({ try: () => requireStore(config), catch: (error) => error }),
            buildSite(config, site.value, options)
          )
        )
    const built = yield* Effect.ensuring(building, progress.end)
    const prefix = pathFrom(process.cwd(), path)
    for (const fault of built.faults) process.stderr.write(`${printable(formatFault(fault, prefix))}\n`)
    yield* answer(
      json,
      built,
      table([
        ["Pages", String(built.pages)],
        ["Files", `${built.files}: ${built.written} written, ${built.removed} removed`],
        ["Folder", out]
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Build a folder of Markdown, or a published site of the store, as static files that any host sends: pages, a search that needs no server, 404.html, a sitemap, feeds, llms.txt, the Markdown of each page, and redirects. The same docs give the same files; a second build writes only what changed."
  ),
  Command.withShortDescription("Build docs as static files"),
  Command.withExamples([
    { command: "octavo build docs --out public", description: "A site for the root of any host" },
    {
      command: "octavo build docs --out public --url https://acme.github.io/handbook/",
      description: "For GitHub Pages, below a path"
    },
    { command: "octavo build --site manual --out public", description: "A published site of the store" }
  ])
)
