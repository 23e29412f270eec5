/** How long the text of a page, or of reusable content, may be: one rule for every way in. */
import { Effect } from "effect"
import { Invalid } from "../../kernel/shared/errors.ts"
import { utf8 } from "../../kernel/shared/hash.ts"
import { reference } from "../../kernel/shared/reference.ts"

/** Bytes of Markdown, header included, that a text has at most where nothing is set. */
export const defaultPageBytes = 1_048_576

/** What an installation allows. What was stored when it allowed more stays as it is, and can be read. */
export const MaxPageBytes = reference<number>("@octavo/core/content/revisions/MaxPageBytes", () => defaultPageBytes)

const grouped = (count: number): string => count.toLocaleString("en-US")

/** What is wrong with a text of so many bytes, in words; `undefined` when it is not too long. */
export const pageSizeProblem = (bytes: number, most: number): string | undefined =>
  bytes <= most
    ? undefined
    : `has ${grouped(bytes)} bytes as Markdown, and a page has at most ${grouped(most)} here: make several pages of it, or ask the operator of this server for longer ones`

/** @param path of the text in the input, or what has it in words like `page "Guide"` */
export const pageTooLong = (path: string, problem: string): Invalid =>
  new Invalid({ message: `${path}: ${problem}`, details: [{ path, message: problem }], tooLarge: true })

/**
 * Fails for a text that is too long. U+FFFD counts as the one byte of a file that it may stand for: how many bytes the
 * text has in the end is looked at where it is stored.
 */
export const checkPageSize = (text: string, most: number, path: string): Effect.Effect<void, Invalid> => {
  // no character has more than three bytes for each of its UTF-16 units
  if (text.length * 3 <= most) return Effect.void
  return checkBodySize(utf8.encode(text).length - 2 * (text.split("\uFFFD").length - 1), most, path)
}

/** Fails for a body that is too long. @param bytes that it has */
export const checkBodySize = (bytes: number, most: number, path: string): Effect.Effect<void, Invalid> => {
  const problem = pageSizeProblem(bytes, most)
  return problem === undefined ? Effect.void : Effect.fail(pageTooLong(path, problem))
}
