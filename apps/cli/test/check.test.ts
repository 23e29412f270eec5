import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { cleanUp, octavo, temporaryDirectory, writeFiles } from "./support.ts"

afterAll(cleanUp)

it("octavo check tells what is wrong, mends what it can, and ends with a code for programs", async () => {
  const directory = temporaryDirectory()
  writeFiles(directory, { "README.md": "# Home\n\n[a](GUIDE.md) [b](gone.md)\n", "guide.md": "# Guide\n" })
  const wrong = await octavo(["check", directory])
  expect(wrong.code).toBe(1)
  expect(wrong.stdout).toBe(
    'README.md:3:5: error: There is no page "GUIDE.md": write guide.md (broken-link)\nREADME.md:3:19: error: There is no page "gone.md" (broken-link)\n2 errors and 0 warnings in 2 files; 1 can be mended with --fix\n'
  )
  const mended = await octavo(["check", "--fix", "--format", "json"], { cwd: directory })
  expect(mended.code).toBe(1)
  expect(JSON.parse(mended.stdout)).toMatchObject({ fixed: 1, findings: [{ line: 3, column: 19 }] })
  expect(readFileSync(join(directory, "README.md"), "utf8")).toBe("# Home\n\n[a](guide.md) [b](gone.md)\n")
  writeFiles(directory, { "README.md": "# Home\n\n![](dot.png)\n", "dot.png": "x" })
  const warned = await octavo(["check", directory, "--format", "github"])
  expect(warned.code).toBe(0)
  expect(warned.stdout).toMatch(/^::warning file=README\.md,line=3,.*title=image-alt::/)
})

it.each([
  [["check", "/nowhere/at/all"], 1, /^octavo: There is no directory \/nowhere\/at\/all\n$/],
  [["check", "--format", "html"], 2, /text.*json.*sarif.*github.*junit/s]
])("octavo %j says what is wrong", async (args, code, words) => {
  const { code: was, stderr } = await octavo(args)
  expect(stderr).toMatch(words)
  expect(was).toBe(code)
})
