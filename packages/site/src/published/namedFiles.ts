/** Files below `/_octavo/` that are named by what is in them, and are made when they are asked for: fonts of emoji, icons. */
import { Effect } from "effect"
import { iconFileAt } from "../assets/iconFiles.ts"
import { staticFile } from "./answers.ts"
import { makeEmojiFonts } from "./emojiFonts.ts"

export const makeNamedFiles = () => {
  const emojiFont = makeEmojiFonts()
  /** @param name path below `/_octavo/`; `undefined` where it is that of no file */
  return (name: string): ReturnType<typeof emojiFont> => {
    const icons = iconFileAt(name)
    return icons === undefined ? emojiFont(name) : Effect.succeed(staticFile(icons))
  }
}
