/** What the public client's releases say of operations: the 0.146.0 document it carries, and the reference beside the repository. */
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

/** Test inputs that are kept beside the repository, not in it. */
export const shared = fileURLToPath(new URL("../../../../shared/", import.meta.url))

export interface PublishedOperation {
  readonly id: string
  readonly statuses: ReadonlyArray<string>
}

/** `GET /v1/orgs/{organizationId}` → what release 0.146.0 has there. */
export const clientOperations = (): ReadonlyMap<string, PublishedOperation> => {
  const file = createRequire(import.meta.url).resolve("@gitbook/api/spec/openapi.json")
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as { paths: Record<string, Record<string, any>> }
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

/** The same for 0.202.0, from the project's reference; empty where that is not at hand. */
export const referenceOperations = (): ReadonlyMap<string, PublishedOperation> => {
  const file = `${shared}reference/operations.tsv`
  if (!existsSync(file)) return new Map()
  const rows = readFileSync(file, "utf8").trim().split("\n").slice(1)
  return new Map(
    rows.flatMap((row) => {
      const [method, path, id, , , success = "", other = ""] = row.split("\t")
      if (id === "-" || id === undefined) return []
      const statuses = `${success},${other}`.split(",").filter((status) => /^\d+$/.test(status))
      return [[`${method} ${path}`, { id, statuses }] as const]
    })
  )
}
