/** Pages and their translations: tasks. */
import { pageSegments, translatePage } from "@octavo/document"
import { task } from "../../kernel/compute/Task.ts"

/** What of a text is translated. */
export const segments = task(
  "segments",
  ({ text }: { readonly text: string }): ReadonlyArray<string> => pageSegments(text)
)

/** A text in another language; `found` has the translations of its segments. */
export const translated = task(
  "translated",
  ({ found, text }: { readonly text: string; readonly found: ReadonlyMap<string, string> }) =>
    translatePage(text, (segment) => found.get(segment))
)
