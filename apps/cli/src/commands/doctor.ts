/** `octavo doctor`: says what is wrong with an installation and how to mend it. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { answer, configOf } from "../run.ts"
import { json, lookedAtSettings } from "../settings.ts"

const marks = { ok: "ok  ", warning: "warn", problem: "FAIL" } as const

/** Something is wrong; it was said already. */
export class Unhealthy extends Error {
  override readonly name = "Unhealthy"
}

export const doctor = Command.make(
  "doctor",
  { json, settings: lookedAtSettings },
  Effect.fn(function* ({ settings, json }) {
    const config = yield* configOf(settings)
    const { examine } = yield* Effect.promise(() => import("../examine.ts"))
    const findings = yield* examine(config)
    const problems = findings.filter(({ state }) => state === "problem").length
    yield* answer(
      json,
      { healthy: problems === 0, findings },
      findings.flatMap(({ state, what, found, why, mend }) => [
        `${marks[state]}  ${what}: ${found}`,
        ...(why === undefined ? [] : [`      ${why}`]),
        ...(mend === undefined ? [] : [`      -> ${mend}`])
      ])
    )
    if (problems > 0) {
      return yield* Effect.fail(
        new Unhealthy(problems === 1 ? "One problem was found" : `${problems} problems were found`)
      )
    }
  })
).pipe(
  Command.withDescription(
    "Check the store, its people and jobs, the clock, Git, the data directory and its disk, the key, the fonts of PDFs, the place of files, the port, the public URL, proxies and the mail server: what is wrong, why it matters, and how to mend it. Changes nothing; exit code 1 when something is wrong."
  ),
  Command.withShortDescription("Say what is wrong with an installation and how to mend it")
)
