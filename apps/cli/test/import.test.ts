import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { PageHistoryStore } from "@octavo/core/content/git/PageHistoryStore"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { commitFiles, type GitServer, makeRepository, startGitServer } from "@octavo/git-cli/testing"
import { octavoLayer } from "@octavo/runtime/layer"
import { findOrganization } from "@octavo/runtime/setup"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cleanUp, eventually, initialized, loadedOctavo, serve, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

const directory = temporaryDirectory()
const database = `sqlite:${join(directory, "store", "octavo.db")}`

const files = {
  "README.md": "# Handbook\n\nSee [brewing](guide/brewing.md).\n",
  "guide/brewing.md": "# Brewing\n\nHot water.\n",
  "SUMMARY.md": "# Table of contents\n\n* [Handbook](README.md)\n* [Brewing](guide/brewing.md)\n"
}

const write = (name: string, contents: Readonly<Record<string, string>>): string => {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(directory, name, path)), { recursive: true })
    writeFileSync(join(directory, name, path), text)
  }
  return join(directory, name)
}

const importing = (...args: Array<string>) => loadedOctavo(["import", "--database", database, "--json", ...args])

const spaceCount = () =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    return (yield* spaces.list((yield* findOrganization(undefined)).id, {})).count
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, worker: false })),
    Effect.runPromise
  )

const historiesOf = (space: string) =>
  PageHistoryStore.use((store) => store.pages(space)).pipe(
    Effect.map((pages) => pages.map(({ authors, changedAt }) => ({ authors, changedAt }))),
    Effect.provide(octavoLayer({ database, worker: false })),
    Effect.runPromise
  )

let git: GitServer
beforeAll(async () => {
  await initialized(database)
  mkdirSync(join(directory, "git"))
  git = await startGitServer(join(directory, "git"))
  await commitFiles(join(directory, "git", "docs.git"), files, "First")
  await commitFiles(
    join(directory, "git", "nested.git"),
    { "README.md": "# Not this\n", "handbook/README.md": "# Nested\n" },
    "First",
    { branch: "release" }
  )
  await makeRepository(join(directory, "git", "empty.git"))
})
afterAll(() => git.close())

describe("a directory", () => {
  it("becomes a space, with plain progress on stderr and one line of JSON on stdout", async () => {
    const { code, json, stdout, stderr } = await importing(write("docs", files))
    expect(code).toBe(0)
    expect(json).toMatchObject({ space: { title: "docs" }, counts: { pages: 2, created: 2 } })
    expect(json.revision).toBe(json.space.revision)
    expect(stdout.trim().split("\n")).toHaveLength(1)
    expect(stderr).toMatch(/^Reading the directory\nReading pages\n/)
    expect(stderr).not.toContain("\x1b")
  })

  it("needs no SUMMARY.md", async () => {
    const folder = write("plain", { "README.md": "# Plain\n", "b/one.md": "# One\n", "b/two.md": "# Two\n" })
    const { json } = await importing(folder, "--title", "Plain folder")
    expect(json).toMatchObject({ space: { title: "Plain folder" }, counts: { pages: 3 } })
  })

  it("is imported again into the space that is named, and keeps what is unchanged", async () => {
    const folder = write("again", files)
    const first = await importing(folder)
    const same = await importing(folder, "--space", first.json.space.id)
    expect(same.json).toMatchObject({ revision: first.json.revision, counts: { created: 0, deleted: 0 } })
    write("again", { "guide/brewing.md": "# Brewing\n\nHotter water.\n" })
    const changed = await importing(folder, "--space", "again")
    expect(changed.json.counts).toMatchObject({ created: 0, updated: 1, deleted: 0 })
    expect(changed.json.revision).not.toBe(first.json.revision)
  })

  it("that is a repository is read as committed", async () => {
    const repository = join(directory, "git", "docs.git")
    const { json } = await importing(repository, "--title", "Local")
    expect(json).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/), counts: { pages: 2 } })
    // as `octavo build` does, it dates pages by who changed them last
    expect(await historiesOf(json.space.id)).toEqual([
      { changedAt: "2023-11-14T22:13:20.000Z", authors: ["Ada Writer"] },
      { changedAt: "2023-11-14T22:13:20.000Z", authors: ["Ada Writer"] }
    ])
    const missing = await importing(repository, "--ref", "nowhere")
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain("The branch nowhere does not exist. There are: main.")
  })

  it.each([
    ["that does not exist", () => "nowhere", "There is no directory nowhere"],
    ["without a name", () => "", "the source is empty"],
    ["that is a file", () => join(write("file", { "a.md": "# A\n" }), "a.md"), "is a file; name its directory"],
    ["without Markdown", () => write("none", { "a.txt": "x" }), "There is no Markdown file"]
  ])("%s is refused, and nothing is made", async (_, source, message) => {
    const before = await spaceCount()
    const { code, stderr } = await importing(source())
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(await spaceCount()).toBe(before)
  })

  it("is not left by --directory", async () => {
    const { code, stderr } = await importing(write("docs", files), "--directory", "../again")
    expect(code).toBe(1)
    expect(stderr).toContain("The directory ../again is not below")
  })

  it("is counted in pages: groups are none", async () => {
    const summary = "# Summary\n\n* [Home](README.md)\n\n## Group\n\n* [One](one.md)\n"
    const folder = write("grouped", { "SUMMARY.md": summary, "README.md": "# Home\n", "one.md": "# One\n" })
    const { json } = await importing(folder)
    expect(json.counts).toMatchObject({ pages: 2, created: 2, updated: 0, deleted: 0 })
    write("grouped", { "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n" })
    const again = await importing(folder, "--space", "grouped")
    expect(again.json.counts).toMatchObject({ pages: 1, created: 0, deleted: 1 })
  })

  it("goes nowhere when the organization or space is unknown", async () => {
    const folder = write("docs", files)
    const organization = await importing(folder, "--organization", "Nowhere")
    expect(organization).toMatchObject({ code: 1, stdout: "" })
    expect(organization.stderr).toContain('There is no organization with the id or title "Nowhere"')
    const space = await importing(folder, "--space", "Nowhere")
    expect(space.stderr).toContain('There is no space with the id or title "Nowhere" in this organization')
  })
})

describe("a repository over http", () => {
  const remote = (path: string, ...args: Array<string>) =>
    importing(`${git.url}/${path}`, "--allow-private-networks", ...args)

  it("becomes a space and, with --publish, a site that a running server serves", async () => {
    // any worker on the store may carry the import out, so all have the same settings
    const server = await serve(["--database", database, "--allow-private-networks"])
    const { code, json } = await remote("docs.git", "--publish", "--title", "Published", "--url", server.url)
    expect(code).toBe(0)
    expect(json).toMatchObject({ counts: { pages: 2 }, commit: expect.stringMatching(/^[0-9a-f]{40}$/) })
    expect(json.site.urls.published).toBe(`${server.url}/sites/published/`)
    const page = await eventually(
      () => fetch(`${json.site.urls.published}brewing`),
      ({ status }) => status === 200
    )
    expect(await page.text()).toContain("Hot water.")
    expect(await server.stop()).toBe(0)
  })

  it("can be a directory of a branch, whose history is there when the command ends", async () => {
    const { json } = await remote("nested.git", "--ref", "release", "--directory", "handbook", "--title", "Nested")
    expect(json).toMatchObject({ counts: { pages: 1 } })
    expect(await historiesOf(json.space.id)).toEqual([
      { changedAt: "2023-11-14T22:13:20.000Z", authors: ["Ada Writer"] }
    ])
  })

  it.each([
    ["a URL that is no repository", () => remote("nothing.git"), "There is no Git repository at this URL"],
    ["a branch that does not exist", () => remote("docs.git", "--ref", "nowhere"), "The branch nowhere does not exist"],
    ["a missing usual branch", () => remote("nested.git"), "There are: release. Name one with --ref."],
    ["an empty repository", () => remote("empty.git"), "The repository has no branch yet"],
    ["a directory that is not there", () => remote("docs.git", "--directory", "none"), "none"],
    ["a directory outside", () => remote("docs.git", "--directory", "../x"), "must lie inside the repository"],
    ["a private address", () => importing(`${git.url}/docs.git`), "is in a private or reserved network"],
    ["another transport", () => importing("ssh://git@example.org/docs.git"), "must start with https:// or http://"],
    [
      "a wrong password",
      async () => {
        git.options = { auth: { username: "ada", password: "right" } }
        const finished = await importing(
          `${git.url.replace("//", "//ada:wrong-one@")}/docs.git`,
          "--allow-private-networks"
        )
        git.options = {}
        return finished
      },
      "The server refused access"
    ]
  ])("refuses %s, and makes nothing", async (_, run, message) => {
    const before = await spaceCount()
    const { code, stdout, stderr } = await run()
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain("wrong-one")
    expect(await spaceCount()).toBe(before)
  })
})

describe("pictures of other hosts", () => {
  const gif = Buffer.from("R0lGODlhCAAEAIAAAAAAAP///ywAAAAACAAEAAACBYSPqcsFADs=", "base64")
  const asked: Array<string> = []
  const host = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url === "/there.gif") response.end(gif)
    else response.writeHead(404).end()
  })
  let far = ""
  beforeAll(async () => {
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
    far = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => host.close(resolve)))

  const folder = () => write("pictures", { "README.md": `# Pictures\n\n![](${far}/there.gif) ![](${far}/gone.gif)\n` })

  it("are taken in, with a word about those that cannot be had", async () => {
    const args = ["--title", "Pictures", "--allow-private-networks"]
    const { code, json, stderr } = await importing(folder(), ...args)
    expect(code).toBe(0)
    expect(json.pictures).toEqual({
      kept: 1,
      waiting: 0,
      failed: [{ url: `${far}/gone.gif`, reason: "answers 404" }]
    })
    expect(stderr).toContain("Fetching pictures\n")
    expect(stderr).toContain(`warning: ${far}/gone.gif: answers 404\n`)
    expect(asked.toSorted()).toEqual(["/gone.gif", "/there.gif"])
    // what is there is not asked for again
    const again = await loadedOctavo(["import", "--database", database, folder(), "--space", json.space.id, args[2]!])
    expect(again.stdout).toMatch(/^Pictures +1 of other hosts taken in, 1 not to be had$/m)
    expect(asked.filter((path) => path === "/there.gif")).toHaveLength(1)
  })

  it("are left where they are when that is said, and those of private networks anyway", async () => {
    const before = asked.length
    const left = await importing(folder(), "--title", "Left", "--allow-private-networks", "--remote-images", "link")
    expect([left.code, left.json.pictures]).toEqual([0, undefined])
    const refused = await importing(folder(), "--title", "Refused")
    expect([refused.code, refused.json.pictures.kept, refused.json.pictures.failed.length]).toEqual([0, 0, 2])
    expect(refused.json.pictures.failed[0].reason).toContain("private or reserved network")
    expect(asked.length).toBe(before)
    expect((await importing(folder(), "--remote-images", "load")).code).toBe(2)
  })
})
