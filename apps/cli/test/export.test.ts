import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { commitFiles, type GitServer, git, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { cleanUp, eventually, initialized, octavo, serve, temporaryDirectory, writeFiles } from "./support.ts"

afterAll(cleanUp)

const directory = temporaryDirectory()
const database = `sqlite:${join(directory, "store", "octavo.db")}`

const files = {
  "README.md": "# Handbook\n\nSee [brewing](guide/brewing.md).\n",
  "guide/brewing.md": "# Brewing\r\n\r\nHot water.",
  "SUMMARY.md": "# Table of contents\n\n- [Handbook](README.md)\n- [Brewing](guide/brewing.md)\n"
}

const privately = ["--allow-private-networks", "true"]
const exporting = (...args: Array<string>) =>
  octavo(["export", "--database", database, "--json", ...privately, ...args])

let server: GitServer
beforeAll(async () => {
  await initialized(database)
  writeFiles(join(directory, "docs"), files)
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

it("writes an edited page to the directory it came from, to another one and to a repository", async () => {
  const docs = temporaryDirectory()
  writeFiles(docs, files)
  const own = ["--database", `sqlite:${join(temporaryDirectory(), "octavo.db")}`]
  await octavo(["init", "--title", "Acme", "--email", "ada@acme.org", "--name", "Ada", ...own])
  const { json: imported } = await octavo(["import", docs, "--title", "Edited", "--json", ...own])
  const { stdout } = await octavo(["token", "create", "--user", "ada@acme.org", "--label", "edit", ...own])
  const { stop, url } = await serve([...own, ...privately])
  await eventually(
    () => fetch(`${url}/readyz`),
    ({ ok }) => ok
  )
  const api = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/v1/spaces/${imported.space.id}${path}`, {
      headers: { authorization: `Bearer ${stdout.match(/oct_\S+/)?.[0]}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    const text = await answer.text()
    expect([answer.status, text]).toEqual([200, text])
    return JSON.parse(text)
  }
  const { pages } = (await api("/content")) as { pages: ReadonlyArray<{ id: string; title: string }> }
  const page = pages.find(({ title }) => title === "Brewing")!.id
  const markdown = "# Brewing\n\nCold water.\n"
  await api("/content", { changes: [{ operation: "update_page", page, document: { markdown } }] })
  expect(await stop()).toBe(0)

  const repository = join(directory, "git", "edited.git")
  await commitFiles(repository, files, "First")
  const other = join(temporaryDirectory(), "other")
  for (const target of [docs, other, `${server.url}/edited.git`, docs, other]) {
    const { code, stderr } = await octavo([
      "export",
      target,
      "--space",
      imported.space.id,
      "--json",
      ...own,
      ...privately
    ])
    expect(code, stderr).toBe(0)
  }
  const expected = { ...files, "guide/brewing.md": markdown }
  for (const [path, text] of Object.entries(expected)) {
    expect(readFileSync(join(docs, path), "utf8")).toBe(text)
    expect(readFileSync(join(other, path), "utf8")).toBe(text)
    expect(await git(repository, "show", `main:${path}`)).toBe(text.trimEnd())
  }
})

it("says what is wrong", async () => {
  const unknown = await exporting(join(directory, "out"), "--space", "Nowhere")
  expect(unknown.code).toBe(1)
  expect(unknown.stderr).toContain("Nowhere")
  const gone = await exporting(`${server.url}/gone.git`, "--space", "Handbook")
  expect(gone.code).toBe(1)
  expect(gone.stderr).toMatch(/octavo: .*repository/i)
})
