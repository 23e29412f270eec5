/** `octavo import`: a repository or a folder into a space. */

import type { TakenPictures } from "@octavo/runtime/imports"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeProgress } from "../progress.ts"
import { answer, printable, table, withStore } from "../run.ts"
import { importSettings, json, organization } from "../settings.ts"

const isNothing = ({ failed, kept, waiting }: TakenPictures): boolean => kept + waiting + failed.length === 0

/** What became of pictures of other hosts. */
const toldOf = ({ failed, kept, waiting }: TakenPictures): string =>
  [
    `${kept} of other hosts taken in`,
    ...(failed.length === 0 ? [] : [`${failed.length} not to be had`]),
    ...(waiting === 0 ? [] : [`${waiting} tried again later`])
  ].join(", ")

/** Warnings that are shown; all are in the answer of `--json`. */
const shownWarnings = 20

export const importCommand = Command.make(
  "import",
  {
    source: Argument.String("source").pipe(
      Argument.withDescription("An http(s) URL of a Git repository, or a directory of this machine")
    ),
    organization,
    space: Flag.String("space").pipe(
      Flag.withMetavar("SPACE"),
      Flag.withDescription("Id or title of the space to import into; a new one is made when left out"),
      Flag.optional
    ),
    title: Flag.String("title").pipe(
      Flag.withMetavar("TITLE"),
      Flag.withDescription("Title of the new space; the name of the source when left out"),
      Flag.optional
    ),
    ref: Flag.String("ref").pipe(
      Flag.withMetavar("BRANCH"),
      Flag.withDescription("Branch to read; main or master when left out. Of a local repository also a tag or commit"),
      Flag.optional
    ),
    directory: Flag.String("directory").pipe(
      Flag.withMetavar("DIR"),
      Flag.withDescription("Directory of the space inside the source"),
      Flag.optional
    ),
    publish: Flag.Boolean("publish").pipe(
      Flag.withDescription("Publish the space as a site, and print its URL"),
      Flag.withDefault(false)
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Import even when a newer import of the repository was already made"),
      Flag.withDefault(false)
    ),
    remoteImages: Flag.Literals("remote-images", ["fetch", "link"]).pipe(
      Flag.withMetavar("MODE"),
      Flag.withDescription(
        "Pictures of other hosts that the pages show: fetch takes each in once, and sites show the copy; link leads to them [default: fetch]"
      ),
      Flag.withDefault("fetch" as const)
    ),
    json,
    settings: importSettings
  },
  Effect.fn(function* ({ settings, json, ...options }) {
    const { importSource } = yield* Effect.promise(() => import("../importSource.ts"))
    const progress = makeProgress()
    const wanted = {
      ...options,
      organization: Option.getOrUndefined(options.organization),
      space: Option.getOrUndefined(options.space),
      title: Option.getOrUndefined(options.title),
      ref: Option.getOrUndefined(options.ref),
      directory: Option.getOrUndefined(options.directory)
    }
    const made = yield* withStore(
      settings,
      () => Effect.ensuring(importSource(wanted, progress.report), progress.end),
      // pictures are fetched by the command itself, which tells what became of them
      { worker: true, config: { remoteImages: "link" } }
    )
    const { changeRequest, counts, pictures, site, space } = made
    if (changeRequest !== undefined) {
      process.stderr.write(
        `Git and Octavo both changed the same places. The space is as it was; Git's version waits in change request #${changeRequest.number}: ${changeRequest.url}\n`
      )
    }
    const warnings = [
      ...counts.warnings.map(({ message, path }) => `${path}: ${message}`),
      ...(pictures?.failed ?? []).map(({ reason, url }) => `${url}: ${reason}`)
    ]
    for (const warning of warnings.slice(0, shownWarnings)) process.stderr.write(`warning: ${printable(warning)}\n`)
    if (warnings.length > shownWarnings) {
      process.stderr.write(`and ${warnings.length - shownWarnings} more warnings\n`)
    }
    yield* answer(
      json,
      made,
      table([
        ["Space", `${space.title} (${space.id})`],
        ["Pages", `${counts.pages} (${counts.created} new, ${counts.updated} changed, ${counts.deleted} removed)`],
        ["Files", String(counts.files)],
        ...(pictures === undefined || isNothing(pictures) ? [] : [["Pictures", toldOf(pictures)] as const]),
        ...(site === undefined ? [] : [["Site", site.urls.published ?? ""] as const])
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Import a Git repository or a local directory into a space: a GitBook layout (SUMMARY.md, .gitbook.yaml), or any folder of Markdown. Importing again keeps the ids of pages. At the root of a local repository the last commit is read, in any other directory the files as they are."
  ),
  Command.withShortDescription("Import a Git repository or a directory into a space"),
  Command.withExamples([
    { command: "octavo import ./docs --publish", description: "A folder, published as a site" },
    {
      command: "octavo import https://github.com/acme/docs --ref main --directory handbook --title Handbook",
      description: "One directory of a branch"
    }
  ])
)
