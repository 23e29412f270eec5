/** `octavo export`: a space into a repository or a directory. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeProgress } from "../progress.ts"
import { answer, table, withStore } from "../run.ts"
import { exportSettings, json, organization } from "../settings.ts"

export const exportCommand = Command.make(
  "export",
  {
    target: Argument.String("target").pipe(
      Argument.withDescription("An http(s) URL of a Git repository, or a directory of this machine")
    ),
    organization,
    space: Flag.String("space").pipe(Flag.withMetavar("SPACE"), Flag.withDescription("Id or title of the space")),
    ref: Flag.String("ref").pipe(
      Flag.withMetavar("BRANCH"),
      Flag.withDescription("Branch of the repository to commit to; it is made when it does not exist"),
      Flag.withDefault("main")
    ),
    directory: Flag.String("directory").pipe(
      Flag.withMetavar("DIR"),
      Flag.withDescription("Directory of the space inside the target"),
      Flag.optional
    ),
    message: Flag.String("message").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Message of the commit"),
      Flag.withDefault("Update content")
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Where Octavo and Git both changed the same place, take Octavo's version"),
      Flag.withDefault(false)
    ),
    json,
    settings: exportSettings
  },
  Effect.fn(function* ({ settings, json, ...options }) {
    const { exportSpaceTo } = yield* Effect.promise(() => import("../exportTarget.ts"))
    const progress = makeProgress()
    const wanted = {
      ...options,
      organization: Option.getOrUndefined(options.organization),
      directory: Option.getOrUndefined(options.directory)
    }
    const made = yield* withStore(
      settings,
      () => Effect.ensuring(exportSpaceTo(wanted, progress.report), progress.end),
      { worker: true }
    )
    yield* answer(
      json,
      made,
      table([
        ["Space", `${made.space.title} (${made.space.id})`],
        ...("commit" in made
          ? [["Commit", made.commit ?? "nothing to change"] as const]
          : [["Files", made.written === 0 ? "nothing to change" : `${made.written} written`] as const])
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Export a space as Markdown files: one commit to a branch of a repository, or files into a directory. Only what differs is written; files that are none of the space stay."
  ),
  Command.withShortDescription("Export a space to a Git repository or a directory"),
  Command.withExamples([
    { command: "octavo export ./docs --space Handbook", description: "Into a folder" },
    {
      command: 'octavo export https://github.com/acme/docs --space Handbook --message "Publish the handbook"',
      description: "One commit to main"
    }
  ])
)
