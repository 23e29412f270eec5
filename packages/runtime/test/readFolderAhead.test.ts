import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { readFolderAhead } from "../src/readFolderAhead.ts"

const directory = mkdtempSync(join(tmpdir(), "octavo-ahead-"))
afterAll(() => rmSync(directory, { recursive: true }))

const page = (...languages: ReadonlyArray<string>): string =>
  languages.map((language) => `# Page\n\n\`\`\`${language}\n1\n\`\`\`\n`).join("\n")

/** What has the first code of a language in a folder of such pages. */
const withCodeOf = async (name: string, pages: ReadonlyArray<string>) => {
  const folder = join(directory, name)
  mkdirSync(folder)
  for (const [at, text] of pages.entries()) writeFileSync(join(folder, `${String(at).padStart(2, "0")}.md`), text)
  const { withCode } = readFolderAhead({ directory: folder, except: join(folder, "out") })
  // nothing tells that all was read: the last page has code that no other has
  await expect.poll(() => withCode.at(-1)).toBe(pages.at(-1))
  return withCode
}

it("keeps one text of each language that a folder has code in", async () => {
  const pages = [page(), page("js"), page("js"), page("JS", "sh"), page(""), page("sh", "js"), "> ~~~ c\n> 1\n> ~~~\n"]
  expect(await withCodeOf("several", pages)).toEqual([pages[1], pages[3], pages[6]])
})

it("keeps no more than some of a folder of many languages", async () => {
  const pages = Array.from({ length: 20 }, (_, at) => page(`language${at}`))
  expect(await withCodeOf("many", pages.slice(0, 8))).toEqual(pages.slice(0, 8))
  const folder = join(directory, "more")
  mkdirSync(folder)
  for (const [at, text] of pages.entries()) writeFileSync(join(folder, `${at}.md`), text)
  const { withCode } = readFolderAhead({ directory: folder, except: "" })
  await expect.poll(() => withCode.length).toBe(8)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(withCode.length).toBe(8)
})

it("finds code where it was asked for something before it read a page", () => {
  const folder = join(directory, "asked")
  mkdirSync(folder)
  for (const [at, text] of ["Words.\n", "```js\n1\n```\n", "```css\na {}\n```\n"].entries())
    writeFileSync(join(folder, `${at}.md`), text)
  const { end, nextWithCode } = readFolderAhead({ directory: folder, except: "" })
  end()
  expect(nextWithCode()).toMatch(/^```/)
  expect(nextWithCode()).toBe(undefined)
})
