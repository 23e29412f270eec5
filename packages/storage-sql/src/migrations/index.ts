import { type Migration, makeMigrator } from "../Migrations.ts"
import { foundation } from "./0001_foundation.ts"
import { collections } from "./0002_collections.ts"
import { people } from "./0003_people.ts"
import { changeRequests } from "./0004_change_requests.ts"
import { gitConflicts } from "./0009_git_conflicts.ts"

/** Every step of the schema, in order. Released steps are never edited: add one. */
export const migrations: ReadonlyArray<Migration> = [
  { id: 1, name: "foundation", up: foundation },
  { id: 2, name: "collections", up: collections },
  { id: 3, name: "people", up: people },
  { id: 4, name: "change_requests", up: changeRequests },
  { id: 5, name: "git_conflicts", up: gitConflicts }
]

export const migrator = makeMigrator(migrations)
