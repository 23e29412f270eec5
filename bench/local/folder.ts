/** A folder of docs that is as large as is asked for: chapters of 25 pages with code, lists, a hint, a table and links. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const prose =
  "The page explains **one thing** well, with `code`, and says where to read on afterwards. It goes on for a while. "

/** @param plain says in Markdown that every generator knows what a block says otherwise */
const page = (i: number, next: string, plain = false): string =>
  [
    `# Page about topic ${i}\n`,
    prose.repeat(5),
    `\n## How to begin with ${i}\n`,
    `1. First step\n2. Second step, with *emphasis*\n3. [Read on](${next})\n`,
    "```js\nexport const read = async (name) => (await open(name)).pages\n```\n",
    plain ? `> A hint of page ${i}.\n` : `{% hint style="info" %}\nA hint of page ${i}.\n{% endhint %}\n`,
    `| Name | Meaning |\n| --- | --- |\n| \`name\` | What the name of page ${i} means |\n`,
    prose.repeat(5)
  ].join("\n")

const pathOf = (i: number): string => `chapter-${Math.floor(i / 25)}/${i % 25 === 0 ? "README" : `page-${i}`}.md`

/** The page that a writer changes: its path in the folder and on the site. */
export const written = { file: "chapter-3/page-80.md", path: "chapter-3/page-80" }

/** Text of the page that is changed, with words that are nowhere else. The table of contents has its title. */
export const writtenText = (words: string): string => page(80, "page-81.md").replace("\n\n", `\n\n${words}. `)

export const makeFolder = (directory: string, pages: number, plain = false): void => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  write("README.md", "# Home\n\nWelcome.\n")
  const lines = ["# Summary\n", "* [Home](README.md)"]
  for (let i = 0; i < pages; i++) {
    write(pathOf(i), page(i, `../${pathOf((i + 1) % pages)}`, plain))
    lines.push(`${i % 25 === 0 ? "" : "  "}* [Page about topic ${i}](${pathOf(i)})`)
  }
  write("SUMMARY.md", `${lines.join("\n")}\n`)
}
