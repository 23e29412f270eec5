/** Git imports through the API: what is asked, what goes wrong, what survives. */
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import {
  commitFiles,
  type Fault,
  type GitServer,
  git,
  makeRepository,
  runGit,
  startGitServer
} from "@octavo/git-cli/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { followImport, importOk, main, requestImport, runImport } from "../src/imports.ts"
import { countRevisions, dumpDirectory, dumpRows, dumpStore } from "../src/inspect.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { sampleFiles, startSample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { configOf, listen, startWorld, type World } from "../src/world.ts"

const patience = 240_000

interface Repository {
  readonly path: string
  readonly url: string
}

onBothStores("A Git import", (store) => {
  let world: World
  let api: Client
  let server: GitServer
  let sample: Repository
  let root: string

  beforeAll(async () => {
    world = await startWorld(store)
    api = world.api
    const started = await startSample(world)
    server = started.git
    sample = { path: started.repository, url: started.url }
    root = join(world.database.directory, "repositories")
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  /** An empty repository of its own. */
  const repository = async (name: string): Promise<Repository> => {
    const path = join(root, `${name}.git`)
    await makeRepository(path)
    return { path, url: `${server.url}/${name}.git` }
  }
  const withFaults = async <A>(fault: (url: string) => Fault | undefined, run: () => Promise<A>): Promise<A> => {
    server.options = { fault: ({ url }) => fault(url) }
    try {
      return await run()
    } finally {
      server.options = {}
    }
  }
  const content = async (space: string) => (await api.get(`/v1/spaces/${space}/content`)).body
  const titles = async (space: string): Promise<Array<string>> =>
    (await content(space)).pages.map(({ title }: { title: string }) => title)
  const one = (title: string) => ({ "README.md": `# ${title}\n`, "SUMMARY.md": `* [${title}](README.md)\n` })

  describe("is refused before anything is stored", () => {
    const long = (length: number) => "a".repeat(length)
    const wrong: Readonly<Record<string, ReadonlyArray<unknown>>> = {
      url: [
        undefined,
        null,
        7,
        {},
        "",
        "docs",
        "example.com/docs.git",
        "ftp://example.com/docs.git",
        "ssh://git@example.com/docs.git",
        "ssh://-oProxyCommand=touch%20/tmp/x/docs",
        "git@example.com:docs.git",
        "git://example.com/docs.git",
        "file:///etc",
        "/etc",
        "../docs",
        "ext::sh -c touch% /tmp/x",
        "--upload-pack=touch /tmp/x",
        "https://",
        "http://[::1",
        "https://example.com:99999/docs",
        "https://exa mple.com/docs",
        "https://example.com/do cs",
        "https://example.com/docs\n",
        "https://example.com/docs\u0000",
        "https://example.com\\docs",
        "https://example.com/docs?x=1",
        "https://example.com/docs#main",
        `https://example.com/${long(2048)}`
      ],
      ref: [
        undefined,
        null,
        7,
        "",
        "main",
        "HEAD",
        "refs/heads/",
        "refs/heads/HEAD",
        "refs/tags/v1",
        "refs/heads",
        "--upload-pack=x",
        "refs/heads/-x",
        "refs/heads/a..b",
        "refs/heads/a b",
        "refs/heads/a~1",
        "refs/heads/a^",
        "refs/heads/a:b",
        "refs/heads/a?b",
        "refs/heads/a*",
        "refs/heads/a[b",
        "refs/heads/a\\b",
        "refs/heads/@{u}",
        "refs/heads/.x",
        "refs/heads/x.lock",
        "refs/heads/a//b",
        "refs/heads/x.",
        "refs/heads/x\u0007",
        `refs/heads/${long(600)}`
      ],
      repoProjectDirectory: [
        null,
        7,
        "..",
        "../docs",
        "docs/../..",
        "docs/../../etc",
        "/etc",
        ".git",
        ".GIT",
        "docs/.git/hooks",
        "docs\\..",
        "a\u0000b",
        long(1025)
      ],
      repoTreeURL: [null, 7, "example.com", "javascript:alert(1)//", "ftp://x", `https://x/${long(2048)}`],
      repoCommitURL: [null, 7, "example.com", "data:text/html,x", `https://x/${long(2048)}`],
      timestamp: [null, 7, "", "yesterday", "2026-13-40T00:00:00Z", "1700000000", "12:00"],
      force: [null, "yes", 1],
      standalone: [null, "true", 0],
      gitInfo: [
        null,
        "github",
        { url: "github" },
        { provider: "bitbucket", url: "https://x" },
        { provider: "github", url: "javascript:0" }
      ]
    }

    for (const [field, values] of Object.entries(wrong)) {
      it(`with a wrong ${field}`, async () => {
        const space = await world.space("Untouched")
        const before = (await api.get(`/v1/spaces/${space}`)).text
        for (const value of values) {
          const body = { url: sample.url, ref: main, [field]: value }
          const answer = await api.post(`/v1/spaces/${space}/git/import`, body)
          expect(answer.status, `${JSON.stringify(value)?.slice(0, 60)}`).toBe(400)
          expect(answer.body.error.message).toMatch(/\w{3}/)
          expect(answer.body.error.message.length).toBeLessThan(500)
        }
        expect((await api.get(`/v1/spaces/${space}/git/operations`)).body).toEqual({ count: 0, items: [] })
        expect((await api.get(`/v1/spaces/${space}`)).text).toBe(before)
      })
    }

    it("where private networks may not be reached, when it tries to", async () => {
      const strict = await startWorld(store, { allowPrivateNetworks: false })
      try {
        const space = await strict.space()
        for (const url of [
          sample.url,
          sample.url.replace("127.0.0.1", "localhost"),
          sample.url.replace("127.0.0.1", "[::ffff:7f00:1]"),
          sample.url.replace("127.0.0.1", "2130706433"),
          sample.url.replace("127.0.0.1", "0x7f.1"),
          "http://169.254.169.254/latest/meta-data",
          "http://10.0.0.1/docs.git",
          "http://[fe80::1]/docs.git",
          "http://0.0.0.0/docs.git"
        ]) {
          const answer = await strict.api.post(`/v1/spaces/${space}/git/import`, { url, ref: main })
          if (answer.status === 400) continue
          expect(answer.status, url).toBe(204)
          const operation = await followImport(strict.api, space, answer.headers.get("location")!.split("/").at(-1)!)
          expect([operation.state, operation.error?.reason], url).toEqual(["failed", "Refused"])
          expect(operation.error!.message).toMatch(/private or reserved/)
        }
        expect((await strict.api.get(`/v1/spaces/${space}/git/info`)).status).toBe(404)
      } finally {
        await strict.stop()
      }
    })
  })

  describe("says what is wrong with the repository, and leaves the content alone", () => {
    const failing = async (body: Record<string, unknown>, reason: string, message: RegExp): Promise<void> => {
      const space = await world.space("Kept")
      await importOk(api, space, { url: sample.url, ref: main })
      const before = await api.get(`/v1/spaces/${space}/content`)
      const info = (await api.get(`/v1/spaces/${space}/git/info`)).body
      const operation = await runImport(api, space, { url: sample.url, ref: main, ...body })
      expect([operation.state, operation.error?.reason]).toEqual(["failed", reason])
      expect(operation.error!.message).toMatch(message)
      expect(operation.error!.message).not.toMatch(/\/tmp\/|\bat .+:\d+|fatal:/)
      expect(operation.revision).toBeUndefined()
      expect((await api.get(`/v1/spaces/${space}/content`)).text).toBe(before.text)
      // what it is synchronized with is as it was, and why the last import failed is told
      const { error } = operation
      expect((await api.get(`/v1/spaces/${space}/git/info`)).body).toMatchObject({
        ...info,
        lastOperation: { kind: "import", state: "failed", error }
      })
    }

    it("when there is none", () => failing({ url: `${server.url}/nothing.git` }, "NotARepository", /no Git repository/))

    it("when it is a page of the web", async () => {
      await withFaults(
        (url) =>
          url.includes("/page")
            ? { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Hi</h1>" }
            : undefined,
        () => failing({ url: `${server.url}/page` }, "NotARepository", /Git/)
      )
    })

    it("when it leads elsewhere", async () => {
      await withFaults(
        (url) =>
          url.startsWith("/moved") ? { status: 302, headers: { location: `${server.url}/acme/docs.git` } } : undefined,
        () => failing({ url: `${server.url}/moved` }, "Refused", /redirect/)
      )
    })

    it("when the branch is missing, and names those that there are", async () => {
      const { path, url } = await repository("branches")
      await commitFiles(path, one("A"), "A", { branch: "trunk" })
      await commitFiles(path, one("B"), "B", { branch: "release/2" })
      await failing({ url, ref: "refs/heads/main" }, "RefNotFound", /trunk.*release\/2|release\/2.*trunk/)
    })

    it("when it is empty", async () => {
      const { url } = await repository("empty")
      await failing({ url }, "Empty", /no commit|empty|no branch/i)
    })

    it("when objects are missing at its source", async () => {
      const path = join(root, "damaged.git")
      await commitFiles(path, { "README.md": "# Whole\n", "other.md": "# Other\n" }, "First")
      const blob = (await git(path, "rev-parse", "main:other.md")).trim()
      await rm(join(path, "objects", blob.slice(0, 2), blob.slice(2)))
      await failing({ url: `${server.url}/damaged.git` }, "Failed", /damaged at its source/)
    })
    it("when the directory is missing", () =>
      failing({ repoProjectDirectory: "no/such" }, "DirectoryNotFound", /director|folder/i))

    it("when it is a file", () =>
      failing({ repoProjectDirectory: "README.md" }, "DirectoryNotFound", /director|folder/i))

    it("when it wants to know who asks", async () => {
      server.options = { auth: { username: "ada", password: "right" } }
      try {
        await world.space()
        const space = await world.space("Locked out")
        for (const url of [
          sample.url,
          sample.url.replace("//", "//ada:wrong@"),
          sample.url.replace("//", "//bob:right@")
        ]) {
          const operation = await runImport(api, space, { url, ref: main })
          expect([operation.state, operation.error?.reason]).toEqual(["failed", "AuthenticationFailed"])
          expect(operation.error!.message).toMatch(/token/)
          expect(operation.error!.message).not.toMatch(/wrong|right|ada|bob/)
        }
        expect((await content(space)).pages).toEqual([])
        const operation = await runImport(api, space, { url: sample.url.replace("//", "//ada:right@"), ref: main })
        expect(operation.state).toBe("completed")
      } finally {
        server.options = {}
      }
    })

    it("when the connection breaks, and tries again by itself", async () => {
      const space = await world.space("Shaky")
      let broken = 0
      await withFaults(
        () => (broken++ < 2 ? "reset" : undefined),
        async () => {
          const operation = await runImport(api, space, { url: sample.url, ref: main })
          expect([operation.state, operation.error]).toEqual(["completed", undefined])
          expect(operation.attempts).toBeGreaterThan(1)
        }
      )
      expect(await titles(space)).toContain("Welcome")
    })

    it("when there is no table of contents: the folders are one", async () => {
      const { path, url } = await repository("folders")
      await commitFiles(
        path,
        {
          "README.md": "# Home\n",
          "guides/README.md": "# Guides\n",
          "guides/first.md": "# First steps\n",
          "guides/second.md": "No heading\n",
          "reference/api.md": "# The API\n",
          "notes.txt": "not a page"
        },
        "Folders"
      )
      const space = await world.space()
      const operation = await importOk(api, space, { url, ref: main })
      expect(operation.counts).toMatchObject({ pages: 5 })
      const { pages } = await content(space)
      expect(pages[0]).toMatchObject({ title: "Home", git: { path: "README.md" } })
      const guides = pages.find(({ title }: { title: string }) => title === "Guides")
      expect(guides.pages.map(({ title }: { title: string }) => title)).toEqual(["First steps", expect.any(String)])
      expect(JSON.stringify(pages)).toContain("The API")
    })
  })

  it("keeps credentials to itself: not in answers, logs, the store or the cache", async () => {
    const password = "s3cret-pass/word+%F0"
    const username = "x-access-token"
    server.options = { auth: { username, password }, delayMs: 150 }
    const space = await world.space("Private")
    const url = sample.url.replace("//", `//${username}:${encodeURIComponent(password)}@`)
    const answers: Array<string> = []
    const secrets = [
      password,
      encodeURIComponent(password),
      encodeURIComponent(encodeURIComponent(password)),
      Buffer.from(password).toString("base64"),
      Buffer.from(`${username}:${password}`).toString("base64"),
      Buffer.from(`:${password}`).toString("base64").slice(2, -2)
    ]
    const clean = (text: string, where: string) => {
      for (const secret of secrets)
        expect(text.includes(secret), `${where} holds it as ${secret.slice(0, 4)}…`).toBe(false)
    }
    try {
      const id = await requestImport(api, space, { url, ref: main })
      // while it waits and runs it is sealed
      for (let done = false; !done; ) {
        clean(await dumpStore(world), "the store, while the import runs,")
        const { body, text } = await api.get(`/v1/spaces/${space}/git/operations/${id}`)
        answers.push(text)
        done = body.state === "completed" || body.state === "failed"
        await sleep(30)
      }
      expect(JSON.parse(answers.at(-1)!).state).toBe("completed")
      const wrong = sample.url.replace("//", `//${username}:${encodeURIComponent(`${password}x`)}@`)
      expect((await runImport(api, space, { url: wrong, ref: main })).state).toBe("failed")
      for (const path of ["", "/content", "/content/pages", "/git/info", "/git/operations"]) {
        answers.push((await api.get(`/v1/spaces/${space}${path}`)).text)
      }
      answers.push((await api.get(`/v1/orgs/${world.organization}/audit-events?limit=1000`)).text)
      answers.push((await api.get("/metrics")).text)
      clean(answers.join("\n"), "an answer")
      clean(world.logs.join("\n"), "the log")
      clean(await dumpStore(world), "the store")
      clean(dumpDirectory(world.database.directory, /\/repositories\/|octavo\.db/), "a file")
      // it is no longer needed, so it is gone, sealed or not
      expect(/v1\.[A-Za-z0-9+/=]{16}\.[A-Za-z0-9+/=]{20,}/.test(await dumpRows(world))).toBe(false)
      expect((await api.get(`/v1/spaces/${space}/git/info`)).body.url).toBe(sample.url)
    } finally {
      server.options = {}
    }
    expect(server.requests.some(({ authorization }) => authorization?.includes(secrets[4]!))).toBe(true)
  })

  describe("is put in the order of the events that asked for it", () => {
    const [past, later] = ["2024-01-01T00:00:00.000Z", "2024-06-01T00:00:00.000Z"]
    const story = async (name: string) => {
      const { path, url } = await repository(name)
      await commitFiles(path, one("Old"), "Old", { branch: "old" })
      await commitFiles(path, one("New"), "New", { branch: "new" })
      const space = await world.space(name)
      const run = (branch: string, more: Record<string, unknown> = {}) =>
        importOk(api, space, { url, ref: `refs/heads/${branch}`, ...more })
      return { space, run, title: async () => (await titles(space))[0] }
    }

    it("reversed: the older one changes nothing", async () => {
      const { run, space, title } = await story("reversed")
      await run("new", { timestamp: later })
      const before = await countRevisions(world, space)
      const operation = await run("old", { timestamp: past })
      expect(operation.counts).toBeUndefined()
      expect(await title()).toBe("New")
      expect(await countRevisions(world, space)).toBe(before)
    })

    it("equal: the one that was asked for last wins", async () => {
      const { run, title } = await story("equal")
      await run("old", { timestamp: later })
      await run("new", { timestamp: later })
      expect(await title()).toBe("New")
    })

    it("from a clock that is far ahead: it cannot shut out what comes after", async () => {
      const { run, title } = await story("ahead")
      await run("old", { timestamp: "2999-01-01T00:00:00Z" })
      await run("new")
      expect(await title()).toBe("New")
    })

    it("unless it is forced", async () => {
      const { run, title } = await story("forced")
      await run("new", { timestamp: later })
      await run("old", { timestamp: past, force: true })
      expect(await title()).toBe("Old")
    })

    it("in other time zones too", async () => {
      const { run, title } = await story("zones")
      await run("new", { timestamp: "2024-06-01T00:30:00+02:00" })
      await run("old", { timestamp: "2024-05-31T22:00:00Z" })
      expect(await title()).toBe("New")
    })
  })

  it("can stand alone: a revision that the space does not show", async () => {
    const space = await world.space("Preview")
    await importOk(api, space, { url: sample.url, ref: main })
    const before = (await api.get(`/v1/spaces/${space}`)).body
    await commitFiles(sample.path, one("Proposal"), "Proposal", { branch: "proposal" })
    const operation = await importOk(api, space, { url: sample.url, ref: "refs/heads/proposal", standalone: true })
    expect(operation.revision).not.toBe(before.revision)
    expect((await api.get(`/v1/spaces/${space}`)).body).toEqual(before)
    expect(await titles(space)).toContain("Welcome")
    const { body } = await api.get(`/v1/spaces/${space}/revisions/${operation.revision}`)
    expect(body).toMatchObject({ id: operation.revision, git: { ref: "refs/heads/proposal", message: "Proposal" } })
    expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(["Proposal"])
    // what it is synchronized with stays as well
    expect((await api.get(`/v1/spaces/${space}/git/info`)).status).toBe(200)
  })

  it("shows where a commit and a file of the repository can be seen", async () => {
    const { path, url } = await repository("links")
    const commit = await commitFiles(
      path,
      {
        ...one("Home"),
        "README.md": "# Home\n\n[Notes](more/old%20notes.md), ![no](no.png)\n",
        "more/old notes.md": "# Not listed\n"
      },
      "Links"
    )
    const show = async (prefixes: Record<string, string>) => {
      const space = await world.space("Linked")
      await importOk(api, space, { url, ref: main, ...prefixes })
      const sites = `/v1/orgs/${world.organization}/sites`
      const { body: site } = await api.post(sites, { title: "Linked", spaces: [space] })
      const { body: published } = await api.post(`${sites}/${site.id}/publish`)
      return { revision: await content(space), html: await (await fetch(published.urls.published)).text() }
    }
    for (const slash of ["", "/"]) {
      const { html, revision } = await show({
        repoTreeURL: `https://git.example.com/acme/blob/${commit}${slash}`,
        repoCommitURL: `https://git.example.com/acme/commit${slash}`
      })
      expect(revision.git).toMatchObject({ oid: commit, url: `https://git.example.com/acme/commit/${commit}` })
      expect(html).toContain(`href="https://git.example.com/acme/blob/${commit}/more/old%20notes.md"`)
      // no page loads from there
      expect(html).not.toMatch(/<img[^>]+git\.example\.com/)
    }
    const { html, revision } = await show({})
    expect(revision.git).not.toHaveProperty("url")
    expect(html).not.toContain("git.example.com")
    // without an address of the repository the file is one of the site
    expect(html).toMatch(/href="\/[^"]*old%20notes\.md/)
  })

  it("happens once when it is asked for many times at once", async () => {
    const space = await world.space("Crowd")
    const before = await countRevisions(world, space)
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => requestImport(api, space, { url: sample.url, ref: main }))
    )
    expect(new Set(ids).size).toBe(8)
    for (const id of ids) expect((await followImport(api, space, id)).state).toBe("completed")
    expect(await countRevisions(world, space)).toBe(before + 1)
    const { body } = await api.get(`/v1/spaces/${space}/git/operations?limit=3`)
    expect(body).toMatchObject({ count: 8, next: { page: expect.any(String) } })
  })

  it("ends with the newest when two branches are asked for at once", async () => {
    const { path, url } = await repository("race")
    await commitFiles(path, one("Older"), "Older", { branch: "older" })
    await commitFiles(path, one("Newer"), "Newer", { branch: "newer" })
    const space = await world.space("Race")
    const older = { url, ref: "refs/heads/older", timestamp: "2024-01-01T00:00:00Z" }
    const newer = { url, ref: "refs/heads/newer", timestamp: "2024-01-01T00:00:01Z" }
    for (let round = 0; round < 3; round++) {
      const order = round % 2 === 0 ? [newer, older] : [older, newer]
      const ids = await Promise.all(order.map((body) => requestImport(api, space, body)))
      for (const id of ids) await followImport(api, space, id)
      expect(await titles(space)).toEqual(["Newer"])
    }
  })

  describe("of a hostile tree", () => {
    const safely = async (name: string, write: (path: string) => Promise<unknown>) => {
      const { path, url } = await repository(name)
      await commitFiles(path, one("Before"), "Before")
      const space = await world.space(name)
      await importOk(api, space, { url, ref: main })
      await write(path)
      const operation = await runImport(api, space, { url, ref: main })
      expect((await api.get("/healthz")).status).toBe(200)
      const shown = await content(space)
      if (operation.state === "failed") {
        expect(operation.error!.reason).not.toBe("Internal")
        expect(shown.pages.map(({ title }: { title: string }) => title)).toEqual(["Before"])
      }
      return { operation, shown, space, text: JSON.stringify(shown) }
    }

    it("follows no link and no submodule, and runs nothing", async () => {
      const marker = join(world.database.directory, "ran")
      const { operation, text } = await safely("indirect", (path) =>
        commitFiles(
          path,
          {
            "README.md": "# Links\n\n[passwd](secret.md) ![x](.gitbook/assets/passwd.png)\n",
            "SUMMARY.md": "* [Links](README.md)\n* [Secret](secret.md)\n* [Module](module/README.md)\n",
            "secret.md": { mode: "120000", content: "/etc/passwd" },
            ".gitbook/assets/passwd.png": { mode: "120000", content: "../../../../../../etc/passwd" },
            module: { mode: "160000", oid: "a".repeat(40) },
            ".gitmodules": `[submodule "module"]\n\tpath = module\n\turl = ext::sh -c "touch% ${marker}"\n`,
            ".gitattributes": "* filter=evil\n",
            ".githooks/post-checkout": { mode: "100755", content: `#!/bin/sh\ntouch ${marker}\n` }
          },
          "Indirect"
        )
      )
      expect(operation.state).toBe("completed")
      expect(text).not.toContain("root:")
      expect(operation.counts!["warnings"].map(({ path }: { path: string }) => path)).toEqual(
        expect.arrayContaining(["secret.md", ".gitbook/assets/passwd.png", "module"])
      )
      expect(dumpDirectory(world.database.directory, /\/repositories\/|octavo\.db/)).not.toContain("root:x:0")
      await expect(import("node:fs/promises").then((fs) => fs.stat(marker))).rejects.toThrow()
    })

    it("takes names that a file system would not", async () => {
      const { operation, text } = await safely("names", (path) =>
        commitFiles(
          path,
          {
            "SUMMARY.md":
              "* [Home](README.md)\n* [Lower](page.md)\n* [Upper](PAGE.md)\n* [Long](" +
              `${"n".repeat(180)}.md)\n* [Emoji](😀.md)\n* [Dots](....md)\n`,
            "README.md": "# Home\n",
            "page.md": "# Lower\n",
            "PAGE.md": "# Upper\n",
            [`${"n".repeat(180)}.md`]: "# Long\n",
            "😀.md": "# Emoji\n",
            "....md": "# Dots\n",
            "con.md": "x",
            "a\nb.md": "x",
            "tab\there.md": "x"
          },
          "Names"
        )
      )
      expect(operation.state).toBe("completed")
      for (const title of ["Lower", "Upper", "Long", "Emoji", "Dots"]) expect(text).toContain(`"${title}"`)
    })

    it("reads bytes that are no UTF-8, and answers JSON", async () => {
      const { operation, shown, space } = await safely("bytes", (path) =>
        commitFiles(
          path,
          {
            "README.md": Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a, 0x00, 0xed, 0xa0, 0x80, 0x0a]),
            "SUMMARY.md": "* [Home](README.md)\n"
          },
          "Bytes"
        )
      )
      if (operation.state === "completed") {
        const page = await api.get(`/v1/spaces/${space}/content/page/${shown.pages[0].id}?format=markdown`)
        expect(page.status).toBe(200)
        expect(page.body.markdown.isWellFormed()).toBe(true)
      } else expect(operation.error!.message).toContain("README.md")
    })

    it("reads lists that are 10,000 deep, and tables of contents that loop", async () => {
      const deep = Array.from(
        { length: 10_000 },
        (_, i) => `${" ".repeat(Math.min(i, 2000) * 2)}* [x](README.md)`
      ).join("\n")
      const { operation } = await safely("deep", (path) =>
        commitFiles(
          path,
          {
            "README.md": `# Deep\n\n${"> ".repeat(10_000)}x\n\n${"* ".repeat(10_000)}x\n\n${"[".repeat(10_000)}\n\n{% include ".gitbook/includes/a.md" %}\n`,
            "SUMMARY.md": `* [Home](README.md)\n  * [Again](README.md)\n    * [Table](SUMMARY.md)\n${deep}\n`,
            ".gitbook/includes/a.md": '{% include "b.md" %}\n',
            ".gitbook/includes/b.md": '{% include "a.md" %}\n'
          },
          "Deep"
        )
      )
      expect(["completed", "failed"]).toContain(operation.state)
    })

    it("ends at a limit when trees hold themselves over and over", async () => {
      const { operation } = await safely("nested", async (path) => {
        let tree = await git(path, "rev-parse", "main^{tree}")
        for (let level = 0; level < 8; level++) {
          const lines = Array.from({ length: 16 }, (_, i) => `040000 tree ${tree}\td${i}\n`)
          tree = await runGit(["-C", path, "mktree"], lines)
        }
        const commit = await git(path, "-c", "user.name=A", "-c", "user.email=a@b.c", "commit-tree", "-m", "Bomb", tree)
        await git(path, "update-ref", main, commit)
      })
      expect([operation.state, operation.error?.reason]).toEqual(["failed", "TooLarge"])
      expect(operation.error!.message).toMatch(/100000|limit/)
    })

    it("leaves out entries that lead outside", async () => {
      const { operation } = await safely("outside", async (path) => {
        const blob = await runGit(["-C", path, "hash-object", "-w", "--stdin"], ["# Outside\n"])
        const entry = (mode: string, name: string) => [`${mode} ${name}\0`, Buffer.from(blob, "hex")]
        const raw = Buffer.concat(
          [
            ...entry("100644", ".git"),
            ...entry("100644", ".."),
            ...entry("100644", "..\\x.md"),
            ...entry("100644", "README.md")
          ].map((part) => Buffer.from(part))
        )
        const tree = await runGit(["-C", path, "hash-object", "-t", "tree", "-w", "--stdin", "--literally"], [raw])
        const commit = await git(
          path,
          "-c",
          "user.name=A",
          "-c",
          "user.email=a@b.c",
          "commit-tree",
          "-m",
          "Outside",
          tree
        )
        await git(path, "update-ref", main, commit)
      })
      if (operation.state === "completed") expect(operation.counts).toMatchObject({ pages: 1 })
    })
  })

  it(
    "is taken up by the next server when the one that ran it was killed, and done once",
    async () => {
      const { path, url } = await repository("killed")
      await commitFiles(path, sampleFiles, "Words")
      const space = await world.space("Survivor")
      const elsewhere = await startGitServer(root)
      const slowly = url.replace(server.url, elsewhere.url)
      // the world's own server would take the job: it is asked to stop first
      const lone = await startWorld(store, { worker: false })
      let first: ServerProcess | undefined
      let second: ServerProcess | undefined
      try {
        const target = await lone.space("Survivor")
        expect(space).toBeTruthy()
        const before = await countRevisions(lone, target)
        first = await startChild(lone.database)
        elsewhere.options = { fault: () => "hold" }
        const id = await requestImport(makeClient(first.origin, lone.admin.token), target, { url: slowly, ref: main })
        await until(
          async () => (await lone.api.get(`/v1/spaces/${target}/git/operations/${id}`)).body.state === "running"
        )
        await first.kill()
        elsewhere.options = {}
        expect(await countRevisions(lone, target)).toBe(before)
        second = await startChild(lone.database)
        const operation = await followImport(makeClient(second.origin, lone.admin.token), target, id, 120_000)
        expect(operation.state).toBe("completed")
        expect(operation.attempts).toBeGreaterThan(1)
        expect(await countRevisions(lone, target)).toBe(before + 1)
        const { body } = await makeClient(second.origin, lone.admin.token).get(`/v1/spaces/${target}/content`)
        expect(body.id).toBe(operation.revision)
        expect(body.pages[0].title).toBe("Welcome")
      } finally {
        await first?.kill()
        await second?.stop()
        await elsewhere.close()
        await lone.stop()
      }
    },
    patience
  )

  it(
    "is not lost when its server is told to stop meanwhile",
    async () => {
      const lone = await startWorld(store, { worker: false })
      let first: ServerProcess | undefined
      let second: Awaited<ReturnType<typeof listen>> | undefined
      const elsewhere = await startGitServer(root)
      try {
        const target = await lone.space("Drained")
        const before = await countRevisions(lone, target)
        first = await startChild(lone.database)
        elsewhere.options = { fault: () => "hold" }
        const url = sample.url.replace(server.url, elsewhere.url)
        const id = await requestImport(makeClient(first.origin, lone.admin.token), target, { url, ref: main })
        await until(
          async () => (await lone.api.get(`/v1/spaces/${target}/git/operations/${id}`)).body.state === "running"
        )
        const code = await first.stop()
        expect([0, null]).toContain(code)
        elsewhere.options = {}
        const { body } = await lone.api.get(`/v1/spaces/${target}/git/operations/${id}`)
        expect(["pending", "running"]).toContain(body.state)
        second = await listen(configOf(lone.database))
        const operation = await followImport(lone.api, target, id, 120_000)
        expect(operation.state).toBe("completed")
        expect(await countRevisions(lone, target)).toBe(before + 1)
      } finally {
        await first?.kill()
        await second?.close()
        await elsewhere.close()
        await lone.stop()
      }
    },
    patience
  )
})

const until = async (
  holds: () => Promise<boolean>,
  what = "what was waited for",
  end = Date.now() + 120_000
): Promise<void> => {
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await sleep(50)
  }
}
