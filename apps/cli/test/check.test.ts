import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { cleanUp, loadedOctavo, octavo, temporaryDirectory, writeFiles } from "./support.ts"

afterAll(cleanUp)

it("octavo check tells what is wrong, mends what it can, and ends with a code for programs", async () => {
  const directory = temporaryDirectory()
  writeFiles(directory, { "README.md": "# Home\n\n[a](GUIDE.md) [b](gone.md)\n", "guide.md": "# Guide\n" })
  const wrong = await octavo(["check", directory])
  expect(wrong.code).toBe(1)
  const here = relative(tmpdir(), directory)
  expect(wrong.stdout.replaceAll(`${here}/`, "")).toBe(
    'README.md:3:5: error: There is no page "GUIDE.md": write guide.md (broken-link)\nREADME.md:3:19: error: There is no page "gone.md": name one that is there (broken-link)\n2 errors and 0 warnings in 2 files; 1 can be mended with --fix\n'
  )
  const mended = await octavo(["check", "--fix", "--format", "json"], { cwd: directory })
  expect(mended.code).toBe(1)
  expect(JSON.parse(mended.stdout)).toMatchObject({ fixed: 1, findings: [{ line: 3, column: 19 }] })
  expect(readFileSync(join(directory, "README.md"), "utf8")).toBe("# Home\n\n[a](guide.md) [b](gone.md)\n")
  writeFiles(directory, { "README.md": "# Home\n\n![](dot.png)\n", "dot.png": "x" })
  const warned = await octavo(["check", "--format", "github"], { cwd: directory })
  expect(warned.code).toBe(0)
  expect(warned.stdout).toMatch(/^::warning file=README\.md,line=3,.*title=image-alt::/)
})

describe("a report names files as those who read it find them", () => {
  const root = temporaryDirectory()
  writeFiles(root, { "docs/a/README.md": "# Home\n\n[b](gone.md)\n", ".git/HEAD": "ref: refs/heads/main\n" })
  const fromRepository = "docs/a/README.md"
  const ways: ReadonlyArray<readonly [cwd: string, dir: string, fromHere: string]> = [
    [".", "docs/a", fromRepository],
    ["docs", "a", "a/README.md"],
    ["docs/a", ".", "README.md"]
  ]
  it.each(ways)("of %s, given %s", async (cwd, dir, fromHere) => {
    const report = async (format: string) =>
      (await loadedOctavo(["check", dir, "--format", format], { cwd: join(root, cwd) })).stdout
    expect(await report("text")).toMatch(RegExp(`^${fromHere}:3:5: `))
    expect(await report("junit")).toContain(`name="${fromHere}"`)
    expect(await report("github")).toMatch(RegExp(`^::error file=${fromRepository},line=3,`))
    expect(await report("sarif")).toContain(`"uri": "${fromRepository}"`)
    expect(JSON.parse(await report("json")).findings[0].path).toBe("README.md")
  })
})

it.each([
  [["check", "/nowhere/at/all"], 1, /^octavo: There is no directory \/nowhere\/at\/all\n$/],
  [["check", "--format", "html"], 2, /text.*json.*sarif.*github.*junit/s]
])("octavo %j says what is wrong", async (args, code, words) => {
  const { code: was, stderr } = await octavo(args)
  expect(stderr).toMatch(words)
  expect(was).toBe(code)
})
