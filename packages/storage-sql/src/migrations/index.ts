import { type Migration, makeMigrator } from "../Migrations.ts"
import { foundation } from "./0001_foundation.ts"

/** Every step of the schema, in order. Released steps are never edited: add one. */
export const migrations: ReadonlyArray<Migration> = [{ id: 1, name: "foundation", up: foundation }]

export const migrator = makeMigrator(migrations)
