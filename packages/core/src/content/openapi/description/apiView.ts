/** What a block of a page shows of a description. */
import { type Description, escapePointer, memoized } from "./Description.ts"
import { type OperationView, operationView, webhookView } from "./operationView.ts"
import { newBudget, type SchemaView, schemaView } from "./schemaView.ts"

export type ApiView =
  | { readonly kind: "operation"; readonly operation: OperationView }
  | {
      readonly kind: "schemas"
      readonly schemas: ReadonlyArray<{ readonly name: string; readonly schema: SchemaView }>
    }

/** What a block asks for. */
export type ApiWanted =
  | { readonly kind: "operation" | "webhook"; readonly path: string; readonly method: string }
  | { readonly kind: "schemas"; readonly schemas: ReadonlyArray<string> }

/** More schemas than so many are not shown by one block. */
const mostSchemas = 500
/** How much of one schema is shown, and of all that a block names. */
const schemaBudget = 300
const blockBudget = 6000

/** `undefined` when the description has nothing of it. */
export const apiView = (description: Description, wanted: ApiWanted): ApiView | undefined => {
  if (wanted.kind !== "schemas") {
    const find = wanted.kind === "webhook" ? webhookView : operationView
    const operation = find(description, wanted.path, wanted.method)
    return operation === undefined ? undefined : { kind: "operation", operation }
  }
  const names = wanted.schemas.includes("*") ? description.index.schemas : wanted.schemas
  const read = memoized(description)
  const whole = newBudget(blockBudget)
  const schemas = names.slice(0, mostSchemas).flatMap((name) => {
    const found = read.at(`/components/schemas/${escapePointer(name)}`)
    if (found === undefined) return []
    const budget = newBudget(Math.max(1, Math.min(schemaBudget, whole.left)))
    const before = budget.left
    const schema = schemaView(read, found, budget)
    whole.left -= before - budget.left
    return [{ name, schema }]
  })
  return schemas.length === 0 ? undefined : { kind: "schemas", schemas }
}
