/** The language of a block of code. */
import type { Code } from "@octavo/document"

const NAME = /^[a-z0-9+#._-]{1,40}$/i

const PLAIN = new Set(["text", "txt", "plain", "plaintext", "none"])

/** The language of a fence as a name for highlighting. Info strings such as `js{1,3}` or `ts:file.ts` are cut. */
export const languageOf = (code: Code): string | undefined => {
  const name = code.lang?.split(/[{:,]/, 1)[0]?.toLowerCase()
  return name === undefined || !NAME.test(name) || PLAIN.has(name) ? undefined : name
}
