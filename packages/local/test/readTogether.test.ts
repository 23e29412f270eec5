/** What is worked out of a text for all who ask comes to what each of them would work out. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pageFacts } from "@octavo/core/kernel/texts/PageFacts"
import { readTextAhead, readTexts, textSections } from "@octavo/core/kernel/texts/readTexts"
import { lintPage, type PageLint } from "@octavo/document"
import { GitCli } from "@octavo/git-cli"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeFolderLinter } from "../src/check/lintFolders.ts"
import { textOf } from "../src/check/textOf.ts"

const files: Readonly<Record<string, string | Uint8Array>> = {
  "README.md": "# Home\n\nTo [a](a.md), to [nowhere](none.md#x) and ![](i.png).\n\n### Too deep\n",
  "a.md": "---\ndescription: A\n---\n\n# A\n\n{% if visitor.a %}\n\nOnly [some](README.md)\n\n{% endif %}\n",
  "b.md": '# B\n\n{% include "c.md" %}\n\n## One\n\n<a id="x"></a> {{ book.NAME }}\n',
  "same.md": "# B\n\n[r]: a.md\n\n[a][r] and {% link x %}\n",
  "bytes.md": new Uint8Array([0x23, 0x20, 0xe9, 0x0a, 0x0a, 0x5b, 0x61, 0x5d, 0x28, 0x6e, 0x2e, 0x6d, 0x64, 0x29, 0x0a])
}
const pages = Object.keys(files)

describe("A text that is read once", () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "octavo-read-"))
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), content)
    }
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const textAt = (path: string): string => textOf(readFileSync(join(directory, path)))

  for (const isAhead of [false, true]) {
    it(`says what each who asks would read in it${isAhead ? ", read before it was asked for" : ""}`, () => {
      for (const path of pages) {
        const text = textAt(path)
        if (isAhead) readTextAhead(text)
        const [reading] = readTexts.run({ texts: [text] })
        const { conditions, includes } = reading!.facts
        expect(reading!.lint, path).toEqual(lintPage(text))
        expect(reading!.facts, path).toEqual(pageFacts.run({ text }))
        const isAlone = includes.length === 0 && conditions === undefined
        expect(reading!.sections, path).toEqual(isAlone ? textSections.run({ text }) : undefined)
      }
    })
  }

  it("is not looked at again by the rules, which find the same", async () => {
    const found = await Effect.runPromise(
      Effect.gen(function* () {
        const { entries } = yield* GitCli.readDirectory(directory)
        const read = new Map<string, PageLint>()
        // the bytes of what is no UTF-8 are looked at
        for (const { oid, path } of entries) if (path !== "bytes.md") read.set(oid, lintPage(textAt(path)))
        const listed = [{ folder: "", files: entries }]
        return [yield* makeFolderLinter(directory)(listed), yield* makeFolderLinter(directory, read)(listed)]
      })
    )
    expect(found[0]!.problems.length).toBeGreaterThan(3)
    expect(found[1]).toEqual(found[0])
  })
})
