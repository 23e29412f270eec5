/** Git exports: one commit with what was edited, and nothing else. */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Heads } from "@octavo/core/content/revisions/Heads"
import { Objects } from "@octavo/core/content/revisions/model/Objects"
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import { type RevisionEdit, RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { commitFiles, type GitServer, git, makeRepository, startGitServer } from "@octavo/git-cli/testing"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { commitCorpus, corpora, haveCorpora, readCorpus } from "../src/corpora.ts"
import { exportOk, followImport, importOk, main, requestExport, runExport } from "../src/imports.ts"
import { countRevisions } from "../src/inspect.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { sampleFiles } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const patience = 240_000

onBothStores("A Git export", (store) => {
  let world: World
  let server: GitServer
  let root: string
  let count = 0

  beforeAll(async () => {
    world = await startWorld(store)
    root = join(world.database.directory, "repositories")
    server = await startGitServer(root, { push: true })
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  interface Synced {
    readonly space: string
    readonly path: string
    readonly url: string
    readonly directory: string
  }

  /** A space that was imported from a repository of its own. */
  const synced = async (files = sampleFiles, directory = ""): Promise<Synced> => {
    const name = `docs-${++count}`
    const path = join(root, `${name}.git`)
    await commitFiles(path, files, "First words")
    return imported(path, `${server.url}/${name}.git`, directory)
  }
  const imported = async (path: string, url: string, directory: string): Promise<Synced> => {
    const space = await world.space("Docs")
    await importOk(world.api, space, { url, ref: main, repoProjectDirectory: directory })
    return { space, path, url, directory }
  }
  const into = ({ directory, url }: Synced, more: Record<string, unknown> = {}) => ({
    url,
    ref: main,
    commitMessage: "Say it better",
    repoProjectDirectory: directory,
    ...more
  })
  const exported = (one: Synced, more?: Record<string, unknown>) => exportOk(world.api, one.space, into(one, more))
  const tip = (path: string) => git(path, "rev-parse", "refs/heads/main")
  const file = (path: string, name: string) => git(path, "show", `main:${name}`)
  /** `M path`, `A path`, …: what the last commit did. */
  const changes = async (path: string) =>
    (await git(path, "show", "--format=", "--name-status", "main")).trim().split("\n").sort()
  const lines = async (path: string, name: string) =>
    (await git(path, "show", "--format=", "-U0", "main", "--", name))
      .split("\n")
      .filter((line) => /^(?!\+\+\+ b\/|--- a\/)[+-]/.test(line))

  const page = (space: string, path: string) =>
    world.api.get(`/v1/spaces/${space}/content/path/${path}?format=markdown`)
  const replace = async (space: string, path: string, change: (text: string) => string) => {
    const { body } = await page(space, path)
    const text = await textOf(space, body.id)
    await world.operate(Effect.flatMap(EditContent, (edits) => edits.replaceText(space, body.id, change(text))))
  }
  const textOf = (space: string, id: string) =>
    world.operate(
      Effect.gen(function* () {
        const head = yield* (yield* RevisionStore).head(space, primary)
        const trees = yield* RevisionTree
        const record = yield* (yield* trees.open(head!.root)).page(id)
        return (yield* trees.body(record!.body!)).text
      })
    )
  /** What a merged change request does to the tree. */
  const edit = (
    space: string,
    decide: (pages: ReadonlyArray<PageNode>) => ReadonlyArray<RevisionEdit>,
    where: World = world
  ) =>
    where.operate(
      Effect.gen(function* () {
        const trees = yield* RevisionTree
        const head = (yield* (yield* RevisionStore).head(space, primary))!
        const edited = yield* trees.edit(head.root, decide(yield* (yield* trees.open(head.root)).pages()))
        yield* (yield* Objects).put(edited.created)
        const revision = { id: makeId(), spaceId: space, root: edited.root, parents: [head.revisionId] }
        const at = new Date().toISOString()
        const more = { type: "edits" as const, author: null, message: null, git: null, createdAt: at }
        expect(yield* (yield* Heads).advance(primary, head, { ...revision, ...more })).toBeDefined()
      })
    )
  /** An empty page, last among its siblings. */
  const newPage = (parent: string): PageNode["page"] => {
    const at = new Date().toISOString()
    return {
      id: makeId(),
      type: "document",
      title: "New",
      slug: "new",
      parent,
      order: "b00",
      createdAt: at,
      updatedAt: at
    }
  }
  const find = (nodes: ReadonlyArray<PageNode>, title: string): PageNode["page"] => {
    const all = (list: ReadonlyArray<PageNode>): Array<PageNode["page"]> =>
      list.flatMap(({ page, pages }) => [page, ...all(pages)])
    const found = all(nodes).find((one) => one.title === title)
    if (found === undefined) throw new Error(`no page ${title}`)
    return found
  }

  it(
    "makes no commit when nothing was edited",
    async () => {
      const one = await synced()
      const before = await tip(one.path)
      const operation = await exported(one)
      expect(operation.commit).toBe(before)
      expect(await tip(one.path)).toBe(before)
    },
    patience
  )

  it(
    "writes the page that was edited and only the lines that were",
    async () => {
      const one = await synced()
      await replace(one.space, "guides/start/install", (text) => text.replace("npm start", "npm run start"))
      const operation = await exported(one)
      expect(operation.commit).toBe(await tip(one.path))
      expect(await changes(one.path)).toEqual(["M\tguides/start/install.md"])
      expect(await lines(one.path, "guides/start/install.md")).toEqual(["-npm start", "+npm run start"])
      const [author, committer, message] = (
        await git(one.path, "show", "-s", "--format=%an <%ae>%n%cn%n%B", "main")
      ).split("\n")
      expect([author, committer, message]).toEqual([
        expect.stringContaining(`<${world.admin.email}>`),
        "Octavo",
        "Say it better"
      ])
      expect((await git(one.path, "rev-list", "--count", "main")).trim()).toBe("2")
    },
    patience
  )

  it.each([
    [{ committerName: "Docs Bot", committerEmail: "bot@example.com" }, "Docs Bot <bot@example.com>"],
    [{ committerName: "Docs Bot" }, "Docs Bot <octavo@docs.example.com>"],
    [{}, "Octavo <octavo@docs.example.com>"]
  ])(
    "is committed as the configuration says: %j",
    async (configured, committer) => {
      const other = await startWorld(store, { url: "https://docs.example.com", ...configured })
      try {
        const path = join(root, `committer-${++count}.git`)
        const url = `${server.url}/committer-${count}.git`
        await commitFiles(path, sampleFiles, "First words")
        const space = await other.space("Docs")
        await importOk(other.api, space, { url, ref: main })
        await edit(space, (pages) => [{ type: "removePage", id: find(pages, "Install").id }], other)
        await exportOk(other.api, space, { url, ref: main, commitMessage: "Less" })
        expect(await git(path, "show", "-s", "--format=%cn <%ce>|%ae", "main")).toBe(
          `${committer}|${other.admin.email}`
        )
      } finally {
        await other.stop()
      }
    },
    patience
  )

  it(
    "of its own commit imports nothing",
    async () => {
      const one = await synced()
      await replace(one.space, "guides/start/install", (text) => `${text}\nMore.\n`)
      const { revision } = await exported(one)
      const again = await importOk(world.api, one.space, { url: one.url, ref: main })
      expect(again.revision).toBe(revision)
      const before = await tip(one.path)
      await exported(one)
      expect(await tip(one.path)).toBe(before)
    },
    patience
  )

  it(
    "renames a title in the table of contents and in the heading",
    async () => {
      const one = await synced()
      await edit(one.space, (pages) => [
        { type: "patchPage", id: find(pages, "Install").id, patch: { title: "Set it up" } }
      ])
      await exported(one)
      expect(await changes(one.path)).toEqual(["M\tSUMMARY.md", "M\tguides/start/install.md"])
      expect(await lines(one.path, "SUMMARY.md")).toEqual([
        "-  * [Install](guides/start/install.md)",
        "+  * [Set it up](guides/start/install.md)"
      ])
      expect(await lines(one.path, "guides/start/install.md")).toEqual(["-# Install", "+# Set it up"])
    },
    patience
  )

  it(
    "moves the file of a page that was moved, and every link to it",
    async () => {
      const one = await synced({
        ...sampleFiles,
        "guides/start/install.md": "# Install\n\n[Back](../start.md) ![Dot](../../.gitbook/assets/pixel.png)\n"
      })
      await edit(one.space, (pages) => [
        { type: "movePage", id: find(pages, "Install").id, parent: find(pages, "Guides").id, index: 0 }
      ])
      await exported(one)
      expect(await changes(one.path)).toEqual([
        "A\tguides/install.md",
        "D\tguides/start/install.md",
        "M\tREADME.md",
        "M\tSUMMARY.md"
      ])
      expect(await lines(one.path, "README.md")).toEqual([
        "-[Install](guides/start/install.md)",
        "+[Install](guides/install.md)"
      ])
      expect(await file(one.path, "guides/install.md")).toBe(
        "# Install\n\n[Back](start.md) ![Dot](../.gitbook/assets/pixel.png)\n".trimEnd()
      )
      const before = await page(one.space, "guides/install")
      const { revision } = (await exported(one)) as { revision: string }
      expect((await importOk(world.api, one.space, { url: one.url, ref: main })).revision).toBe(revision)
      expect((await page(one.space, "guides/install")).body.id).toBe(before.body.id)
    },
    patience
  )

  it(
    "makes a page the README of a folder with the first page below it, and its history goes along, there and back",
    async () => {
      const lines = Array.from({ length: 12 }, (_, index) => `Line ${index} of what is hidden.\n`).join("\n")
      const one = await synced({ ...sampleFiles, "guides/hidden.md": `# Hidden\n\n[Start](start.md)\n\n${lines}` })
      await edit(one.space, (pages) => [{ type: "putPage", page: newPage(find(pages, "Hidden").id) }])
      await exported(one)
      expect(await changes(one.path)).toEqual([
        "A\tguides/hidden/new.md",
        "M\tSUMMARY.md",
        expect.stringMatching(/^R09\d\tguides\/hidden\.md\tguides\/hidden\/README\.md$/)
      ])
      expect(await file(one.path, "guides/hidden/README.md")).toContain("[Start](../start.md)")
      await edit(one.space, (pages) => [{ type: "removePage", id: find(pages, "New").id }])
      await exported(one)
      expect(await file(one.path, "guides/hidden.md")).toContain("[Start](start.md)")
      expect(await git(one.path, "log", "--follow", "--format=%s", "main", "--", "guides/hidden.md")).toBe(
        "Say it better\nSay it better\nFirst words"
      )
    },
    patience
  )

  it(
    "writes new pages, removes deleted ones, and sets headers",
    async () => {
      const one = await synced()
      await edit(one.space, (pages) => {
        const fresh = { ...newPage(find(pages, "Guides").id), title: "New & *bold*", description: "Fresh" }
        return [
          { type: "putPage", page: fresh },
          { type: "removePage", id: find(pages, "Install").id },
          { type: "patchPage", id: find(pages, "Start").id, patch: { icon: "rocket" } }
        ]
      })
      await exported(one)
      expect(await changes(one.path)).toEqual([
        "A\tguides/new.md",
        "D\tguides/start/install.md",
        "M\tSUMMARY.md",
        "M\tguides/start.md"
      ])
      expect(await file(one.path, "guides/new.md")).toBe("---\ndescription: Fresh\n---\n\n# New & \\*bold\\*")
      expect(await lines(one.path, "guides/start.md")).toEqual(["+---", "+icon: rocket", "+---", "+"])
      expect(await lines(one.path, "SUMMARY.md")).toEqual([
        "-  * [Install](guides/start/install.md)",
        "+* [New & \\*bold\\*](guides/new.md)"
      ])
    },
    patience
  )

  it(
    "is made on top of what others pushed meanwhile",
    async () => {
      const one = await synced()
      await commitFiles(one.path, { "guides/hidden.md": "---\nhidden: true\n---\n\n# Hidden\n\nTheirs.\n" }, "Theirs")
      await replace(one.space, "guides/start/install", (text) => `${text}\nOurs.\n`)
      await exported(one)
      expect(await changes(one.path)).toEqual(["M\tguides/start/install.md"])
      expect(await file(one.path, "guides/hidden.md")).toContain("Theirs.")
      expect((await page(one.space, "guides/hidden")).body.markdown).toContain("Theirs.")
    },
    patience
  )

  it(
    "fills an empty repository, from which the same space can be imported",
    async () => {
      const one = await synced()
      const path = join(root, `empty-${++count}.git`)
      await makeRepository(path)
      const target = { ...one, path, url: `${server.url}/empty-${count}.git` }
      await exported(target)
      const all = (repository: string) => git(repository, "ls-tree", "-r", "main")
      expect(await all(path)).toEqual(await all(one.path))
    },
    patience
  )

  it(
    "that was asked for by an older event than the last one changes nothing, unless it is forced",
    async () => {
      const one = await synced()
      await importOk(world.api, one.space, { url: one.url, ref: main, timestamp: "2026-02-02T00:00:00Z" })
      const before = await tip(one.path)
      await replace(one.space, "guides/start/install", (text) => text.replace("npm start", "npm run start"))
      const older = { timestamp: "2026-01-01T00:00:00Z" }
      const overtaken = await exported(one, older)
      expect([overtaken.commit, await tip(one.path)]).toEqual([undefined, before])
      const forced = await exported(one, { ...older, force: true })
      expect(await tip(one.path)).toBe(forced.commit)
      expect(forced.commit).not.toBe(before)
    },
    patience
  )

  it(
    "makes a branch that is not there, from the default branch, and a directory that is not there",
    async () => {
      const one = await synced()
      const before = await tip(one.path)
      const ref = "refs/heads/drafts/next"
      const inBranch = (name: string) => git(one.path, "show", `drafts/next:${name}`)
      // without an edit it is that branch
      expect((await exported(one, { ref })).commit).toBe(before)
      expect(await git(one.path, "rev-parse", ref)).toBe(before)
      await replace(one.space, "guides/start/install", (text) => text.replace("npm start", "npm run start"))
      const made = await exported(one, { ref: "refs/heads/more" })
      expect(await git(one.path, "rev-parse", "more^", "more")).toBe(`${before}\n${made.commit}`)
      expect(await git(one.path, "diff", "--stat", "main", "more", "--", ".")).toContain("1 file changed")
      await exported(one, { ref })
      expect(await inBranch("guides/start/install.md")).toContain("npm run start")
      expect(await tip(one.path)).toBe(before)
      await exported({ ...one, directory: "hand/book" }, { ref })
      expect(await inBranch("hand/book/guides/start/install.md")).toContain("npm run start")
      const wrong = await runExport(world.api, one.space, into({ ...one, directory: "README.md" }, { ref }))
      expect(wrong).toMatchObject({ state: "failed", error: { reason: "DirectoryNotFound" } })
    },
    patience
  )

  it(
    "keeps the tags of updates byte for byte, shows them on the site, and writes them where there are none",
    async () => {
      const tags = "# ours\n- {tag: fix, label: 'A fix', color: green}\n-   tag: new\n    label: New\n    icon: star\n"
      const updates =
        '# Start\n\n{% updates format="full" %}\n{% update date="2026-01-02" tags="fix" %}\n## Better\n\nText.\n{% endupdate %}\n{% endupdates %}\n'
      const one = await synced({ ...sampleFiles, "guides/start.md": updates, ".gitbook/tags.yaml": tags })
      expect((await world.api.get(`/v1/spaces/${one.space}/content`)).body.tags).toEqual([
        { slug: "fix", label: "A fix", color: "green" },
        { slug: "new", label: "New", color: "default", icon: "star" }
      ])
      await replace(one.space, "guides/start", (text) => text.replace("Text.", "Other text."))
      await exported(one)
      expect(await changes(one.path)).toEqual(["M\tguides/start.md"])
      expect(await file(one.path, ".gitbook/tags.yaml")).toBe(tags.trimEnd())

      const sites = `/v1/orgs/${world.organization}/sites`
      const { body: site } = await world.api.post(sites, { title: "Updates", spaces: [one.space] })
      const published = await world.api.post(`${sites}/${site.id}/publish`)
      const shown = async () => (await fetch(`${published.body.urls.published}guides/start`)).text()
      expect(await shown()).toMatch(/class="chip[^"]*">A fix</)

      const path = join(root, `tags-${++count}.git`)
      await makeRepository(path)
      await exported({ ...one, path, url: `${server.url}/tags-${count}.git` })
      expect(await file(path, ".gitbook/tags.yaml")).toBe(tags.trimEnd())

      await commitFiles(one.path, { ".gitbook/tags.yaml": tags.replace("A fix", "Mended") }, "Other words")
      await importOk(world.api, one.space, { url: one.url, ref: main, repoProjectDirectory: "" })
      expect(await shown()).toMatch(/class="chip[^"]*">Mended</)
    },
    patience
  )

  it(
    "changes nothing in a repository that holds it already, and nothing of what it does not know",
    async () => {
      const one = await synced()
      const path = join(root, `other-${++count}.git`)
      const before = await commitFiles(path, { ...sampleFiles, LICENSE: "Free\n", "src/a.js": "1\n" }, "Same")
      const target = { ...one, path, url: `${server.url}/other-${count}.git` }
      await exported(target)
      expect((await tip(path)).trim()).toBe(before)
      await replace(one.space, "guides/start", (text) => `${text}\nMore.\n`)
      await exported(target)
      expect(await changes(path)).toEqual(["M\tguides/start.md"])
    },
    patience
  )

  it(
    "to a branch that refuses it fails with the reason and leaves the space as it is",
    async () => {
      const one = await synced()
      await replace(one.space, "guides/start", (text) => `${text}\nMore.\n`)
      const before = (await world.api.get(`/v1/spaces/${one.space}`)).body.revision
      const hook = join(one.path, "hooks", "pre-receive")
      await mkdir(join(one.path, "hooks"), { recursive: true })
      await writeFile(hook, "#!/bin/sh\necho 'main is protected' >&2\nexit 1\n", { mode: 0o755 })
      const failed = await runExport(world.api, one.space, into(one))
      expect(failed.state).toBe("failed")
      expect(failed.error).toMatchObject({ reason: "Rejected", message: expect.stringContaining("protected") })
      expect((await world.api.get(`/v1/spaces/${one.space}`)).body.revision).toBe(before)
    },
    patience
  )

  it(
    "is finished by the next server when the one that ran it was killed after the push: one commit, one revision",
    async () => {
      const lone = await startWorld(store, { worker: false })
      const path = join(root, `killed-${++count}.git`)
      const url = `${server.url}/killed-${count}.git`
      await commitFiles(path, sampleFiles, "First words")
      let first: ServerProcess | undefined
      let second: ServerProcess | undefined
      try {
        const space = await lone.space("Survivor")
        first = await startChild(lone.database)
        const api = makeClient(first.origin, lone.admin.token)
        await importOk(api, space, { url, ref: main })
        await edit(
          space,
          (pages) => [
            { type: "movePage", id: find(pages, "Install").id, parent: find(pages, "Guides").id, index: 0 },
            { type: "patchPage", id: find(pages, "Start").id, patch: { title: "Begin" } },
            { type: "putPage", page: newPage(find(pages, "Guides").id) }
          ],
          lone
        )
        const before = await countRevisions(lone, space)
        // the branch has moved when this runs, and the answer has not been sent
        await mkdir(join(path, "hooks"), { recursive: true })
        await writeFile(join(path, "hooks", "post-receive"), "#!/bin/sh\nsleep 5\n", { mode: 0o755 })
        // as git writes it: to ask git would start a process for each look
        const ref = () => readFile(join(path, "refs", "heads", "main"), "utf8")
        const refBefore = await ref()
        const id = await requestExport(api, space, { url, ref: main, commitMessage: "Once" })
        for (const end = Date.now() + 60_000; (await ref()) === refBefore; await sleep(20)) {
          if (Date.now() > end) throw new Error("nothing was pushed")
        }
        await first.kill()
        const pushed = await tip(path)
        expect(await countRevisions(lone, space)).toBe(before)
        second = await startChild(lone.database)
        const again = makeClient(second.origin, lone.admin.token)
        const operation = await followImport(again, space, id, 120_000)
        expect(operation.error).toBeUndefined()
        expect(operation).toMatchObject({ state: "completed", commit: pushed.trim() })
        expect(operation.attempts).toBeGreaterThan(1)
        expect(await tip(path)).toBe(pushed)
        expect(await countRevisions(lone, space)).toBe(before + 1)
        expect((await importOk(again, space, { url, ref: main })).revision).toBe(operation.revision)
        expect(await countRevisions(lone, space)).toBe(before + 1)
      } finally {
        await first?.kill()
        await second?.stop()
        await lone.stop()
      }
    },
    patience
  )

  it.each([[{ commitMessage: undefined }], [{ commitMessage: "" }], [{ url: "file:///etc" }], [{ ref: "main" }]])(
    "is refused for %j",
    async (wrong) => {
      const space = await world.space("Docs")
      const right = { url: `${server.url}/nobody-asks-it.git`, ref: main, commitMessage: "x" }
      const answer = await world.api.post(`/v1/spaces/${space}/git/export`, { ...right, ...wrong })
      expect(answer.status).toBe(400)
      // it is what is wrong that is refused
      expect((await world.api.post(`/v1/spaces/${space}/git/export`, right)).status).toBe(204)
    }
  )

  describe.skipIf(!haveCorpora())("of the corpora", () => {
    for (const name of corpora) {
      it(
        `${name.name}: no commit without an edit, one file for one paragraph`,
        async () => {
          const path = join(root, `${name.name}.git`)
          await commitCorpus(readCorpus(name), path)
          for (const { directory } of name.spaces) {
            const one = await imported(path, `${server.url}/${name.name}.git`, directory)
            const before = await tip(path)
            await exported(one)
            expect(await tip(path)).toBe(before)
            const { body } = await world.api.get(`/v1/spaces/${one.space}/content`)
            const pages: Array<{ id: string; type: string; git?: { path: string } }> = []
            const walk = (list: ReadonlyArray<any>): void => {
              for (const item of list) {
                pages.push(item)
                walk(item.pages ?? [])
              }
            }
            walk(body.pages)
            const chosen = pages.filter(({ type }) => type === "document")[3]!
            const text = await textOf(one.space, chosen.id)
            const paragraph = text.split("\n").find((line) => /^[A-Z][^|{}<>]{20,}$/.test(line))!
            const edited = text.replace(paragraph, `${paragraph} And more.`)
            await world.operate(Effect.flatMap(EditContent, (edits) => edits.replaceText(one.space, chosen.id, edited)))
            await exported(one)
            const [changed, ...others] = await changes(path)
            expect(others).toEqual([])
            expect(await lines(path, changed!.split("\t")[1]!)).toEqual([`-${paragraph}`, `+${paragraph} And more.`])
          }
        },
        patience
      )
    }
  })
})
