/** Docs on a laptop: how long it takes until a folder is seen, until it is written as files, and until it is checked. */
import type { Row } from "../support/table.ts"
import { building } from "./build.ts"
import { checking } from "./check.ts"
import { developing } from "./dev.ts"

const parts = { dev: developing, build: building, check: checking }

/** @param options names of parts; all of them without one */
const run = async (say: (line: string) => void, options: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const [name, part] of Object.entries(parts)) {
    if (options.length === 0 || options.includes(name)) rows.push(...(await part(say)))
  }
  return rows
}

export default { title: "Docs on a laptop: octavo dev, build and check", run }
