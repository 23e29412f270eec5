/** A description of OpenAPI 3.1 that is read piece by piece: of a large one, only what is asked for is ever decoded. */
import { utf8 } from "../../../kernel/shared/hash.ts"
import type { DescriptionIndex } from "./DescriptionIndex.ts"

export type JsonObject = { readonly [key: string]: unknown }

export interface Description {
  readonly index: DescriptionIndex
  /** What a JSON pointer leads to. */
  readonly at: (pointer: string) => unknown
}

/** @param content JSON, of which `index.pieces` tells what lies where */
export const openDescription = (content: Uint8Array, index: DescriptionIndex): Description => {
  const decode = (pointer: string): unknown => {
    const [start, end] = index.pieces[pointer]!
    return JSON.parse(utf8.decode(content.subarray(start, end)))
  }
  return {
    index,
    at: (pointer) => {
      for (let piece = pointer; piece !== ""; piece = piece.slice(0, piece.lastIndexOf("/"))) {
        if (Object.hasOwn(index.pieces, piece)) return descend(decode(piece), pointer.slice(piece.length))
      }
      return undefined
    }
  }
}

/** The same for the time of one look at it: nothing is decoded twice. */
export const memoized = (description: Description): Description => {
  const known = new Map<string, unknown>()
  return {
    index: description.index,
    at: (pointer) => {
      if (!known.has(pointer)) known.set(pointer, description.at(pointer))
      return known.get(pointer)
    }
  }
}

const descend = (value: unknown, pointer: string): unknown => {
  let found = value
  for (const part of pointer.split("/").slice(1)) {
    if (typeof found !== "object" || found === null) return undefined
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~")
    found = Object.hasOwn(found, key) ? (found as JsonObject)[key] : undefined
  }
  return found
}

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isRecord(value) ? Object.entries(value) : []

export const escapePointer = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

/** The pointer of a reference into the same description. */
export const pointerOf = (ref: unknown): string | undefined => {
  if (typeof ref !== "string" || !ref.startsWith("#/")) return undefined
  try {
    return decodeURIComponent(ref.slice(1))
  } catch {
    return ref.slice(1)
  }
}

/** Longest chain of references that is followed: longer ones are cycles. */
const longestChain = 16

/** What a value refers to, with what stands beside the reference laid over it; the value itself without a reference. */
export const resolve = (description: Description, value: unknown): JsonObject | undefined => {
  let found = value
  let beside: JsonObject = {}
  for (let step = 0; step < longestChain; step++) {
    if (!isRecord(found)) return undefined
    const { $ref, ...rest } = found
    if ($ref === undefined) return step === 0 ? found : { ...found, ...beside }
    const pointer = pointerOf($ref)
    beside = { ...rest, ...beside }
    found = pointer === undefined ? undefined : description.at(pointer)
  }
  return undefined
}
