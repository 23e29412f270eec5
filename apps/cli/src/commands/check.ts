/** `octavo check`: what is wrong in a folder of docs. */
import { existsSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { checkFormats } from "@octavo/local/check/formatNames"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { makeProgress } from "../progress.ts"
import { printable } from "../run.ts"
import { Unhealthy } from "./doctor.ts"

export const check = Command.make(
  "check",
  {
    directory: Argument.String("dir").pipe(
      Argument.withDescription("The folder of the docs; the one that you stand in when left out"),
      Argument.withDefault(".")
    ),
    format: Flag.Literals("format", checkFormats).pipe(
      Flag.withDescription("For people, for programs, for code scanning, for GitHub Actions, or for test reports"),
      Flag.withDefault("text")
    ),
    fix: Flag.Boolean("fix").pipe(
      Flag.withDescription("Mend what can be mended without doubt, in place"),
      Flag.withDefault(false)
    ),
    external: Flag.Boolean("external").pipe(
      Flag.withDescription("Ask other hosts whether links to them lead somewhere"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ directory, external, fix, format }) {
    const path = resolve(directory)
    const [{ ExpectedError }, { checkFolder }, { formatChecked }, { prefixOf }, { untilSignal }, { version }] =
      yield* Effect.promise(() =>
        Promise.all([
          import("@octavo/runtime/errorMessages"),
          import("@octavo/local/check/checkFolder"),
          import("@octavo/local/check/formats"),
          import("@octavo/local/check/pathsOfReaders"),
          import("@octavo/runtime/process"),
          import("@octavo/runtime/layer")
        ])
      )
    if (!existsSync(path) || !statSync(path).isDirectory()) {
      return yield* Effect.fail(new ExpectedError(`There is no directory ${directory}`))
    }
    const progress = makeProgress()
    const checked = yield* checkFolder({ directory: path, external, fix, report: progress.report }).pipe(
      Effect.ensuring(progress.end),
      untilSignal
    )
    const output = formatChecked(format, checked, version, prefixOf(format, path, process.cwd()))
    process.stdout.write(format === "text" ? `${output.trimEnd().split("\n").map(printable).join("\n")}\n` : output)
    const errors = checked.findings.filter(({ severity }) => severity === "error").length
    if (errors > 0) return yield* Effect.fail(new Unhealthy(errors === 1 ? "1 error" : `${errors} errors`))
  })
).pipe(
  Command.withDescription(
    "Check a folder of docs: links to pages, headings and files that are not there, blocks without an end, frontmatter, includes, redirects, pages that nothing names, pictures without alternative text, and more, each with its place and how to mend it. octavo.yaml sets rules, and comments silence them. Exit code 1 when there are errors."
  ),
  Command.withShortDescription("Check a folder of docs for what is wrong"),
  Command.withExamples([
    { command: "octavo check docs", description: "What is wrong, a line each" },
    { command: "octavo check docs --fix", description: "Mend what can be mended without doubt" },
    { command: "octavo check docs --format github", description: "In a workflow of GitHub Actions" }
  ])
)
