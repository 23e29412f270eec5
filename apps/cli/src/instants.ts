/** Moments as people write them on the command line. */
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"

/**
 * A flag for a moment: a day, a date-time, or how long from now (`90d`), which is before now for `"past"`. Gives ISO
 * 8601 in UTC.
 */
export const instantFlag = (name: string, direction: "past" | "future"): Flag.Flag<string> =>
  Flag.String(name).pipe(
    Flag.withMetavar("TIME"),
    Flag.mapEffect((text) => {
      const at = instant(text, direction === "past" ? -1 : 1)
      return at === undefined
        ? Effect.fail(
            new CliError.InvalidValue({
              option: name,
              value: text,
              expected: "12h, 90d, 8w or an ISO 8601 date",
              kind: "flag"
            })
          )
        : Effect.succeed(at)
    })
  )

/** A day, a date-time, or a time from now like `90d`; as ISO 8601. */
const instant = (text: string, sign: 1 | -1): string | undefined => {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  if (amount !== undefined) {
    const hours = { h: 1, d: 24, w: 168 }[unit as "h" | "d" | "w"]
    return new Date(Date.now() + sign * Number(amount) * hours * 3_600_000).toISOString()
  }
  const at = /^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
