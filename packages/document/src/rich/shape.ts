/** Whether a value from outside is a document at all: kinds, lists, depth and size. What a block holds is seen later. */
import type { RichDocument, RichProblem } from "./model.ts"

export interface RichLimits {
  readonly nodes: number
  readonly depth: number
}

/** A page of 10 MB has fewer; the depth is what the parser reads back. */
const richLimits: RichLimits = { nodes: 500_000, depth: 60 }

/** The document, or what is wrong with it. */
export const readShape = (value: unknown, limits: RichLimits = richLimits): RichDocument | RichProblem => {
  if (!isObject(value) || value["object"] !== "document") return { path: "object", message: "must be document" }
  const shape = new Shape(limits)
  const { data } = value
  const version = isObject(data) ? data["schemaVersion"] : undefined
  if (data !== undefined && !isObject(data)) return { path: "data", message: "must be an object" }
  if (version !== undefined && !Number.isInteger(version)) {
    return { path: "data.schemaVersion", message: "must be a whole number" }
  }
  const problem = shape.list(value["nodes"], ["nodes"], ["block"], 1)
  return problem ?? (value as unknown as RichDocument)
}

type Steps = ReadonlyArray<string | number>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

class Shape {
  #nodes = 0
  readonly #limits: RichLimits

  constructor(limits: RichLimits) {
    this.#limits = limits
  }

  list(value: unknown, at: Steps, kinds: ReadonlyArray<string>, depth: number): RichProblem | undefined {
    if (!Array.isArray(value)) return wrong(at, "must be a list")
    if (depth > this.#limits.depth) return wrong(at, `blocks nest at most ${this.#limits.depth} deep`)
    for (let index = 0; index < value.length; index++) {
      const problem = this.#node(value[index], [...at, index], kinds, depth)
      if (problem !== undefined) return problem
    }
    return undefined
  }

  #node(node: unknown, at: Steps, kinds: ReadonlyArray<string>, depth: number): RichProblem | undefined {
    if (++this.#nodes > this.#limits.nodes) return wrong(at, `a document has at most ${this.#limits.nodes} nodes`)
    if (!isObject(node)) return wrong(at, "must be an object")
    const object = node["object"]
    if (typeof object !== "string" || !kinds.includes(object)) {
      return wrong([...at, "object"], `must be ${kinds.join(" or ")}`)
    }
    if (node["key"] !== undefined && typeof node["key"] !== "string") return wrong([...at, "key"], "must be a text")
    if (object === "text") return this.#leaves(node["leaves"], [...at, "leaves"])
    if (object !== "fragment" && typeof node["type"] !== "string") return wrong([...at, "type"], "must be a text")
    const { data } = node
    if (data !== undefined && !isObject(data)) return wrong([...at, "data"], "must be an object")
    if (data !== undefined) {
      const problem = storable(data, [...at, "data"], 0)
      if (problem !== undefined) return problem
    }
    const below =
      object === "fragment" ? ["block"] : object === "block" ? ["block", "inline", "text"] : ["inline", "text"]
    const inner = node["nodes"]
    if (inner !== undefined || object === "fragment") {
      const problem = this.list(inner, [...at, "nodes"], below, depth + 1)
      if (problem !== undefined) return problem
      if (object === "block" && isMixed(inner as ReadonlyArray<{ object: string }>)) {
        return wrong([...at, "nodes"], "must be blocks, or text and inlines")
      }
    }
    const fragments = node["fragments"]
    return fragments === undefined ? undefined : this.list(fragments, [...at, "fragments"], ["fragment"], depth + 1)
  }

  #leaves(leaves: unknown, at: Steps): RichProblem | undefined {
    if (!Array.isArray(leaves)) return wrong(at, "must be a list")
    this.#nodes += leaves.length
    for (let index = 0; index < leaves.length; index++) {
      const leaf: unknown = leaves[index]
      const place = [...at, index]
      if (!isObject(leaf)) return wrong(place, "must be an object")
      for (const name of ["text", "source"]) {
        const value = leaf[name]
        if (value === undefined && name === "source") continue
        if (typeof value !== "string") return wrong([...place, name], "must be a text")
        if (!isStorable(value)) return wrong([...place, name], unstorable)
      }
      const { marks } = leaf
      if (marks === undefined) continue
      if (!Array.isArray(marks) || marks.length > 20) return wrong([...place, "marks"], "must be a list of at most 20")
      const bad = marks.findIndex(
        (mark) =>
          !isObject(mark) || typeof mark["type"] !== "string" || (mark["data"] !== undefined && !isObject(mark["data"]))
      )
      if (bad !== -1) return wrong([...place, "marks", bad], "must be a mark with a type")
    }
    return undefined
  }
}

const isMixed = (nodes: ReadonlyArray<{ object: string }>): boolean =>
  nodes.some(({ object }) => object === "block") && nodes.some(({ object }) => object !== "block")

const unstorable = "must not hold NUL characters or unpaired surrogates"

const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** Texts anywhere in the data of a node. */
const storable = (value: unknown, at: Steps, depth: number): RichProblem | undefined => {
  if (typeof value === "string") return isStorable(value) ? undefined : wrong(at, unstorable)
  if (typeof value !== "object" || value === null) return undefined
  if (depth > 20) return wrong(at, "is nested too deep")
  for (const [name, one] of Object.entries(value)) {
    if (!isStorable(name)) return wrong(at, unstorable)
    const problem = storable(one, [...at, name], depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

const wrong = (at: Steps, message: string): RichProblem => ({ path: at.join("."), message })
