/** What whoever writes a folder is told of it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { makeFolderLinter } from "../src/check/lintFolders.ts"
import { faultsOfImport, faultsOfRules, formatFault } from "../src/faults.ts"

const directory = mkdtempSync(join(tmpdir(), "octavo-faults-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const lint = makeFolderLinter(directory)

/** The folder with these files, each with the id of its text. */
const look = (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text)
  const entries = Object.entries(files).map(([path, text]) => ({ path, oid: text, size: text.length }))
  return Effect.runPromise(lint([{ folder: "", files: entries }]))
}
const faults = async (files: Readonly<Record<string, string>>) =>
  faultsOfRules(directory, await look(files), () => true)

it("what keeps readers from something is told, with the page that it is on; what can be better is not", async () => {
  const found = await faults({
    "README.md": "# Home\n\n![](a.png)\n\n[x](gone.md)\n\n## A\n\n#### B\n",
    "more.md": "# More\n\n{% hint %}\nText\n",
    "a.png": "x"
  })
  expect(found.map((fault) => [formatFault(fault), fault.page])).toEqual([
    ['README.md:5:5: There is no page "gone.md": name one that is there', ""],
    ["more.md:3:1: The block hint has no end: write {% endhint %}", "more"]
  ])
})

it("a text is looked at again when it has changed, and what is gone is forgotten", async () => {
  expect(await faults({ "README.md": "# Home\n\n[x](more.md)\n", "more.md": "# More\n" })).toEqual([])
  const other = await look({ "README.md": "# Home\n\n[x](more.md#part)\n", "more.md": "# More\n" })
  expect(other.problems.map(({ rule }) => rule)).toEqual(["broken-anchor"])
  expect(await faults({ "README.md": "# Home\n\n[x](more.md#part)\n", "more.md": "# More\n\n## Part\n" })).toEqual([])
  expect((await faults({ "README.md": "# Home\n\n[x](more.md#part)\n" })).map((fault) => formatFault(fault))).toEqual([
    'README.md:3:5: There is no page "more.md#part": name one that is there'
  ])
})

it("an import tells what the rules don't", async () => {
  const linted = await look({ "README.md": "# Home\n", ".gitbook.yaml": "redirect: {}\n" })
  const told = linted.folders[0]!.plan.warnings[0]!
  const large = { path: "README.md", message: "left out: it is too large" }
  expect(faultsOfImport([told, large], linted, "")).toEqual([{ ...large, severity: "warning" }])
})
