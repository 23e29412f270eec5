import { readdirSync } from "node:fs"
import { afterAll, expect, it } from "vitest"
import { cleanUp, develop, eventually, octavo, temporaryDirectory, writeFiles } from "./support.ts"

afterAll(cleanUp)

it("octavo dev shows a folder while it is written, and leaves nothing behind", { timeout: 60_000 }, async () => {
  const temporary = temporaryDirectory()
  const leftovers = () => readdirSync(temporary).filter((name) => name.startsWith("octavo-"))
  const directory = temporaryDirectory()
  writeFiles(directory, { "README.md": "# Home\n\nFirst, and [more](more.md)\n" })
  const { said, stop, url } = await develop(directory, { TMPDIR: temporary })
  const read = async (path: string) => (await fetch(url + path)).text()
  expect(await read("")).toContain("First, and")
  expect(leftovers()).toHaveLength(1)
  await eventually(
    async () => said(),
    (text) => text.includes('README.md:3:19: There is no page "more.md": name one that is there\n')
  )
  expect(said()).toMatch(/^1 pages? in \d+\.\d s: http:\/\/localhost:\d+\/\n/)
  writeFiles(directory, { "more.md": "# More\n\nSecond\n" })
  await eventually(
    () => read("more"),
    (text) => text.includes("Second")
  )
  await eventually(
    async () => said(),
    (text) => text.endsWith("No problems any more\n")
  )
  expect(await stop()).toBe(0)
  expect(readdirSync(directory).sort()).toEqual(["README.md", "more.md"])
  expect(leftovers()).toEqual([])
})

it.each([
  [["dev", "/nowhere/at/all"], 1, /^octavo: There is no directory \/nowhere\/at\/all\n$/],
  [["dev", "--port", "70000"], 2, /must be a number from 0 to 65535, not 70000/]
])("octavo %j says what is wrong", async (args, code, words) => {
  const { code: was, stderr } = await octavo(args)
  expect(stderr).toMatch(words)
  expect(was).toBe(code)
})
