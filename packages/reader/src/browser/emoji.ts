/** Emoji that look the same on every machine: each page names a font with its own, which the script in its head asks for. */
import { emojiFamily } from "../logic/emojiAddress.ts"
import { emojiFace } from "./emojiFace.ts"

const fontOf = (head: ParentNode): string | undefined =>
  head.querySelector<HTMLElement>("script[data-emoji]")?.dataset["emoji"]

let shown = fontOf(document)

/**
 * Draws the emoji of a page that takes the place of another.
 * @param head of that page
 */
export const exchangeEmoji = (head: ParentNode): void => {
  const wanted = fontOf(head)
  if (!wanted || wanted === shown) return
  shown = wanted
  const face = emojiFace(wanted, "swap")
  face.load().then(
    () => {
      if (shown !== wanted) return
      // one font at a time: an emoji of several letters is drawn by one that has all of them
      for (const one of document.fonts) if (one.family.includes(emojiFamily)) document.fonts.delete(one)
      document.fonts.add(face)
    },
    () => {}
  )
}
