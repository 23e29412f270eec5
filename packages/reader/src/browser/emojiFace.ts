import { emojiFamily, emojiRange } from "../logic/emojiRange.ts"

/**
 * The font of emoji at an address, where the browser can draw it: its pictures are of the form COLRv1. Others keep the
 * emoji of the machine.
 */
export const emojiFace = (address: string, display: FontDisplay): FontFace | undefined =>
  CSS.supports("font-tech(color-COLRv1)")
    ? new FontFace(emojiFamily, `url(${address})`, { display, unicodeRange: emojiRange(address) })
    : undefined
