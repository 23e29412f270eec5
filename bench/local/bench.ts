/**
 * Docs on a laptop: how long it takes until a folder is seen, until it is written as files, and until it is checked. The
 * command is that of `@octavo/cli` as it is packed and installed, since that is what people run, or of the one whose
 * directory `OCTAVO_BENCH_INSTALLED` names; of the sources where `sources` stands behind the name.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { installedCli } from "../support/installed.ts"
import type { Row } from "../support/table.ts"
import { building } from "./build.ts"
import { checking } from "./check.ts"
import { commandOf, sourcesCommand } from "./command.ts"
import { developing } from "./dev.ts"

const parts = { dev: developing, build: building, check: checking }

/** @param options `sources`, and names of parts; all of them without one */
const run = async (say: (line: string) => void, options: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    const command = options.includes("sources") ? sourcesCommand : commandOf(installedCli(root, say))
    const named = options.filter((option) => option !== "sources")
    const rows: Array<Row> = []
    for (const [name, part] of Object.entries(parts)) {
      if (named.length === 0 || named.includes(name)) rows.push(...(await part(command, say)))
    }
    return rows
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

export default { title: "Docs on a laptop: octavo dev, build and check", run }
