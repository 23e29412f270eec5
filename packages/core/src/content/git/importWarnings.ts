/** What an import tells of files that it did not take over as they are. */
import { unreadableBytes } from "@octavo/document"
import type { Body } from "../revisions/model/RevisionTree.ts"
import type { GitSnapshot } from "./Git.ts"
import type { ImportCounts } from "./GitOperation.ts"

type Warnings = ImportCounts["warnings"]

export const warningsOfSkipped = ({ skipped }: GitSnapshot): Warnings =>
  skipped.map(({ path, reason }) => ({ path, message: `left out: ${reason}` }))

/** One for a file that is not all text. */
export const warningsOfBytes = (path: string, { bytes, exact }: Body): Warnings => {
  const { count, line } = unreadableBytes(exact)
  if (count === 0) return []
  const [a, b] = bytes
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)
  const what = `${count} ${count === 1 ? "byte is" : "bytes are"} not UTF-8 text, the first in line ${line}`
  const shown = "shown as \uFFFD, and exports keep them in everything that is not edited"
  const mend = `save the file as UTF-8${isUtf16 ? " (it looks like UTF-16)" : ""} to have all of it shown`
  return [{ path, message: `${what}: ${shown}; ${mend}` }]
}
