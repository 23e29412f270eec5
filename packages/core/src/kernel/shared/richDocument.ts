/** Rich documents, kept as they are given. What a block of a type must hold is not looked at, only shape and size. */
import { Schema } from "effect"
import { codePoints } from "./text.ts"

/** Most nodes, deepest nesting, and most characters of the JSON text. */
export const richDocumentLimits = { nodes: 20_000, depth: 60, characters: 500_000 }

export interface RichDocument {
  readonly object: "document"
  readonly data: Readonly<Record<string, unknown>>
  readonly nodes: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const objects = new Set(["block", "inline", "text", "fragment"])

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** What is wrong with a value as a rich document, in words; `undefined` for one that is well formed. */
export const richDocumentProblem = (value: unknown): string | undefined => {
  if (!isRecord(value) || value["object"] !== "document") return "must be an object of kind document"
  if (!isRecord(value["data"])) return "must have data, an object"
  const version = value["data"]["schemaVersion"]
  if (version !== undefined && !Number.isInteger(version)) return "data.schemaVersion must be a whole number"
  let nodes = 0
  const walk = (list: unknown, depth: number): string | undefined => {
    if (!Array.isArray(list)) return "nodes must be a list"
    if (depth > richDocumentLimits.depth) return `nodes must not nest deeper than ${richDocumentLimits.depth} levels`
    for (const node of list) {
      if (++nodes > richDocumentLimits.nodes) return `must have at most ${richDocumentLimits.nodes} nodes`
      if (!isRecord(node) || typeof node["object"] !== "string" || !objects.has(node["object"])) {
        return "every node must be of kind block, inline, text or fragment"
      }
      const kind = node["object"]
      if ((kind === "block" || kind === "inline") && typeof node["type"] !== "string") {
        return `every ${kind} must have a type`
      }
      for (const [field, required] of [
        ["nodes", false],
        ["fragments", false],
        ["leaves", kind === "text"]
      ] as const) {
        const inner = node[field]
        if (inner === undefined) {
          if (required) return `every ${kind} must have ${field}`
          continue
        }
        const problem = field === "leaves" ? leavesProblem(inner) : walk(inner, depth + 1)
        if (problem !== undefined) return problem
      }
    }
    return undefined
  }
  const problem = walk(value["nodes"], 1)
  if (problem !== undefined) return problem
  return codePoints(JSON.stringify(value)) > richDocumentLimits.characters
    ? `must have at most ${richDocumentLimits.characters} characters as JSON`
    : undefined
}

const leavesProblem = (leaves: unknown): string | undefined =>
  Array.isArray(leaves) && leaves.every((leaf) => isRecord(leaf) && typeof leaf["text"] === "string")
    ? undefined
    : "leaves must be a list of objects with a text"

const shape = Schema.Struct({
  object: Schema.Literal("document"),
  data: Schema.Record(Schema.String, Schema.Unknown),
  nodes: Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
})

/** A rich document of the API; keys that nobody knows stay. */
export const RichDocument = shape
  .check(Schema.makeFilter((value) => richDocumentProblem(value) ?? true, { expected: "a rich document" }))
  .annotate({ identifier: "RichDocument" }) as unknown as Schema.Codec<RichDocument>
