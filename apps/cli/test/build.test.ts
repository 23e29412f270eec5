import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { cleanUp, octavo, temporaryDirectory, writeFiles } from "./support.ts"

afterAll(cleanUp)

it("octavo build writes a folder as a site, tells what is wrong in it, and leaves nothing else behind", async () => {
  const temporary = temporaryDirectory()
  const directory = temporaryDirectory()
  const links = "[Guide](/guide#steps), [home](/), [ours](/pricing) and [theirs](//other.example/guide)"
  writeFiles(directory, {
    "docs/README.md": `# Home\n\nFirst, and [more](more.md)\n\n${links}\n`,
    "docs/guide.md": "# Guide\n\n## Steps\n"
  })
  const run = (...more: ReadonlyArray<string>) =>
    octavo(["build", join(directory, "docs"), "--out", join(directory, "public"), ...more], {
      env: { TMPDIR: temporary }
    })
  const first = await run("--url", "https://acme.example/handbook/")
  expect(first).toMatchObject({ code: 0 })
  expect(first.stderr).toContain('README.md:3:19: There is no page "more.md": name one that is there\n')
  expect(first.stdout).toMatch(/^Pages {3}2\nFiles {3}(\d+): \1 written, 0 removed\nFolder {2}.*public\n$/)
  const page = readFileSync(join(directory, "public/index.html"), "utf8")
  expect(page).toContain('<link rel="canonical" href="https://acme.example/handbook/">')
  expect(page).toContain('href="/handbook/_octavo/')
  const again = JSON.parse((await run("--url", "https://acme.example/handbook", "--json")).stdout)
  expect(again).toMatchObject({
    pages: 2,
    written: 0,
    removed: 0,
    faults: [{ path: "README.md", line: 3, column: 19 }]
  })
  // elsewhere on its host
  expect(JSON.parse((await run("--base", "docs", "--json")).stdout).written).toBeGreaterThan(0)
  const below = readFileSync(join(directory, "public/index.html"), "utf8")
  expect(below).toContain('href="/docs/_octavo/')
  // a page of the site by its path from the root of the host is below the base, and nothing else is
  for (const href of ["/docs/guide/#steps", "/docs/", "/pricing", "//other.example/guide"])
    expect(below).toContain(`<a href="${href}"`)
  expect(readFileSync(join(directory, "public/readme.md"), "utf8")).toContain(
    "[Guide](/docs/guide#steps), [home](/docs/), [ours](/pricing) and [theirs](//other.example/guide)"
  )
  expect(readdirSync(directory).sort()).toEqual(["docs", "public"])
  expect(readdirSync(temporary).filter((name) => name.startsWith("octavo-"))).toEqual([])
})

it.each([
  [["build", "/nowhere/at/all", "--out", "x"], 1, /^octavo: There is no directory \/nowhere\/at\/all\n$/],
  [["build", "."], 2, /--out/],
  [["build", ".", "--out", "x", "--url", "ftp://acme.example"], 2, /must be an http\(s\) address/],
  [["build", ".", "--out", "x", "--base", "../up"], 2, /must be a path like \/docs\//],
  [["build", ".", "--out", "x", "--site", "handbook"], 1, /Name a folder or a --site, not both/]
])("octavo %j says what is wrong", async (args, code, words) => {
  const { code: was, stderr } = await octavo(args)
  expect(stderr).toMatch(words)
  expect(was).toBe(code)
})

it("octavo build refuses a folder with something in it, and a store that is not there", async () => {
  const directory = temporaryDirectory()
  writeFiles(directory, { "docs/README.md": "# Home\n", "mine/precious.txt": "mine" })
  const refused = await octavo(["build", join(directory, "docs"), "--out", join(directory, "mine")])
  expect(refused.stderr).toMatch(/is not empty, and no earlier build/)
  expect(refused.code).toBe(1)
  const database = `sqlite:${join(directory, "none.db")}`
  const none = await octavo(["build", "--site", "x", "--out", join(directory, "out"), "--database", database])
  expect(none.code).toBe(2)
  expect(existsSync(join(directory, "none.db"))).toBe(false)
  expect(readdirSync(join(directory, "mine"))).toEqual(["precious.txt"])
})
