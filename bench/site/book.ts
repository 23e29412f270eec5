/** The first render of a whole book, from Markdown in Git to HTML of every page; the yardstick is `honkit build`. */
import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { commitFiles, startGitServer } from "@octavo/git-cli/testing"
import { pinned } from "../support/child.ts"
import { startImporting } from "../support/importing.ts"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import { fetchRaw } from "./fetchRaw.ts"

const pageCount = 1_000
const rounds = 3

/** The yardstick is stopped when it has taken so many times as long; that it takes longer is then known. */
const patience = 10

/** Requests at a time. */
const width = 4

/** Installed when the benchmark runs: nothing else needs it. */
const honkit = "honkit@6.1.7"

const prose =
  "The page explains **one thing** well, with `code`, and says [where to read on](../chapter-0/page-0.md) afterwards. "

const code =
  '```js\nimport { open } from "store"\n\nexport const read = async (name) => {\n  const store = await open(name)\n  return store.pages.map(({ title }) => title)\n}\n```\n'

const page = (i: number): string =>
  [
    `# Page about topic ${i}\n`,
    prose.repeat(6),
    `\n## How to begin with ${i}\n`,
    `1. First step\n2. Second step, with *emphasis*\n3. Third step\n`,
    code,
    `## What there is\n`,
    `| Name | Meaning |\n| --- | --- |\n${Array.from({ length: 6 }, (_, row) => `| \`name${row}\` | What name ${row} of page ${i} means |\n`).join("")}`,
    prose.repeat(8),
    `\n> A word of caution.\n`
  ].join("\n")

const book = (): Record<string, string> => {
  const files: Record<string, string> = { "README.md": "# The book\n\nIt has a thousand pages.\n" }
  const lines = ["# Summary\n", "* [The book](README.md)"]
  for (let i = 1; i < pageCount; i++) {
    const path = `chapter-${Math.floor(i / 20)}/page-${i}.md`
    files[path] = page(i)
    lines.push(`${i % 20 === 0 || i === 1 ? "" : "  "}* [Page about topic ${i}](${path})`)
  }
  return { ...files, "chapter-0/page-0.md": page(0), "SUMMARY.md": `${lines.join("\n")}\n` }
}

export const measureBook = async (root: string, say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const files = book()
  const tools = join(root, "honkit")
  mkdirSync(tools)
  execFileSync("npm", ["install", "--prefix", tools, "--no-audit", "--no-fund", "--silent", honkit])
  const git = await startGitServer(root)
  await commitFiles(join(root, "book.git"), files, "The book")
  try {
    const built: Array<number> = []
    const rendered: Array<number> = []
    const imported: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const ours = await renderFirst(`${git.url}/book.git`, join(root, `store-${round}`))
      rendered.push(ours.rendered)
      imported.push(ours.imported)
      const limit = Math.ceil(patience * (ours.imported + ours.rendered))
      built.push(await build(files, tools, join(root, `built-${round}`), limit))
      say(
        `import ${shown(ours.imported)} ms, every page for the first time ${shown(ours.rendered)} ms; honkit ${shown(built[round]!)} ms${built[round] === limit ? ", stopped" : ""}`
      )
    }
    const row = (what: string, ours: ReadonlyArray<number>): Row => ({
      what,
      ours: `${shown(median(ours))} ms`,
      yardstick: `${shown(median(built))} ms`,
      ratio: median(ours.map((time, i) => time / built[i]!)),
      bar: atMost(1)
    })
    return [
      row("every page of 1,000 for the first time; the yardstick: honkit build", rendered),
      row(
        "the same with the import from Git before it",
        rendered.map((time, i) => time + imported[i]!)
      )
    ]
  } finally {
    await git.close()
  }
}

/** Milliseconds that it took, or `limit` when it was stopped then. */
const build = async (
  files: Record<string, string>,
  tools: string,
  directory: string,
  limit: number
): Promise<number> => {
  for (const [path, text] of Object.entries(files)) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const [program, ...args] = pinned(0, [
    process.execPath,
    join(tools, "node_modules/honkit/bin/honkit.js"),
    "build",
    directory,
    join(directory, "out")
  ])
  const begun = performance.now()
  const stopped = await promisify(execFile)(program!, args, {
    maxBuffer: 1e8,
    timeout: limit,
    killSignal: "SIGKILL"
  }).then(
    () => false,
    (error) => {
      if (error.killed) return true
      throw error
    }
  )
  if (stopped) return limit
  const milliseconds = performance.now() - begun
  const pages = readdirSync(join(directory, "out"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html")
  )
  if (pages.length < pageCount) throw new Error(`honkit built ${pages.length} pages`)
  return milliseconds
}

/** Imports the book into a new server, publishes it and asks for every page once. */
const renderFirst = async (repository: string, directory: string) => {
  const server = await startImporting(directory)
  try {
    const space = await server.space("Book")
    const { milliseconds: imported } = await server.import(space, repository)
    const sites = `/v1/orgs/${server.organization}/sites`
    const { id } = await server.call<{ id: string }>("POST", sites, { title: "Book", spaces: [space] })
    const { urls } = await server.call<{ urls: { published: string } }>("POST", `${sites}/${id}/publish`)
    const { port } = await server.state()
    const { host } = new URL(urls.published)
    const sitemap = await fetchRaw(port, new URL("sitemap.xml", urls.published).pathname, { host })
    const text = Buffer.from(sitemap.body, "base64").toString("utf8")
    const paths = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => new URL(loc!).pathname)
    if (paths.length < pageCount) throw new Error(`the sitemap lists ${paths.length} pages`)
    const queue = [...paths]
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: width }, async () => {
        for (let path = queue.pop(); path !== undefined; path = queue.pop()) await fetchRaw(port, path, { host })
      })
    )
    return { imported, rendered: performance.now() - begun }
  } finally {
    await server.stop()
  }
}
