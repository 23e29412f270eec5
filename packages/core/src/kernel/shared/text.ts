/** Text rules that hold everywhere. Lengths count Unicode code points, the same on every store. */
import * as Schema from "effect/Schema"

/** Number of Unicode code points. */
export const codePoints = (text: string): number => {
  let n = 0
  for (const _ of text) n++
  return n
}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** Whether every store can keep the text as it is: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && !loneSurrogate.test(text)

/** The same of all text in a value, names of fields too. */
export const isStorableValue = (value: unknown): boolean =>
  typeof value === "string"
    ? isStorable(value)
    : Array.isArray(value)
      ? value.every(isStorableValue)
      : value !== null && typeof value === "object"
        ? Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableValue(inner))
        : true

/** A string of `min` to `max` Unicode code points. */
export const Text = (min: number, max: number) =>
  Schema.String.check(
    Schema.makeFilter(
      (text) => {
        // a code point has one or two units: most texts need not be counted
        if (text.length >= min * 2 && text.length <= max) return true
        const n = codePoints(text)
        if (n < min) return `must have at least ${min} character${min === 1 ? "" : "s"}, has ${n}`
        return n <= max || `must have at most ${max} characters, has ${n}`
      },
      {
        expected: `text of ${min} to ${max} characters`,
        toJsonSchema: () => ({ ...(min > 0 ? { minLength: min } : {}), maxLength: max })
      }
    )
  )

/** One of a few words; a refusal names them all. */
export const OneOf = <const Words extends ReadonlyArray<string>>(identifier: string, words: Words) =>
  Schema.Literals(words).annotate({ identifier, message: `must be one of ${words.join(", ")}` })

/** The address of something on the web, which can be asked for: its host and port are such. */
export const WebAddress = Text(0, 2048).check(
  Schema.isPattern(/^https?:\/\//u, { expected: "an http or https address" }),
  Schema.makeFilter((text) => URL.canParse(text) || "must be an address with a host, and a port of at most 65535")
)
