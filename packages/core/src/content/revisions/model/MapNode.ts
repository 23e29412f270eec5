/**
 * The stored form of persistent maps: how a node is written, and where one node ends and the next begins. Changing
 * anything here changes the hash of all content.
 */
import { storedId } from "@octavo/document"
import type { Schema } from "effect"
import { utf8 } from "../../../kernel/shared/hash.ts"

/**
 * A decoded node. On level 0 `items` are values; above, they are hashes of nodes one level lower, `keys` the last key
 * of each and `counts` the entries below each. Shared by all readers: never changed.
 */
export interface MapNode {
  readonly level: number
  readonly keys: ReadonlyArray<string>
  readonly items: ReadonlyArray<Schema.Json>
  readonly counts: ReadonlyArray<number> | undefined
  /** The values as they are written, where the node was written by this process: most go on into the next one. */
  readonly texts?: ReadonlyArray<string>
}

/** One line of a node: a key with its value, or the last key of a child with its hash and number of entries. */
export interface MapEntry {
  readonly key: string
  readonly item: Schema.Json
  readonly count: number
  /** Whether it comes from a node, and not from somebody who changes the map. */
  readonly isDecoded?: boolean
  /** The item as it is written, where that is known. */
  readonly text?: string | undefined
}

/**
 * Chunk sizes, measured (`test/content/revisions/cost.test.ts`): a minimum with a likely end after it varies less than a plain
 * one-in-eight draw (mean 8 in both), so the nodes on an edited path are smaller: 1.4 against 1.6 times the bytes
 * of ten pages at 10,000 pages.
 */
const minEntries = 5
const maxEntries = 16
const endsOneIn = 4

/**
 * Whether a chunk ends after its `length`th entry. Depends on keys alone, never on values, and only on the entries
 * since the last end: the same entries are cut alike whatever the order they came in.
 */
export const endsChunk = (key: string, level: number, length: number): boolean =>
  length >= maxEntries || (length >= minEntries && keyHash(storedKey(key), level) % endsOneIn === 0)

/** A key with its ids as they are stored, and back: an id, or what begins with one or nothing and may end with one. */
const storedKey = (key: string): string => {
  const first = key.indexOf("/")
  if (first < 0) return storedId(key)
  const last = key.indexOf("/", first + 1)
  const end = last < 0 || key.indexOf("/", last + 1) >= 0 ? key.length : last + 1
  return storedId(key.slice(0, first)) + key.slice(first, end) + storedId(key.slice(end))
}

/** Fields of records, and of the references in them, that hold ids. */
const idFields = new Set(["id", "parent", "page", "file", "space", "user", "collection", "reusableContent", "spec"])

/** A value with its ids as they are stored, and back. The very same value where there is none. */
const storedItem = (key: string, item: Schema.Json): Schema.Json => {
  // only the index of slugs has both: what else is text was written by people
  if (typeof item === "string") return key.includes("/") ? storedId(item) : item
  return typeof item === "object" ? storedFields(item) : item
}

const storedFields = (value: Schema.Json): Schema.Json => {
  if (value === null || typeof value !== "object") return value
  const fields = value as Readonly<Record<string, Schema.Json>>
  let changed: Record<string, Schema.Json> | undefined
  for (const name in fields) {
    const field = fields[name]!
    // what people named themselves
    if (name === "variables") continue
    const stored = typeof field === "string" ? (idFields.has(name) ? storedId(field) : field) : storedFields(field)
    if (stored === field) continue
    changed ??= (Array.isArray(value) ? [...value] : { ...fields }) as Record<string, Schema.Json>
    changed[name] = stored
  }
  return changed ?? value
}

/** FNV-1a over UTF-16 units, seeded by the level and mixed as in MurmurHash3. */
const keyHash = (key: string, level: number): number => {
  let hash = 0x811c9dc5 ^ Math.imul(level + 1, 0x9e3779b1)
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** JSON with sorted keys and no whitespace; absent and `undefined` members are left out. Equal values, equal text. */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`
  const object = value as Readonly<Record<string, unknown>>
  let out = ""
  for (const key of Object.keys(object).sort()) {
    const item = object[key]
    if (item !== undefined) out += `${out === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${out}}`
}

/** Whether two JSON values are equal, absent and `undefined` members alike: the same as equal canonical text. */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  }
  const left = a as Readonly<Record<string, unknown>>
  const right = b as Readonly<Record<string, unknown>>
  return (
    Object.keys(left).every((key) => sameJson(left[key], own(right, key))) &&
    Object.keys(right).every((key) => right[key] === undefined || own(left, key) !== undefined)
  )
}

// a key may be `constructor` or `__proto__`
const own = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** `[0,keys,values]` for a leaf, `[level,keys,hashes,counts]` above. */
export const encodeNode = (level: number, entries: ReadonlyArray<MapEntry>): Uint8Array => {
  const keys = entries.map((entry) => storedKey(entry.key))
  const texts = entries.map(({ item, key, text }) => text ?? canonicalJson(level === 0 ? storedItem(key, item) : item))
  const counts = level === 0 ? undefined : entries.map((entry) => entry.count)
  const rest = counts === undefined ? "" : `,${JSON.stringify(counts)}`
  const bytes = utf8.encode(`[${level},${JSON.stringify(keys)},[${texts.join(",")}]${rest}]`)
  const items = entries.map(({ isDecoded, item }, i) =>
    level > 0 || isDecoded === true ? item : storedItem(keys[i]!, JSON.parse(texts[i]!))
  )
  written.set(bytes, { level, keys: keys.map(storedKey), items, counts, ...(level === 0 && { texts }) })
  return bytes
}

/** Nodes that were just written, by their bytes: nobody decodes them, and what did not change stays the very same. */
const written = new WeakMap<Uint8Array, MapNode>()

/** The node that was written as these very bytes; `undefined` for others. */
export const writtenNode = (bytes: Uint8Array): MapNode | undefined => written.get(bytes)

/** The entries of a node. */
export const entriesOf = ({ counts, items, keys, texts }: MapNode): ReadonlyArray<MapEntry> =>
  keys.map((key, i) => ({ key, item: items[i]!, count: counts?.[i] ?? 1, isDecoded: true, text: texts?.[i] }))

/** The node of parsed JSON; throws on anything else, which is a defect of the store. */
export const decodeNode = (json: ReadonlyArray<any>): MapNode => {
  const [level, keys, items, counts] = json
  const whole =
    Number.isInteger(level) &&
    Array.isArray(keys) &&
    Array.isArray(items) &&
    keys.length === items.length &&
    (level === 0 ? counts === undefined : Array.isArray(counts) && counts.length === keys.length)
  if (!whole) throw new Error("The object is not a node of a map")
  return {
    level,
    keys: keys.map(storedKey),
    items: level === 0 ? items.map((item, i) => storedItem(keys[i], item)) : items,
    counts
  }
}

/** Entries at or below a node. */
export const nodeSize = (node: MapNode): number =>
  node.counts === undefined ? node.keys.length : node.counts.reduce((sum, count) => sum + count, 0)

/** Index of the first key that is not below `key` (with `after`: that is above it). */
export const seek = (keys: ReadonlyArray<string>, key: string, after = false): number => {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const candidate = keys[middle]!
    if (after ? candidate <= key : candidate < key) low = middle + 1
    else high = middle
  }
  return low
}
