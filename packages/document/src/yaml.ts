/** YAML read with care: never throws, bounded in size and aliases, keys such as `__proto__` are plain names. */
import { LineCounter, parseDocument } from "yaml"

export type Data = Record<string, unknown>

const MAX_LENGTH = 200_000

export interface Yaml {
  value: unknown
  error?: string
}

/** `texts` reads every scalar as the text that is written. */
export const readYaml = (text: string, texts = false): Yaml => {
  if (text.length > MAX_LENGTH) return { value: undefined, error: "too large to read" }
  try {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, {
      schema: texts ? "failsafe" : "core",
      uniqueKeys: false,
      logLevel: "silent",
      lineCounter,
      // each would show its line, which may be the whole text
      prettyErrors: false
    })
    const [error] = document.errors
    if (error !== undefined) {
      const { col, line } = lineCounter.linePos(error.pos[0])
      return { value: undefined, error: `${error.message.split("\n")[0]!.trim()} at line ${line}, column ${col}:` }
    }
    return { value: isolate(document.toJS({ maxAliasCount: 100 }), 0) }
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error.message.split("\n")[0]! : "cannot be read" }
  }
}

const MAX_DEPTH = 50

/** A copy of plain data whose records have no prototype. */
const isolate = (value: unknown, depth: number): unknown => {
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((item) => isolate(item, depth + 1))
  if (typeof value !== "object" || value === null) return value
  const copy: Data = Object.create(null)
  for (const [key, item] of Object.entries(value)) copy[key] = isolate(item, depth + 1)
  return copy
}

export const isRecord = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value)
