/** What a font file is, from its bytes. */
import { Effect } from "effect"
import type { FontFormat } from "./Font.ts"

/** Most bytes of a font's tables when they are unpacked: what a file of the largest allowed size may come to. */
const mostUnpacked = 40_000_000

/** A table as a font's directory tells of it, in bytes. */
interface TableEntry {
  readonly length: number
  /** WOFF2: of the form in which it is packed, where that is another one. */
  readonly transformLength?: number | null
}

interface Opened {
  readonly type: string
  readonly directory: { readonly tables: Readonly<Record<string, TableEntry>> }
  readonly numGlyphs: number
  readonly unitsPerEm: number
  /** Which characters it draws. */
  readonly cmap: { readonly tables: ReadonlyArray<unknown> } | undefined
}

/** The format of a font that browsers can draw text with; a text says why the file is none. */
export const inspectFont = (bytes: Uint8Array): Effect.Effect<{ readonly format: FontFormat } | string> =>
  Effect.promise(async () => {
    const { create } = await import("fontkit")
    let font: Opened
    try {
      // what is unpacked is unpacked when a table is first asked for
      font = create(bytes as never) as unknown as Opened
    } catch {
      return "is no font"
    }
    const format = font.type === "WOFF2" ? "woff2" : font.type === "WOFF" ? "woff" : undefined
    if (format === undefined) return `is a font of another format (${font.type}); convert it to WOFF2`
    try {
      const unpacked = Object.values(font.directory.tables).reduce(
        (sum, { length, transformLength }) => sum + Math.max(length, transformLength ?? 0),
        0
      )
      if (!(unpacked <= mostUnpacked)) return `would unpack to more than ${mostUnpacked} bytes`
      const draws = font.numGlyphs > 0 && font.unitsPerEm >= 16 && (font.cmap?.tables.length ?? 0) > 0
      return draws ? { format } : "is a font without glyphs"
    } catch {
      return "is a damaged font"
    }
  })
