import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { commitFiles, type GitServer, git, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { initialized, octavo, temporaryDirectory } from "./support.ts"

const directory = temporaryDirectory()
const database = `sqlite:${join(directory, "store", "octavo.db")}`

const files = {
  "README.md": "# Handbook\n\nSee [brewing](guide/brewing.md).\n",
  "guide/brewing.md": "# Brewing\r\n\r\nHot water.",
  "SUMMARY.md": "# Table of contents\n\n- [Handbook](README.md)\n- [Brewing](guide/brewing.md)\n"
}

const exporting = (...args: Array<string>) =>
  octavo(["export", "--database", database, "--json", "--allow-private-networks", "true", ...args])

let server: GitServer
beforeAll(async () => {
  await initialized(database)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, "docs", path)), { recursive: true })
    writeFileSync(join(directory, "docs", path), text)
  }
  await octavo(["import", "--database", database, "--title", "Handbook", join(directory, "docs")])
  mkdirSync(join(directory, "git"))
  server = await startGitServer(join(directory, "git"), { push: true })
})
afterAll(() => server.close())

it("writes a directory, and nothing the second time", async () => {
  const target = join(directory, "out")
  const first = await exporting(target, "--space", "Handbook")
  expect(first.code, first.stderr).toBe(0)
  expect(first.json).toMatchObject({ written: 3, deleted: 0 })
  for (const path of ["README.md", "guide/brewing.md"] as const) {
    expect(readFileSync(join(target, path), "utf8")).toBe(files[path])
  }
  expect((await exporting(target, "--space", "Handbook")).json).toMatchObject({ written: 0 })
})

it("commits to a repository, and only what differs", async () => {
  const repository = join(directory, "git", "docs.git")
  await commitFiles(repository, { ...files, "README.md": "# Handbook\n\nOld.\n", LICENSE: "Free\n" }, "First")
  const { code, json, stderr } = await exporting(`${server.url}/docs.git`, "--space", "Handbook", "--message", "New")
  expect(code, stderr).toBe(0)
  expect(json.commit).toBe((await git(repository, "rev-parse", "main")).trim())
  expect((await git(repository, "show", "--format=%s", "--name-only", "main")).trim()).toBe("New\n\nREADME.md")
})

it("says what is wrong", async () => {
  const unknown = await exporting(join(directory, "out"), "--space", "Nowhere")
  expect(unknown.code).toBe(1)
  expect(unknown.stderr).toContain("Nowhere")
  const gone = await exporting(`${server.url}/gone.git`, "--space", "Handbook")
  expect(gone.code).toBe(1)
  expect(gone.stderr).toMatch(/octavo: .*repository/i)
})
