/** The server's own OpenAPI document, as a test reads it: its operations, and a check of answers against its schemas. */
import { Ajv2020 } from "ajv/dist/2020.js"
import type { Client } from "./client.ts"

export interface Operation {
  readonly id: string
  readonly method: string
  /** With `{placeholders}`. */
  readonly path: string
  readonly definition: Record<string, any>
}

export interface Document {
  readonly json: Record<string, any>
  readonly operations: ReadonlyArray<Operation>
  readonly operation: (id: string) => Operation
  /** What is wrong with an answer's body by the document's own schema; `undefined` when nothing is. */
  readonly problemOf: (operationId: string, status: number, body: unknown) => string | undefined
}

export const documentUrl = "https://octavo.test/openapi.json"

export const makeAjv = (json: unknown) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false })
  ajv.addSchema(json as object, documentUrl)
  return ajv
}

const methods = ["get", "post", "put", "patch", "delete"] as const

export const readDocument = async (api: Client): Promise<Document> => {
  const { body: json, status } = await api.get("/openapi.json")
  if (status !== 200) throw new Error(`/openapi.json answered ${status}`)
  const operations = Object.entries<Record<string, any>>(json.paths).flatMap(([path, item]) =>
    methods.flatMap((method) =>
      item[method] === undefined
        ? []
        : [{ id: item[method].operationId as string, method: method.toUpperCase(), path, definition: item[method] }]
    )
  )
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const ajv = makeAjv(json)
  const operation = (id: string): Operation => {
    const found = byId.get(id)
    if (found === undefined) throw new Error(`the document has no operation ${id}`)
    return found
  }
  return {
    json,
    operations,
    operation,
    problemOf: (id, status, body) => {
      const { definition, method, path } = operation(id)
      const given = definition["responses"][status]
      const name: string | undefined = given?.$ref?.split("/").at(-1)
      const response = name === undefined ? given : json["components"].responses[name]
      if (response === undefined) return `${id} answered ${status}, which its document does not list`
      if (response.content === undefined) return body === undefined ? undefined : `${id} ${status} must have no body`
      const at =
        name === undefined
          ? ["paths", path, method.toLowerCase(), "responses", String(status)]
          : ["components", "responses", name]
      const pointer = [...at, "content", "application/json", "schema"]
        .map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")))
        .join("/")
      const validate = ajv.getSchema(`${documentUrl}#/${pointer}`)
      if (validate === undefined) return `${id} ${status} has no schema for JSON`
      return validate(body)
        ? undefined
        : `${id} ${status}: ${ajv.errorsText(validate.errors?.slice(0, 5), { dataVar: "body", separator: "; " })}`
    }
  }
}
