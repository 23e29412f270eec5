/** Fonts as files: WOFF 1.0 (W3C), each table of which is compressed by itself, and the tables as OpenType has them. */
import { deflateSync, inflateSync } from "node:zlib"

export interface FontTable {
  /** Four letters. */
  readonly tag: string
  readonly checksum: number
  readonly bytes: Uint8Array
}

export interface FontTables {
  /** The version of the form, as its first four bytes. */
  readonly flavor: number
  readonly tables: ReadonlyArray<FontTable>
}

const padded = (size: number): number => (size + 3) & ~3

/** OpenType, "Calculating checksums". */
export const makeTable = (tag: string, bytes: Uint8Array): FontTable => {
  const words = Buffer.alloc(padded(bytes.length))
  words.set(bytes)
  let checksum = 0
  for (let at = 0; at < words.length; at += 4) checksum = (checksum + words.readUInt32BE(at)) >>> 0
  return { tag, checksum, bytes }
}

/** @param wants which tables are read, by their tags */
export const readWoff = (file: Buffer, wants: (tag: string) => boolean): FontTables => {
  const tables: Array<FontTable> = []
  for (let i = 0, at = 44; i < file.readUInt16BE(12); i++, at += 20) {
    const tag = file.toString("latin1", at, at + 4)
    if (!wants(tag)) continue
    const [offset, packed, size, checksum] = [4, 8, 12, 16].map((field) => file.readUInt32BE(at + field)) as [
      number,
      number,
      number,
      number
    ]
    const bytes = file.subarray(offset, offset + packed)
    tables.push({ tag, checksum, bytes: packed < size ? inflateSync(bytes) : bytes })
  }
  return { flavor: file.readUInt32BE(4), tables }
}

export const readOpenType = (file: Buffer): FontTables => ({
  flavor: file.readUInt32BE(0),
  tables: Array.from({ length: file.readUInt16BE(4) }, (_, i) => {
    const at = 12 + i * 16
    const offset = file.readUInt32BE(at + 8)
    return {
      tag: file.toString("latin1", at, at + 4),
      checksum: file.readUInt32BE(at + 4),
      bytes: file.subarray(offset, offset + file.readUInt32BE(at + 12))
    }
  })
})

/** The checksum in `head`, of the file as a whole, is left as it is: what reads fonts does not look at it. */
export const writeOpenType = ({ flavor, tables }: FontTables): Buffer => {
  const head = 12 + 16 * tables.length
  const file = Buffer.alloc(tables.reduce((size, { bytes }) => size + padded(bytes.length), head))
  const steps = Math.floor(Math.log2(tables.length))
  file.writeUInt32BE(flavor, 0)
  file.writeUInt16BE(tables.length, 4)
  file.writeUInt16BE(16 * 2 ** steps, 6)
  file.writeUInt16BE(steps, 8)
  file.writeUInt16BE(16 * (tables.length - 2 ** steps), 10)
  let offset = head
  for (const [i, { bytes, checksum, tag }] of tables.entries()) {
    const at = 12 + i * 16
    file.write(tag, at, "latin1")
    for (const [field, value] of [checksum, offset, bytes.length].entries())
      file.writeUInt32BE(value, at + 4 + field * 4)
    file.set(bytes, offset)
    offset += padded(bytes.length)
  }
  return file
}

export const writeWoff = ({ flavor, tables }: FontTables): Buffer => {
  const packed = tables.map(({ bytes }) => {
    const small = deflateSync(bytes, { level: 9 })
    return small.length < bytes.length ? small : bytes
  })
  const head = 44 + 20 * tables.length
  const file = Buffer.alloc(packed.reduce((size, bytes) => size + padded(bytes.length), head))
  const whole = tables.reduce((size, { bytes }) => size + padded(bytes.length), 12 + 16 * tables.length)
  file.write("wOFF", 0, "latin1")
  for (const [field, value] of [flavor, file.length].entries()) file.writeUInt32BE(value, 4 + field * 4)
  file.writeUInt16BE(tables.length, 12)
  file.writeUInt32BE(whole, 16)
  let offset = head
  for (const [i, { bytes, checksum, tag }] of tables.entries()) {
    const at = 44 + i * 20
    file.write(tag, at, "latin1")
    const fields = [offset, packed[i]!.length, bytes.length, checksum]
    for (const [field, value] of fields.entries()) file.writeUInt32BE(value, at + 4 + field * 4)
    file.set(packed[i]!, offset)
    offset += padded(packed[i]!.length)
  }
  return file
}
