/**
 * Goes once through all of a description, in the order of its text, before anything else does: what aliases of YAML stand
 * for is counted each time, so that what comes after never meets more than the limits.
 */
import type { SpecProblem } from "@octavo/core/content/openapi/OpenApiSpec"
import { at, isRecord, pointerOf } from "./values.ts"

const mostValues = 4_000_000
const mostCharacters = 80 * 1024 * 1024
const deepest = 200

export type Survey =
  | { readonly limit: string }
  /** References to elsewhere and to nowhere. */
  | { readonly references: ReadonlyArray<SpecProblem> }

/** Fields whose values are examples: what looks like a reference there is none. */
const examples = new Set(["example", "examples", "default", "enum", "const", "value"])

export const survey = (root: unknown): Survey => {
  const references = new Map<string, SpecProblem>()
  let values = 0
  let characters = 0
  const see = (value: unknown, depth: number, isExample: boolean): string | undefined => {
    if (++values > mostValues) return `The description has more than ${mostValues} values`
    if (typeof value === "string") characters += value.length
    if (characters > mostCharacters) return `The description is longer than ${mostCharacters} characters`
    if (typeof value !== "object" || value === null) return undefined
    if (depth > deepest) return `The description is more than ${deepest} levels deep`
    if (Array.isArray(value)) {
      for (const item of value) {
        const limit = see(item, depth + 1, isExample)
        if (limit !== undefined) return limit
      }
      return undefined
    }
    if (!isRecord(value)) return undefined
    for (const key of Object.keys(value)) {
      characters += key.length
      const inner = value[key]
      if (key === "$ref" && typeof inner === "string" && !isExample && !references.has(inner)) {
        const problem = referenceProblem(root, inner)
        if (problem !== undefined) references.set(inner, problem)
      }
      const limit = see(inner, depth + 1, isExample || (examples.has(key) && depth > 2))
      if (limit !== undefined) return limit
    }
    return undefined
  }
  const limit = see(root, 0, false)
  return limit === undefined ? { references: [...references.values()] } : { limit }
}

const referenceProblem = (root: unknown, ref: string): SpecProblem | undefined => {
  const shown = JSON.stringify(ref.slice(0, 200).toWellFormed())
  const pointer = pointerOf(ref)
  if (pointer === undefined) {
    // a name that a schema of the description has given itself
    if (ref.startsWith("#")) return undefined
    return { message: `$ref ${shown} leads out of the description, and is not followed`, code: "external-reference" }
  }
  return at(root, pointer) === undefined
    ? { message: `$ref ${shown} leads nowhere in the description`, code: "missing-reference" }
    : undefined
}
