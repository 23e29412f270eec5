/**
 * The memory of a server that imports the three corpora and shows all of their published pages: of `@octavo/cli` as it is
 * packed and installed, since that is what people run, or of the one whose directory `OCTAVO_BENCH_INSTALLED` names; of
 * the sources, with what stripping their types takes, where `sources` stands behind the name.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startGitServer } from "@octavo/git-cli/testing"
import { commitCorpus, corpora } from "../support/corpora.ts"
import { type Importing, startImporting } from "../support/importing.ts"
import { installedCli } from "../support/installed.ts"
import { atMost, type Row } from "../support/table.ts"

/** What it may have at most, in bytes. */
const most = 380_000_000

/** Pages that are asked for at a time. */
const readers = 8

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

const run = async (say: (line: string) => void, options: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const installed = options.includes("sources") ? undefined : installedCli(root, say)
  const git = await startGitServer(root)
  const server = await startImporting(join(root, "data"), installed)
  const peak = async () => (await server.state()).peak
  try {
    const idle = await peak()
    say(`idle: ${megabytes(idle)}`)
    const sites: Array<string> = []
    for (const corpus of corpora) {
      await commitCorpus(corpus, root)
      const spaces: Array<string> = []
      for (const directory of corpus.spaces) {
        const space = await server.space(directory === "" ? corpus.name : directory)
        const { counts } = await server.import(space, `${git.url}/${corpus.name}.git`, directory)
        say(`${corpus.name}/${directory}: ${counts.pages} pages, ${counts.files} files; ${megabytes(await peak())}`)
        spaces.push(space)
      }
      sites.push(await publish(server, corpus.name, spaces))
    }
    const imported = await peak()
    let pages = 0
    for (const site of sites) {
      const found = await crawl(site)
      pages += found
      say(`${site}: ${found} pages; ${megabytes(await peak())}`)
    }
    const crawled = await peak()
    const row = (what: string, bytes: number): Row => ({
      what,
      ours: megabytes(bytes),
      yardstick: megabytes(most),
      ratio: bytes / most
    })
    return [
      row(
        `peak memory of the ${installed === undefined ? "server of the sources" : "installed server"}, started`,
        idle
      ),
      row("after the imports of the three corpora", imported),
      { ...row(`after a crawl of their ${pages} published pages`, crawled), bar: atMost(1) }
    ]
  } finally {
    await server.stop()
    await git.close()
    rmSync(root, { recursive: true, force: true })
  }
}

const publish = async (server: Importing, title: string, spaces: ReadonlyArray<string>): Promise<string> => {
  const sites = `/v1/orgs/${server.organization}/sites`
  const { id } = await server.call<{ id: string }>("POST", sites, { title, spaces })
  const { urls } = await server.call<{ urls: { published: string } }>("POST", `${sites}/${id}/publish`)
  return urls.published
}

/** Follows every link below a site; answers how many pages there were. */
const crawl = async (site: string): Promise<number> => {
  const seen = new Set([site])
  const waiting = [site]
  let pages = 0
  const visit = async (url: string) => {
    const response = await fetch(url)
    const text = await response.text()
    if (response.status !== 200 || !response.headers.get("content-type")?.includes("text/html")) return
    pages++
    for (const [, href = ""] of text.matchAll(/<a\b[^>]*?\bhref="([^"#]+)/g)) {
      const target = URL.canParse(href, url) ? new URL(href, url).href.replace(/[?#].*/, "") : ""
      if (!target.startsWith(site) || seen.has(target)) continue
      seen.add(target)
      waiting.push(target)
    }
  }
  while (waiting.length > 0) await Promise.all(waiting.splice(0, readers).map(visit))
  return pages
}

export default { title: "Memory of a server that imports the three corpora and shows all of their pages", run }
