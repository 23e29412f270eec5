import { emojiFamily, emojiRange, svgAddress } from "../logic/emojiAddress.ts"

/**
 * The font of emoji at an address, in the form that the browser draws: Safari draws no COLRv1. Where none is drawn, it never
 * loads, and the emoji are those of the machine.
 */
export const emojiFace = (address: string, display: FontDisplay): FontFace =>
  new FontFace(emojiFamily, `url(${address})tech(color-colrv1),url(${svgAddress(address)})tech(color-svg)`, {
    display,
    unicodeRange: emojiRange(address)
  })
