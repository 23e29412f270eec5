import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Effect, type Layer } from "effect"
import type { SqlError } from "effect/sql"
import { expect, it } from "vitest"
import { Dialect, migrator } from "../src/index.ts"
import type { Table } from "../src/table.ts"
import { type Store, useStore } from "./client-suite.ts"

const sources = join(import.meta.dirname, "../src")

const isTable = (value: unknown): value is Table<unknown> =>
  typeof value === "object" && value !== null && "shape" in value && "decode" in value

/** Every table that a file of the package declares and exports. */
const declared = async (): Promise<ReadonlyArray<Table<unknown>>> => {
  const files = readdirSync(sources).filter((name) => name.endsWith(".ts"))
  const modules = await Promise.all(
    files.map((name) => import(join(sources, name)) as Promise<Record<string, unknown>>)
  )
  return modules.flatMap((module) => Object.values(module).filter(isTable))
}

/** The columns that stores declare are those that migrations make, of the same kinds. */
export const tablesSuite = (layer: Layer.Layer<Store, SqlError.SqlError>) => {
  const run = useStore(layer)

  it("every column that a store declares is in the schema, and keeps what the store says", async () => {
    const made = await run(
      Effect.andThen(
        migrator.migrate,
        Effect.flatMap(Dialect, ({ portable }) => portable.tables)
      )
    )
    const known = new Map(
      made.flatMap(({ columns, name }) => columns.map((column) => [`${name}.${column.name}`, column.kind] as const))
    )
    const tables = await declared()
    expect(tables.length).toBeGreaterThan(25)
    const wrong = tables.flatMap(({ name, shape }) =>
      shape.flatMap((column) => {
        const expected = column.kind === "integer" || column.kind === "boolean" ? "integer" : "text"
        const found = known.get(`${name}.${column.name}`)
        return found === expected ? [] : [`${name}.${column.name}: ${expected} is ${found ?? "not there"}`]
      })
    )
    expect(wrong).toEqual([])
  })
}
