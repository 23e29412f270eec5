/** What the commands that move whole stores say alike. */
import * as Effect from "effect/Effect"
import { answer, table } from "./run.ts"

/** Files of the source had no bytes, or other ones than their hashes say; it was said already. */
class DamagedFiles extends Error {
  override readonly name = "DamagedFiles"
}

interface Outcome {
  readonly rows: number
  readonly files: number
  readonly damaged: number
}

/** Prints the outcome; fails when files were damaged where they came from, though everything else is done. */
export const printTransfer = Effect.fnUntraced(function* (
  json: boolean,
  outcome: Outcome,
  rows: ReadonlyArray<readonly [name: string, value: string]>
) {
  yield* answer(
    json,
    outcome,
    table([...rows, ["Rows", String(outcome.rows)], ["Files outside", String(outcome.files)]])
  )
  if (outcome.damaged > 0) {
    const files = outcome.damaged === 1 ? "One file has" : `${outcome.damaged} files have`
    return yield* Effect.fail(
      new DamagedFiles(
        `${files} no bytes, or other ones than when they were written; all else is done. octavo verify says which`
      )
    )
  }
})

/** A store can be moved without the key that its secrets are sealed with, but not used without. */
export const remindOfKey = (hasSecret: boolean): Effect.Effect<void> =>
  Effect.sync(() => {
    if (hasSecret) return
    process.stderr.write(
      "The store was sealed with another key: bring its octavo.key into the data directory, or set OCTAVO_SECRET as it was, before you serve it\n"
    )
  })
