/** What the public client's releases say of operations: the 0.146.0 document it carries, and a table of what 0.202.0 and the specification have. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { Ajv } from "ajv"

/** Test inputs that are kept beside the repository, not in it. */
export const shared = fileURLToPath(new URL("../../../../shared/", import.meta.url))

/** The rows of a table among the fixtures, without its head. */
export const rowsOf = (fixture: string): ReadonlyArray<ReadonlyArray<string>> =>
  readFileSync(new URL(`../fixtures/${fixture}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split("\t"))

export interface PublishedOperation {
  readonly id: string
  readonly statuses: ReadonlyArray<string>
}

/** Packages of the client's releases that the suite drives. */
const clientReleases = { "0.146.0": "@gitbook/api", "0.202.0": "@gitbook/api-newest" } as const
export type ClientRelease = keyof typeof clientReleases

/** The OpenAPI document that a release was generated from. */
export const clientDocument = (release: ClientRelease): { readonly paths: Record<string, Record<string, any>> } => {
  const file = createRequire(import.meta.url).resolve(`${clientReleases[release]}/spec/openapi.json`)
  return JSON.parse(readFileSync(file, "utf8"))
}

/** `GET /v1/orgs/{organizationId}` → what a release has there. */
export const clientOperations = (release: ClientRelease = "0.146.0"): ReadonlyMap<string, PublishedOperation> => {
  const { paths } = clientDocument(release)
  const found = new Map<string, PublishedOperation>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (typeof operation?.operationId !== "string") continue
      const statuses = Object.keys(operation.responses)
      found.set(`${method.toUpperCase()} /v1${path}`, { id: operation.operationId, statuses })
    }
  }
  return found
}

/** Columns `method`, `path`, `operation` (`-` for those that 0.202.0 has no more), `specified`, `statuses`. */
const reference = rowsOf("operations.tsv")

/** The requests of the specification, `GET /v1/user`. */
export const specifiedRequests = (): ReadonlyArray<string> =>
  reference.flatMap(([method, path, , specified]) => (specified === "yes" ? [`${method} ${path}`] : []))

/** What 0.202.0 has at `GET /v1/orgs/{organizationId}`. */
export const referenceOperations = (): ReadonlyMap<string, PublishedOperation> =>
  new Map(
    reference.flatMap(([method, path, id, , statuses = ""]) =>
      id === "-" || id === undefined
        ? []
        : [[`${method} ${path}`, { id, statuses: statuses.split(",").filter((status) => status !== "-") }] as const]
    )
  )

/**
 * What is wrong with an answer by the schemas that a release of the client was generated from: code that is compiled
 * against its types would fail on it. Empty when nothing is, or when the release lacks the operation.
 */
export const makeClientCheck = (release: ClientRelease = "0.146.0") => {
  const document = toJsonSchema(clientDocument(release)) as { paths: Record<string, any> }
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: false })
  ajv.addSchema(document, "client")
  return (method: string, path: string, status: number, body: unknown): ReadonlyArray<string> => {
    const at = ["paths", path.replace(/^\/v1/, ""), method.toLowerCase(), "responses", String(status)]
    const response = at.reduce<any>((value, step) => value?.[step], document)
    if (response?.content === undefined) return []
    const pointer = [...at, "content", "application/json", "schema"]
      .map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/")
    const validate = ajv.getSchema(`client#/${pointer}`)
    if (validate === undefined) return ["the client's document has no schema for JSON"]
    validate(body)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

/**
 * OpenAPI 3.0 as JSON Schema, as loose as the types made of it: `nullable` is a type, what stands beside `$ref` is
 * nothing, one match is enough, more fields are no harm.
 */
const toJsonSchema = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(toJsonSchema)
  if (node === null || typeof node !== "object") return node
  const { nullable, discriminator: _, oneOf, ...rest } = node as Record<string, any>
  if (rest["additionalProperties"] === false) delete rest["additionalProperties"]
  if (typeof rest["$ref"] === "string" && nullable !== true) return { $ref: rest["$ref"] }
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toJsonSchema(value)]))
  if (Array.isArray(oneOf)) plain["anyOf"] = [...((plain["anyOf"] as Array<unknown>) ?? []), ...oneOf.map(toJsonSchema)]
  return nullable === true ? { anyOf: [plain, { type: "null" }] } : plain
}
