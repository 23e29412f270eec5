/** Writes a description as JSON, and notes what is in it and where. */
import type {
  DescriptionIndex,
  IndexedOperation,
  IndexedTag
} from "@octavo/core/content/openapi/description/DescriptionIndex"
import { defined } from "@octavo/core/kernel/shared/defined"
import { at, escapePointer, isRecord, type JsonObject, pointerOf, textOf } from "./values.ts"

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

type Pieces = Record<string, readonly [number, number]>

/** Fields at the top whose entries are pieces of their own, and how far down. */
const levels: Readonly<Record<string, number>> = { paths: 1, webhooks: 1, components: 2 }

const encoder = new TextEncoder()

const write = (root: JsonObject): { readonly content: Uint8Array; readonly pieces: Pieces } => {
  const parts: Array<Uint8Array> = []
  const pieces: Pieces = Object.create(null) as Pieces
  let size = 0
  const put = (text: string): void => {
    const bytes = encoder.encode(text)
    parts.push(bytes)
    size += bytes.length
  }
  const entries = (value: JsonObject, pointer: string, depth: number): void => {
    let separator = "{"
    for (const key of Object.keys(value)) {
      const inner = value[key]
      if (inner === undefined) continue
      put(`${separator}${JSON.stringify(key)}:`)
      separator = ","
      const own = `${pointer}/${escapePointer(key)}`
      const below = pointer === "" ? (levels[key] ?? 0) : depth - 1
      if (below > 0 && isRecord(inner)) {
        entries(inner, own, below)
      } else {
        const start = size
        put(JSON.stringify(inner).toWellFormed())
        pieces[own] = [start, size]
      }
    }
    put(separator === "{" ? "{}" : "}")
  }
  entries(root, "", 0)
  const content = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    content.set(part, offset)
    offset += part.length
  }
  return { content, pieces }
}

/** What its author wants nobody to see. */
const isHidden = (operation: JsonObject): boolean =>
  operation["x-internal"] === true || operation["x-gitbook-ignore"] === true

/** The operations of each path of `paths` or `webhooks`. */
const operationsOf = (root: JsonObject, field: string) =>
  Object.entries(isRecord(root[field]) ? root[field] : {}).flatMap(([name, found]) => {
    const item = resolved(root, found)
    if (item === undefined || name.startsWith("x-")) return []
    return methods.flatMap((method) => {
      const operation = item[method]
      return isRecord(operation) && !isHidden(operation) && !isHidden(item) ? [{ name, method, operation }] : []
    })
  })

/** A path item, also where it only refers to one. */
const resolved = (root: JsonObject, found: unknown): JsonObject | undefined => {
  if (!isRecord(found)) return undefined
  const pointer = typeof found["$ref"] === "string" ? pointerOf(found["$ref"]) : undefined
  const target = pointer === undefined ? undefined : at(root, pointer)
  return isRecord(target) ? { ...target, ...found } : found
}

const tagsOf = (root: JsonObject, operations: ReadonlyArray<IndexedOperation>): ReadonlyArray<IndexedTag> => {
  const found = new Map<string, IndexedTag>()
  for (const tag of Array.isArray(root["tags"]) ? root["tags"] : []) {
    const name = isRecord(tag) ? textOf(tag["name"]) : undefined
    if (name === undefined || found.has(name) || isHidden(tag as JsonObject)) continue
    const { description, parent, summary } = tag as JsonObject
    const own = tag as JsonObject
    found.set(name, {
      name,
      ...defined({
        title: textOf(own["x-page-title"]) ?? textOf(own["x-displayName"]) ?? textOf(summary),
        parent: textOf(own["x-parent"]) ?? textOf(parent),
        description: textOf(own["x-page-description"]) ?? textOf(description)
      })
    })
  }
  for (const { tags } of operations) for (const name of tags) if (!found.has(name)) found.set(name, { name })
  return [...found.values()]
}

/** @param root a description of OpenAPI 3.1 */
export const makeIndex = (
  root: JsonObject
): { readonly content: Uint8Array<ArrayBuffer>; readonly index: DescriptionIndex } => {
  const { content, pieces } = write(root)
  const info = isRecord(root["info"]) ? root["info"] : {}
  const operations = operationsOf(root, "paths").map(({ method, name, operation }): IndexedOperation => {
    const tags = Array.isArray(operation["tags"]) ? operation["tags"].map(textOf) : []
    return {
      path: name.toWellFormed(),
      method,
      tags: tags.filter((tag) => tag !== undefined),
      ...defined({ id: textOf(operation["operationId"]), summary: textOf(operation["summary"]) }),
      ...(operation["deprecated"] === true ? { deprecated: true } : {})
    }
  })
  const schemas = at(root, "/components/schemas")
  return {
    content: content as Uint8Array<ArrayBuffer>,
    index: {
      title: textOf(info["title"]) ?? "API",
      ...defined({ version: textOf(info["version"]), description: textOf(info["description"]) }),
      tags: tagsOf(root, operations),
      operations,
      webhooks: operationsOf(root, "webhooks").map(({ method, name, operation }) => ({
        name: name.toWellFormed(),
        method,
        ...defined({ summary: textOf(operation["summary"]) })
      })),
      schemas: isRecord(schemas) ? Object.keys(schemas) : [],
      pieces
    }
  }
}
