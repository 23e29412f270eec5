/** What is read of the font that emoji are cut out of. */
import { readWoff, writeWoff } from "./woff.ts"

/** The same pictures a second time, four times as large, and what texts from top to bottom need. */
const unread: ReadonlySet<string> = new Set(["SVG ", "vhea", "vmtx"])

/** The tables that are read. */
export const readTables = (file: Buffer) => readWoff(file, (tag) => !unread.has(tag))

/** The file without the others: two fifths of it. */
export const withoutUnread = (file: Buffer): Buffer => writeWoff(readTables(file))
