/** How long a folder takes to be checked. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import type { Command } from "./command.ts"
import { makeFolder } from "./folder.ts"

const rounds = 5
/** Of 1,000 pages, in seconds. */
const most = 2

export const checking = async (octavo: Command, say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    const docs = join(root, "docs")
    makeFolder(docs, 1_000)
    const check = (): number => {
      const begun = performance.now()
      execFileSync(process.execPath, [...octavo, "check", docs], { stdio: "ignore" })
      return (performance.now() - begun) / 1000
    }
    check()
    const times = Array.from({ length: rounds }, check)
    say(`octavo check, 1,000 pages: ${times.map(shown).join(", ")} s`)
    const own = median(times)
    return [
      {
        what: "check of 1,000 pages",
        ours: `${shown(own)} s`,
        yardstick: `${most} s`,
        ratio: own / most,
        bar: atMost(1)
      }
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
