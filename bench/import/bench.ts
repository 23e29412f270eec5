/** An import of real documentation, and another one after a commit that changed one page. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitFiles, startGitServer } from "@octavo/git-cli/testing"
import { startChild } from "../support/child.ts"
import { commitCorpus, largest } from "../support/corpora.ts"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import type { Imported, Order } from "./ours.ts"
import type { Cloned } from "./yardstick.ts"

const warmUps = 2
const rounds = 7

/** A page of the corpus, and what a commit makes of it. */
const changedPage = "README.md"

const run = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const server = await startGitServer(root)
  const ours = startChild("import/ours.ts", 0)
  const yardstick = startChild("import/yardstick.ts", 1)
  const order = (message: Order) => ours.ask<Imported>(message)
  try {
    const repository = await commitCorpus(largest, root)
    const firsts: Array<Imported> = []
    const agains: Array<number> = []
    const clones: Array<Cloned> = []
    for (let round = -warmUps; round < rounds; round++) {
      // another URL each time: nothing of it is in the cache
      const name = `round-${round + warmUps}`
      const copy = join(root, `${name}.git`)
      cpSync(repository, copy, { recursive: true })
      const url = `${server.url}/${name}.git`
      const cloned = await yardstick.ask<Cloned>({ url, directory: join(root, `${name}-clone`) })
      mkdirSync(join(root, name))
      const first = await order({ open: join(root, name), url })
      await commitFiles(copy, { [changedPage]: `# Changed\n\nIn round ${round}.\n` }, "One page")
      const again = await order({ url })
      await order({ close: true })
      if (again.updated !== 1) throw new Error(`the second import changed ${again.updated} pages`)
      say(
        `${name}: clone and parse ${shown(cloned.milliseconds)} ms, import ${shown(first.milliseconds)} ms, again ${shown(again.milliseconds)} ms`
      )
      if (round < 0) continue
      firsts.push(first)
      agains.push(again.milliseconds)
      clones.push(cloned)
    }
    const ratio = (a: ReadonlyArray<number>, b: ReadonlyArray<number>) => median(a.map((value, i) => value / b[i]!))
    const first = firsts.map(({ milliseconds }) => milliseconds)
    const clone = clones.map(({ milliseconds }) => milliseconds)
    const perSecond = (all: ReadonlyArray<Cloned>) =>
      `${shown(median(all.map(({ milliseconds, pages }) => (pages * 1000) / milliseconds)))} pages/s`
    return [
      {
        what: `${largest.name}, time of an import; the yardstick: git clone, and remark`,
        ours: perSecond(firsts),
        yardstick: perSecond(clones),
        ratio: ratio(first, clone),
        bar: atMost(3)
      },
      {
        what: "after a commit that changed one page; the yardstick: the first import",
        ours: `${shown(median(agains))} ms`,
        yardstick: `${shown(median(first))} ms`,
        ratio: ratio(agains, first),
        bar: atMost(0.1)
      }
    ]
  } finally {
    await Promise.all([ours.stop(), yardstick.stop()])
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
}

export default { title: "Imports of the largest corpus; the yardstick is git clone and parsing with remark", run }
