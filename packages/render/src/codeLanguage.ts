/** The language of a block of code. */
import type { Code } from "@octavo/document"

const NAME = /^[a-z0-9+#._-]{1,40}$/i

const PLAIN = new Set(["text", "txt", "plain", "plaintext", "none"])

/** A language in braces, as `{ .py title="a.py" }` and `{r, echo=FALSE}` begin. */
const IN_BRACES = /^\{ ?\.?([a-z][^\s{}=,]*)[\s},]/i

/** The language of a fence as a name for highlighting. Info strings such as `js{1,3}` or `ts:file.ts` are cut. */
export const languageOf = ({ lang, meta = "" }: Code): string | undefined => {
  const written = lang?.startsWith("{") ? IN_BRACES.exec(`${lang} ${meta}`)?.[1] : lang?.split(/[{:,]/, 1)[0]
  const name = written?.toLowerCase()
  return name === undefined || !NAME.test(name) || PLAIN.has(name) ? undefined : name
}
