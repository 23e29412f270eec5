/** The smallest requests that the server's own OpenAPI document would let through. */
import type { Document, Operation } from "./document.ts"

/** A value that a schema of the document takes: what is required, and as little of it as may be. */
const sampleOf = (document: Document, schema: any): any => {
  if (schema.$ref !== undefined) {
    return sampleOf(document, document.json["components"].schemas[schema.$ref.split("/").at(-1)])
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (alternatives.length > 0) return sampleOf(document, alternatives[0])
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name: string) => [name, sampleOf(document, schema.properties[name])])
      )
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(document, schema.items))
    case "string":
      return "x".repeat(Math.max(1, schema.minLength ?? 0))
    case "integer":
    case "number":
      return schema.minimum ?? 0
    case "boolean":
      return false
    default:
      return null
  }
}

/** A body that the operation takes; `undefined` when it takes none. */
export const smallestBody = (document: Document, { definition }: Operation): unknown => {
  const schema = definition["requestBody"]?.content?.["application/json"]?.schema
  return schema === undefined ? undefined : sampleOf(document, schema)
}

/** The parameters of the query that must be there. */
export const requiredQuery = (document: Document, { definition }: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries(
    definition["parameters"]
      .filter((parameter: any) => parameter.in === "query" && parameter.required === true)
      .map(({ name, schema }: any) => [name, String(sampleOf(document, schema))])
  )

/** The address of an operation with ids in place of the names in its path, and what its query must have. */
export const urlOf = (
  document: Document,
  operation: Operation,
  ids: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>> = {}
): string => {
  const wanted = new URLSearchParams({ ...requiredQuery(document, operation), ...query }).toString()
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `no-${name}`)
  return wanted === "" ? path : `${path}?${wanted}`
}
