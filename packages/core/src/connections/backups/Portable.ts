/**
 * The portable form of a whole store: a list of parts that is the same for every kind of store. First the manifest, then
 * the rows of each table in the order of their keys, then the bytes of files that lie outside of the database, then the
 * end. `backup` writes the parts into a file, `restore` reads them from there, `copy` hands them from store to store.
 */
import { Schema } from "effect"
import { utf8 } from "../../kernel/shared/hash.ts"

/** `time` is a date of the job queue's own tables: ISO 8601 in UTC with microseconds. Our own tables keep times as text. */
export const ColumnKind = Schema.Literals(["text", "integer", "real", "bytes", "time"])
export type ColumnKind = typeof ColumnKind.Type

export const TableShape = Schema.Struct({
  name: Schema.String,
  columns: Schema.Array(Schema.Struct({ name: Schema.String, kind: ColumnKind })),
  /** Columns of the primary key, in its order. */
  key: Schema.Array(Schema.String)
})
export type TableShape = typeof TableShape.Type

/** Version of the form itself: raised when an older reader could not read it. */
export const portableVersion = 1

export const Manifest = Schema.Struct({
  portable: Schema.Literal(portableVersion),
  /** Of the Octavo that wrote it. */
  octavo: Schema.String,
  createdAt: Schema.String,
  /** Names of the migrations of the store, in order: their number is its schema version. */
  migrations: Schema.Array(Schema.String),
  tables: Schema.Array(TableShape),
  /** Rows by table. */
  rows: Schema.Record(Schema.String, Schema.Int),
  /** Files whose bytes lie outside of the database. */
  files: Schema.Struct({ count: Schema.Int, bytes: Schema.Int })
})
export type Manifest = typeof Manifest.Type

export type Value = string | number | Uint8Array | null

export type Part =
  | { readonly kind: "manifest"; readonly manifest: Manifest }
  | { readonly kind: "rows"; readonly table: string; readonly rows: ReadonlyArray<ReadonlyArray<Value>> }
  /** Begins a file: its bytes follow, up to the next `fileEnd`. */
  | { readonly kind: "file"; readonly hash: string; readonly size: number }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** `isWhole` is false where the bytes are missing, or other ones than the hash says. */
  | { readonly kind: "fileEnd"; readonly isWhole: boolean }
  | { readonly kind: "end" }

/** Bytes of rows, or of a file, that one part aims at: what a reader and a writer have in memory. */
export const partBytes = 1024 * 1024

const Head = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("manifest"), manifest: Manifest }),
  Schema.Struct({
    kind: Schema.Literal("rows"),
    table: Schema.String,
    /** Columns of bytes: in the rows stand their lengths. */
    bytes: Schema.Array(Schema.Int),
    rows: Schema.Array(Schema.Array(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))))
  }),
  Schema.Struct({ kind: Schema.Literal("file"), hash: Schema.String, size: Schema.Int }),
  Schema.Struct({ kind: Schema.Literal("bytes") }),
  Schema.Struct({ kind: Schema.Literal("fileEnd"), isWhole: Schema.Boolean }),
  Schema.Struct({ kind: Schema.Literal("end") })
])
type Head = typeof Head.Type

const decodeHead = Schema.decodeUnknownSync(Head)

/** A part as bytes: the length of a head (4 bytes, big-endian), the head as JSON, then the bytes that it tells of. */
export const encodePart = (part: Part): Uint8Array => {
  const pieces: Array<Uint8Array> = []
  const text = utf8.encode(JSON.stringify(headOf(part, pieces)))
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 4 + text.length))
  new DataView(whole.buffer).setUint32(0, text.length)
  whole.set(text, 4)
  let at = 4 + text.length
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const headOf = (part: Part, pieces: Array<Uint8Array>): Head => {
  if (part.kind === "bytes") pieces.push(part.bytes)
  if (part.kind === "bytes") return { kind: "bytes" }
  if (part.kind !== "rows") return part
  const bytes = new Set<number>()
  const rows = part.rows.map((row) =>
    row.map((value, column) => {
      if (!(value instanceof Uint8Array)) return value
      bytes.add(column)
      pieces.push(value)
      return value.length
    })
  )
  return { kind: "rows", table: part.table, bytes: [...bytes], rows }
}

/** The part of some bytes; throws for bytes that are none. */
export const decodePart = (bytes: Uint8Array): Part => {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const head = decodeHead(JSON.parse(utf8.decode(bytes.subarray(4, 4 + length))))
  let at = 4 + length
  if (head.kind === "bytes") return { kind: "bytes", bytes: bytes.subarray(at) }
  if (head.kind !== "rows") return head
  const columns = new Set(head.bytes)
  const rows = head.rows.map((row) =>
    row.map((value, column): Value => {
      if (!columns.has(column) || typeof value !== "number") return value
      if (!Number.isInteger(value) || value < 0 || at + value > bytes.length) {
        throw new RangeError(`${value} bytes of a value are not there`)
      }
      at += value
      return bytes.slice(at - value, at)
    })
  )
  return { kind: "rows", table: head.table, rows }
}
