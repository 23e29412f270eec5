/** Values of JSON that nobody has checked. */
export type JsonObject = Record<string, unknown>

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.toWellFormed() : undefined

/** What a pointer of RFC 6901 leads to. */
export const at = (root: unknown, pointer: string): unknown => {
  let value = root
  for (const part of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~")
    value = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined
  }
  return value
}

export const escapePointer = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

/** The pointer of a `$ref` into the same description; `undefined` for one to elsewhere. */
export const pointerOf = (ref: string): string | undefined => {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined
  try {
    return decodeURIComponent(ref.slice(1))
  } catch {
    return ref.slice(1)
  }
}
