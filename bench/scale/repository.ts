/** Large repositories that nobody wrote. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { makeRepository } from "@octavo/git-cli/testing"

export interface Size {
  readonly pages: number
  readonly assets: number
  /** Of each asset. */
  readonly bytes: number
}

const words =
  "The page explains one thing well and says where to read on. It has [a link](page-0.md), `code` and **strong** words. "

/** About 4 KB of a page that shows a file. */
const page = (i: number, assets: number): string =>
  `---\ndescription: What topic ${i} is about.\n---\n\n# Topic ${i}\n\n` +
  `![A picture](../../.gitbook/assets/asset-${i % assets}.bin)\n\n` +
  Array.from({ length: 8 }, (_, part) => `## Part ${part}\n\n${words.repeat(4)}\n`).join("\n")

/** Twenty pages a folder, the first of them above the others. */
const pathOf = (i: number): string => `guides/section-${Math.floor(i / 20)}/page-${i % 20}.md`

/** Bytes that do not compress, other ones for each number (xorshift). */
const noise = (seed: number, size: number): Buffer => {
  let state = (seed + 1) * 2_654_435_761
  const words = new Uint32Array(size / 4)
  for (let i = 0; i < words.length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[i] = state
  }
  return Buffer.from(words.buffer)
}

/** Makes a bare repository of that size, file by file: it is never wholly in memory. */
export const makeLarge = async (repository: string, { assets, bytes, pages }: Size): Promise<void> => {
  await makeRepository(repository)
  const child = spawn("git", ["-C", repository, "-c", "core.compression=0", "fast-import", "--quiet"], {
    stdio: ["pipe", "ignore", "inherit"]
  })
  const ended = once(child, "close")
  const write = async (data: string | Buffer) => {
    if (!child.stdin.write(data)) await once(child.stdin, "drain")
  }
  const file = async (path: string, content: string | Buffer) => {
    const data = Buffer.from(content)
    await write(`M 100644 inline ${path}\ndata ${data.length}\n`)
    await write(data)
    await write("\n")
  }
  const who = "Bench <bench@bench.test> 1700000000 +0000"
  await write(`commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 5\nLarge\n`)
  await file("README.md", "# Home\n")
  const lines = Array.from({ length: pages }, (_, i) => `${i % 20 === 0 ? "" : "  "}* [Topic ${i}](${pathOf(i)})`)
  await file("SUMMARY.md", `# Table of contents\n\n* [Home](README.md)\n${lines.join("\n")}\n`)
  for (let i = 0; i < pages; i++) await file(pathOf(i), page(i, assets))
  for (let i = 0; i < assets; i++) await file(`.gitbook/assets/asset-${i}.bin`, noise(i, bytes))
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`git fast-import ended with code ${code}`)
}
