/** How long a folder takes to be written as files, beside other generators; and how that grows. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import type { Command } from "./command.ts"
import { makeFolder } from "./folder.ts"
import { generators } from "./generators.ts"

const rounds = 3
/** Ten times the pages may take so many times as long, and so many megabytes. */
const growth = 12
const mostMegabytes = 1024

/** Seconds that a build takes, and the most memory of it in megabytes. */
const build = async (
  octavo: Command,
  docs: string,
  out: string
): Promise<{ readonly seconds: number; readonly megabytes: number }> => {
  const begun = performance.now()
  const child = spawn(process.execPath, [...octavo, "build", docs, "--out", out], {
    stdio: ["ignore", "ignore", "ignore"]
  })
  let megabytes = 0
  const timer = setInterval(() => {
    try {
      const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
      megabytes = Math.max(megabytes, Number(kilobytes ?? 0) / 1024)
    } catch {
      // it has ended
    }
  }, 50)
  const [code] = await once(child, "exit")
  clearInterval(timer)
  if (code !== 0) throw new Error(`octavo build ended with ${code}`)
  return { seconds: (performance.now() - begun) / 1000, megabytes }
}

const seconds = (run: () => void): number => {
  const begun = performance.now()
  run()
  return (performance.now() - begun) / 1000
}

export const building = async (octavo: Command, say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    const docs = join(root, "docs")
    makeFolder(docs, 1_000, true)
    const yardsticks = generators(join(root, "generators"), say).map(({ bar, name, prepare }) => ({
      bar,
      name,
      run: prepare(docs, join(root, name.split(" ")[0]!.toLowerCase()))
    }))
    // the first build leaves what Node makes of the code
    await build(octavo, docs, join(root, "out-first"))
    // each into a folder of its own: ext4 makes files slowly where others were deleted a minute before
    let outs = 0
    const fresh = (): string => join(root, `out-${outs++}`)
    const ours: Array<number> = []
    const theirs = yardsticks.map((): Array<number> => [])
    for (let round = 0; round < rounds; round++) {
      ours.push((await build(octavo, docs, fresh())).seconds)
      // the slow ones once
      for (const [i, { bar, run }] of yardsticks.entries()) {
        const most = Math.max(20, (2 * ours[0]!) / bar)
        if (round === 0 || theirs[i]![0]! < 10) theirs[i]!.push(seconds(() => run(fresh(), most)))
      }
    }
    say(`octavo build, 1,000 pages: ${ours.map(shown).join(", ")} s`)
    const own = median(ours)
    const rows = yardsticks.map(({ bar, name }, i): Row => {
      const other = median(theirs[i]!)
      say(`${name}: ${theirs[i]!.map(shown).join(", ")} s`)
      return {
        what: `build of 1,000 pages, cold, beside ${name}`,
        ours: `${shown(own)} s`,
        yardstick: `${shown(other)} s`,
        ratio: own / other,
        bar: atMost(bar)
      }
    })
    const large = join(root, "large")
    makeFolder(large, 10_000, true)
    const grown = await build(octavo, large, join(root, "large-out"))
    return [
      ...rows,
      {
        what: "build of 10,000 pages, beside 1,000",
        ours: `${shown(grown.seconds)} s`,
        yardstick: `${shown(own)} s`,
        ratio: grown.seconds / own,
        bar: atMost(growth)
      },
      {
        what: "memory of that, at most",
        ours: `${shown(grown.megabytes)} MB`,
        yardstick: `${shown(mostMegabytes)} MB`,
        ratio: grown.megabytes / mostMegabytes,
        bar: atMost(1)
      }
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
