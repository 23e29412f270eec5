import { Api } from "@octavo/api/Api"
import type { Schema } from "effect"

/** What an operation of the contract takes. */
export interface OperationBody {
  readonly schema: Schema.Codec<any, any>
  /** How many names stand in its path: for a program, the arguments before the body. */
  readonly names: number
}

const bodies = new Map<string, OperationBody>()
for (const group of Object.values(Api.groups)) {
  for (const { identifier, path, payload } of Object.values(
    group.endpoints as Record<
      string,
      {
        readonly identifier: string
        readonly path: string
        readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Codec<any, any>> }>
      }
    >
  )) {
    const [schema] = [...payload.values()].flatMap(({ schemas }) => schemas)
    if (schema !== undefined) bodies.set(identifier, { schema, names: path.match(/\/:/g)?.length ?? 0 })
  }
}

/** The body of an operation, by its `operationId`; throws for one that there is not, or that takes none. */
export const bodyOf = (operation: string): OperationBody => {
  const found = bodies.get(operation)
  if (found === undefined) throw new Error(`The contract has no operation ${operation} with a body`)
  return found
}
