/**
 * Documents of SVG as a font has them, one for each glyph. OpenType, `SVG `: The SVG Table, "SVG table header" and "SVG
 * document list".
 * @param documents by glyph, in the order of the glyphs
 */
export const writeSvgTable = (documents: Iterable<readonly [glyph: number, document: string]>): Buffer => {
  const texts = Array.from(documents, ([glyph, document]) => ({ glyph, bytes: Buffer.from(document) }))
  const head = Buffer.alloc(12 + 12 * texts.length)
  head.writeUInt32BE(10, 2)
  head.writeUInt16BE(texts.length, 10)
  let offset = head.length - 10
  for (const [i, { bytes, glyph }] of texts.entries()) {
    const record = 12 + 12 * i
    head.writeUInt16BE(glyph, record)
    head.writeUInt16BE(glyph, record + 2)
    head.writeUInt32BE(offset, record + 4)
    head.writeUInt32BE(bytes.length, record + 8)
    offset += bytes.length
  }
  return Buffer.concat([head, ...texts.map(({ bytes }) => bytes)])
}
