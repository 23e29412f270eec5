import { emojiFamily, emojiRange, svgAddress } from "../logic/emojiAddress.ts"

/**
 * The font of emoji at an address, in the form that the browser draws. WebKit draws SVG, whatever it says of COLRv1; it alone
 * knows color-sbix and SVG. Others draw COLRv1. Where no form is drawn, the font never loads, and the emoji are those of
 * the machine.
 */
export const emojiFace = (address: string, display: FontDisplay): FontFace =>
  new FontFace(emojiFamily, `url(${svgAddress(address)})tech(color-svg,color-sbix),url(${address})tech(color-colrv1)`, {
    display,
    unicodeRange: emojiRange(address)
  })
