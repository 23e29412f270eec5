/**
 * The font of some emoji: a task for threads. The pictures are those of Noto Color Emoji (SIL Open Font License 1.1, npm's
 * package of Fontsource), some 500 bytes each.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { AskingTask } from "@octavo/core/kernel/compute/AskingTask"
import type { EmojiForm } from "./letters.ts"
import { makeSubsetter } from "./subset.ts"
import { svgFont } from "./svg/svgFont.ts"
import { readTables } from "./tables.ts"
import { readOpenType, writeOpenType, writeWoff } from "./woff.ts"

export interface EmojiFont {
  /** Code points. */
  readonly letters: ReadonlyArray<number>
  readonly form: EmojiForm
}

const open = () => {
  const file = import.meta.resolve("@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff")
  return makeSubsetter(writeOpenType(readTables(readFileSync(fileURLToPath(file)))))
}

let opened: ReturnType<typeof open> | undefined

/** Answers the file, as WOFF. */
export const emojiFontTask: AskingTask<EmojiFont, Uint8Array> = {
  name: "emojiFont",
  run: async ({ form, letters }) => {
    opened ??= open()
    const cut = await opened
    const font = readOpenType(cut(letters))
    return writeWoff(form === "color-SVG" ? svgFont(font) : font)
  }
}
