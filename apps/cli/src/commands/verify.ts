/** `octavo verify`: walks a store for what is wrong with what it holds. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeProgress } from "../progress.ts"
import { answer, table, withConfig } from "../run.ts"
import { json, wholeStoreSettings } from "../settings.ts"
import { Unhealthy } from "./doctor.ts"

export const verify = Command.make(
  "verify",
  { json, settings: wholeStoreSettings },
  Effect.fn(function* ({ json, settings }) {
    const { verify } = yield* Effect.promise(() => import("@octavo/runtime/backups"))
    const progress = makeProgress()
    const { count, ...found } = yield* withConfig(settings, (config) =>
      Effect.ensuring(verify(config, progress.report), progress.end)
    )
    yield* answer(json, { sound: count === 0, count, ...found }, [
      ...found.problems.map((problem) => `FAIL  ${problem}`),
      ...(count > found.problems.length ? [`and ${count - found.problems.length} more`] : []),
      ...table([
        ["Objects", String(found.objects)],
        ["Revisions", String(found.revisions)],
        ["Files", String(found.files)],
        ["Problems", String(count)]
      ])
    ])
    if (count > 0) {
      return yield* Effect.fail(new Unhealthy(count === 1 ? "One problem was found" : `${count} problems were found`))
    }
  })
).pipe(
  Command.withDescription(
    "Walk the whole store, as it is at one moment: every hash of content and of files, wherever they lie; every reference from revisions to their content and from row to row; places among siblings; edits that older versions left out of exports; jobs that something waits for. Says what is wrong; exit code 1 when something is. Changes nothing, and servers go on."
  ),
  Command.withShortDescription("Say what is wrong with what a store holds")
)
