/** Imports of 5,000 pages with 500 MB of files, against one of a quarter of that. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitFiles, startGitServer } from "@octavo/git-cli/testing"
import { type Importing, startImporting } from "../support/importing.ts"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import { makeLarge, type Size } from "./repository.ts"

const quarter: Size = { pages: 1_250, assets: 125, bytes: 1_000_000 }
const whole: Size = { pages: 5_000, assets: 500, bytes: 1_000_000 }

/** Second imports, each after a commit of one page. */
const again = 5

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

const run = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const git = await startGitServer(root)
  const measure = async (name: string, size: Size) => {
    say(`${name}: making ${size.pages} pages and ${megabytes(size.assets * size.bytes)} of files`)
    const repository = join(root, `${name}.git`)
    await makeLarge(repository, size)
    const url = `${git.url}/${name}.git`
    const server = await startImporting(join(root, name))
    try {
      return await importAll(server, repository, url, size)
    } finally {
      await server.stop()
      rmSync(join(root, name), { recursive: true, force: true })
    }
  }

  const importAll = async (server: Importing, repository: string, url: string, size: Size) => {
    const { peak: idle } = await server.state()
    const space = await server.space("Large")
    const first = await server.import(space, url)
    if (first.counts.pages !== size.pages + 1 || first.counts.files !== size.assets) {
      throw new Error(`imported ${JSON.stringify(first.counts)}`)
    }
    const { peak } = await server.state()
    say(`imported in ${shown(first.milliseconds / 1000)} s; ${megabytes(idle)} before, ${megabytes(peak)} at the peak`)
    say(`it said: ${first.progress.length} times where it was, such as ${sample(first.progress)}`)
    const seconds: Array<number> = []
    for (let i = 0; i < again; i++) {
      await commitFiles(
        repository,
        { "guides/section-7/page-3.md": `# Changed\n\nFor the ${i + 1}. time.\n` },
        "One page"
      )
      const { counts, milliseconds } = await server.import(space, url)
      if (counts.updated !== 1) throw new Error(`the second import changed ${counts.updated} pages`)
      seconds.push(milliseconds)
    }
    return { peak, first: first.milliseconds, again: median(seconds) }
  }

  try {
    const small = await measure("quarter", quarter)
    const large = await measure("whole", whole)
    return [
      {
        what: "peak memory of the server, 5,000 pages and 500 MB; the yardstick: a quarter",
        ours: megabytes(large.peak),
        yardstick: megabytes(small.peak),
        ratio: large.peak / small.peak,
        bar: atMost(1.5)
      },
      {
        what: "time of the import; the yardstick: a quarter",
        ours: `${shown(large.first / 1000)} s`,
        yardstick: `${shown(small.first / 1000)} s`,
        ratio: large.first / small.first
      },
      {
        what: "after a commit that changed one page; the yardstick: the first import",
        ours: `${shown(large.again)} ms`,
        yardstick: `${shown(large.first)} ms`,
        ratio: large.again / large.first,
        bar: atMost(0.1)
      }
    ]
  } finally {
    await git.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Five of them, from the first to the last. */
const sample = (progress: ReadonlyArray<{ readonly message: string }>): string =>
  Array.from({ length: Math.min(5, progress.length) }, (_, i, all = progress.length) =>
    JSON.stringify(progress[Math.floor((i * (all - 1)) / 4)]!.message)
  ).join(", ")

export default { title: "Imports of 5,000 pages with 500 MB of files; the yardstick is a quarter of that", run }
