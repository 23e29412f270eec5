/**
 * The main job on real input: a repository of docs becomes a published site. Each corpus is committed to a Git
 * repository, served by `git http-backend`, imported through the API, published, and read page by page as a visitor
 * without JavaScript would. Origin texts carry their authors' names: only paths are ever printed.
 */
import { join } from "node:path"
import { commitFiles, type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import {
  attribute,
  type Element,
  elementsOf,
  hasClass,
  landing,
  textOf,
  type Visit,
  visitPage,
  visitSite
} from "../src/browser.ts"
import type { Answer } from "../src/client.ts"
import {
  type Corpus,
  type CorpusSpace,
  commitCorpus,
  corpora,
  haveCorpora,
  imageType,
  listedPages,
  pixels,
  readCorpus,
  resolvePath,
  sourceReferences,
  withIncludes
} from "../src/corpora.ts"
import { historyRead, importOk, main, type Operation } from "../src/imports.ts"
import { shared } from "../src/published.ts"
import { onBothStores } from "../src/stores.ts"
import { undrawnIn } from "../src/undrawn.ts"
import { startWorld, type World } from "../src/world.ts"

const patience = 300_000

if (!haveCorpora()) {
  console.warn(`SKIPPED: the corpora are not at ${shared}corpora; the main job on real input is not tested here`)
  it.skip("the corpora are beside the repository", () => {})
}

interface ApiPage {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly path: string
  readonly markdown?: string
  readonly git?: { readonly oid: string; readonly path: string }
  readonly pages?: ReadonlyArray<ApiPage>
  readonly urls: { readonly app: string; readonly published?: string }
}

interface ApiFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly downloadURL: string
  readonly size: number
  readonly dimensions?: { readonly width: number; readonly height: number }
  readonly git: { readonly oid: string; readonly path: string }
}

interface Imported extends CorpusSpace {
  readonly id: string
  readonly operation: Operation
  readonly infoBefore: Answer
  /** Files of the project directory, by path in it. */
  readonly tree: ReadonlyMap<string, Buffer>
  readonly oidOf: (file: string) => string | undefined
}

/** What is looked for on every page of a site. */
const look = (document: Parameters<typeof elementsOf>[0]) => {
  const elements = elementsOf(document, () => true)
  const first = (name: string) => elements.find(({ tagName }) => tagName === name)!
  const count = (is: (element: Element) => boolean) => elements.filter(is).length
  return {
    /** What is marked as leading nowhere. */
    broken: count((element) => ["broken", "broken-card", "missing"].some((name) => hasClass(element, name))),
    undrawn: undrawnIn(document),
    handlers: count(({ attrs }) => attrs.some(({ name }) => name.startsWith("on"))),
    language: attribute(first("html"), "lang"),
    title: textOf(first("title")),
    /** Links to the page itself. */
    current: count((element) => attribute(element, "aria-current") === "page")
  }
}

const documents = (pages: ReadonlyArray<ApiPage>): Array<ApiPage> =>
  pages.flatMap((page) => [...(page.type === "document" ? [page] : []), ...documents(page.pages ?? [])])

const treeUrl = "https://git.example.com/docs/blob/main"

for (const named of haveCorpora() ? corpora : []) {
  onBothStores(`${named.name} becomes a site`, (store) => {
    let world: World
    let git: GitServer
    let corpus: Corpus
    let repository: string
    let commit: string
    const spaces: Array<Imported> = []
    let site: Record<string, any>
    let visit: Visit<ReturnType<typeof look>>

    const importBody = (space: CorpusSpace) => ({
      url: `${git.url}/${named.name}.git`,
      ref: main,
      ...(space.directory === "" ? {} : { repoProjectDirectory: space.directory }),
      repoTreeURL: treeUrl,
      repoCommitURL: "https://git.example.com/docs/commit"
    })
    const pagesOf = async (space: Imported): Promise<Array<ApiPage>> =>
      documents((await world.api.get(`/v1/spaces/${space.id}/content/pages`)).body.pages)
    const filesOf = async (space: Imported): Promise<Array<ApiFile>> => {
      const found: Array<ApiFile> = []
      for (let page = ""; ; ) {
        const { body } = await world.api.get(`/v1/spaces/${space.id}/content/files?limit=100${page}`)
        found.push(...body.items)
        expect(body.count).toBeGreaterThanOrEqual(found.length)
        if (body.next === undefined) {
          expect(found).toHaveLength(body.count)
          return found
        }
        page = `&page=${encodeURIComponent(body.next.page)}`
      }
    }
    const listed = (space: Imported) => listedPages(space.tree.get("SUMMARY.md")!.toString("utf8"))
    const textIn = (space: Imported) => (path: string) => space.tree.get(path)?.toString("utf8")

    beforeAll(async () => {
      world = await startWorld(store)
      corpus = readCorpus(named)
      const root = join(world.database.directory, "repositories")
      repository = join(root, `${named.name}.git`)
      commit = await commitCorpus(corpus, repository)
      git = await startGitServer(root)
      for (const space of named.spaces) {
        const id = await world.space(space.title)
        const prefix = space.directory === "" ? "" : `${space.directory}/`
        const tree = new Map(
          [...corpus.files].flatMap(([path, bytes]) =>
            path.startsWith(prefix) ? [[path.slice(prefix.length), bytes] as const] : []
          )
        )
        const infoBefore = await world.api.get(`/v1/spaces/${id}/git/info`)
        const operation = await importOk(world.api, id, importBody(space))
        // pages are dated by it: from then on they stay as they are
        await historyRead(world, id, commit)
        const oidOf = (file: string) => corpus.oids.get(prefix + file)
        spaces.push({ ...space, id, operation, infoBefore, tree, oidOf })
      }
      const sites = `/v1/orgs/${world.organization}/sites`
      const { body } = await world.api.post(sites, { title: named.name, spaces: spaces.map(({ id }) => id) })
      site = (await world.api.post(`${sites}/${body.id}/publish`)).body
      visit = await visitSite(site["urls"].published, look)
    }, patience)

    afterAll(async () => {
      await git?.close()
      await world?.stop()
    })

    it("imports every page that the tables of contents list, in their order", async () => {
      let pages = 0
      for (const space of spaces) {
        const wanted = listed(space).map(({ file }) => file)
        pages += wanted.length
        expect(space.operation.counts).toMatchObject({ pages: wanted.length, created: expect.any(Number), deleted: 0 })
        expect(space.operation.commit).toBe(commit)
        expect((await pagesOf(space)).map(({ git }) => git?.path)).toEqual(wanted)
      }
      expect(pages).toBe(named.listed)
    })

    it("knows the commit that the content came from", async () => {
      for (const { id } of spaces) {
        const { body } = await world.api.get(`/v1/spaces/${id}/content`)
        expect(body.git).toEqual({
          oid: commit,
          message: "Import the origin's tree",
          createdByGitBook: false,
          url: `https://git.example.com/docs/commit/${commit}`,
          ref: main
        })
        const bare = await world.api.get(`/v1/spaces/${id}/content?metadata=false`)
        expect(bare.body.git).toBeUndefined()
        expect(JSON.stringify(bare.body)).not.toContain('"git":')
      }
    })

    it(
      "keeps the text of every page byte for byte, by id and by path",
      async () => {
        for (const space of spaces) {
          for (const listedPage of await pagesOf(space)) {
            const file = listedPage.git!.path
            const byId = await world.api.get(`/v1/spaces/${space.id}/content/page/${listedPage.id}?format=markdown`)
            expect(byId.status, file).toBe(200)
            expect(Buffer.from(byId.body.markdown, "utf8").equals(space.tree.get(file)!), `bytes of ${file}`).toBe(true)
            expect(byId.body.git).toEqual({ oid: space.oidOf(file), path: file })
            const path = encodeURI(listedPage.path)
            const byPath = await world.api.get(`/v1/spaces/${space.id}/content/path/${path}?format=markdown`)
            expect(byPath.status, `${file} by its path`).toBe(200)
            expect(byPath.body, `${file} by its path`).toEqual(byId.body)
          }
        }
      },
      patience
    )

    it("answers 304 to who has a page already, and other bytes to nobody", async () => {
      const [space] = spaces
      const [page] = await pagesOf(space!)
      for (const path of ["content", "content/pages", "content/files", `content/page/${page!.id}`]) {
        const first = await world.api.get(`/v1/spaces/${space!.id}/${path}`)
        const etag = first.headers.get("etag")!
        expect(etag).toMatch(/^"[^"]+"$/)
        const again = await world.api.get(`/v1/spaces/${space!.id}/${path}`, { headers: { "if-none-match": etag } })
        expect([again.status, again.text]).toEqual([304, ""])
        const other = await world.api.get(`/v1/spaces/${space!.id}/${path}`, {
          headers: { "if-none-match": '"other"' }
        })
        expect(other.text).toBe(first.text)
      }
    })

    it(
      "serves every file with its bytes, size, kind and dimensions",
      async () => {
        for (const space of spaces) {
          const files = await filesOf(space)
          expect(space.operation.counts!["files"]).toBe(files.length)
          const assets = [...space.tree.keys()].filter((path) => path.startsWith(".gitbook/assets/"))
          expect(files.map(({ git }) => git.path)).toEqual(expect.arrayContaining(assets))
          for (const file of files) {
            const { path } = file.git
            const bytes = space.tree.get(path)!
            expect(file.git.oid, path).toBe(space.oidOf(path))
            expect(file.size, path).toBe(bytes.length)
            expect(file.name, path).toBe(path.split("/").at(-1))
            const response = await fetch(file.downloadURL)
            expect(response.status, path).toBe(200)
            expect(Buffer.from(await response.arrayBuffer()).equals(bytes), `bytes of ${path}`).toBe(true)
            expect(response.headers.get("content-type"), path).toBe(file.contentType)
            expect(response.headers.get("x-content-type-options"), path).toBe("nosniff")
            expect(response.headers.get("cache-control"), path).toMatch(/^private, max-age=\d+$/)
            const type = imageType(bytes)
            if (type !== undefined) expect(file.contentType, path).toBe(type)
            const size = pixels(bytes)
            if (size !== undefined) expect(file.dimensions, path).toEqual(size)
            else if (file.dimensions !== undefined)
              expect(Math.min(...Object.values(file.dimensions))).toBeGreaterThan(0)
            const same = await world.api.get(`/v1/spaces/${space.id}/content/files/${file.id}`)
            expect({ ...same.body, downloadURL: "" }, path).toEqual({ ...file, downloadURL: "" })
          }
        }
      },
      patience
    )

    it(
      "publishes every listed page with its title",
      async () => {
        for (const space of spaces) {
          // a page is called as the table of contents calls it
          const labels = new Map(listed(space).map(({ file, label }) => [file, label]))
          for (const page of await pagesOf(space)) {
            const url = page.urls.published!
            expect(url).toMatch(site["urls"].published)
            // hidden pages are linked from nowhere, and can be read all the same; the first page is at the root
            const seen = visit.pages.get(url) ?? (await visitPage(url))
            const found =
              seen.status === 307 ? visit.pages.get(new URL(seen.headers.get("location")!, url).href)! : seen
            if (seen !== found) expect(page.git!.path).toBe("README.md")
            expect(found.status, `${page.git!.path} at ${url}`).toBe(200)
            expect(found.heading, page.git!.path).toContain(page.title)
            expect(plain(page.title), page.git!.path).toBe(plain(labels.get(page.git!.path)!))
          }
        }
      },
      patience
    )

    it("has no link that leads nowhere", () => {
      expect(visit.pages.size).toBeGreaterThan(named.listed * 0.9)
      const dead: Array<string> = []
      for (const page of visit.pages.values()) {
        expect(page.status, page.url).toBe(200)
        for (const link of page.links) {
          if (!link.startsWith(world.origin)) continue
          const target = landing(visit, link)
          if (target?.status !== 200) dead.push(`${page.url} -> ${link}`)
        }
      }
      expect(dead).toEqual([])
    })

    it("has no link to a place on a page that is not there, unless the source has it so", async () => {
      const lost: Array<string> = []
      for (const space of spaces) {
        const byUrl = new Map((await pagesOf(space)).map((page) => [page.urls.published!, page.git!.path]))
        for (const page of visit.pages.values()) {
          if (!byUrl.has(page.url)) continue
          for (const link of page.links) {
            const anchor = decodeURIComponent(new URL(link).hash.slice(1))
            const target = landing(visit, link)
            if (anchor === "" || target === undefined || !("ids" in target) || target.ids.has(anchor)) continue
            const file = byUrl.get(target.url)
            const texts = file === undefined ? [] : withIncludes(file, textIn(space)).map(({ text }) => text)
            if (texts.some((text) => hasPlace(text, anchor))) lost.push(`${page.url} -> ${link}`)
          }
        }
      }
      expect(lost).toEqual([])
    })

    it("marks a link as broken only where the source has a broken one", async () => {
      const wronged: Array<string> = []
      for (const space of spaces) {
        for (const page of await pagesOf(space)) {
          const seen = visit.pages.get(page.urls.published!)
          if (seen === undefined) continue
          const broken = withIncludes(page.git!.path, textIn(space)).flatMap(({ from, text }) =>
            [...sourceReferences(text), ...includesOf(text)].filter(({ href }) => isBroken(href, from, space.tree))
          )
          const marks = seen.found.broken
          if (marks > broken.length) wronged.push(`${page.git!.path}: ${marks} > ${broken.length}`)
        }
      }
      expect(wronged).toEqual([])
    })

    it("shows every image that the archive holds", async () => {
      const missing: Array<string> = []
      let shown = 0
      for (const space of spaces) {
        const pathById = new Map((await filesOf(space)).map(({ git, id }) => [id, git.path]))
        for (const page of await pagesOf(space)) {
          const found = visit.pages.get(page.urls.published!)
          if (found === undefined) continue
          const loaded = new Set(
            found.resources.flatMap(({ url }) => pathById.get(/~files\/([^/]+)\//.exec(url)?.[1] ?? "") ?? [])
          )
          for (const { from, text } of withIncludes(page.git!.path, textIn(space))) {
            for (const { href, kind } of sourceReferences(text)) {
              const path = kind === "image" ? resolvePath(href, from) : undefined
              if (path === undefined || !space.tree.has(path)) continue
              shown++
              if (!loaded.has(path)) missing.push(`${page.git!.path}: ${path}`)
            }
          }
        }
        for (const [url, resource] of visit.resources) {
          const path = pathById.get(/~files\/([^/]+)\//.exec(url)?.[1] ?? "")
          expect(resource.status, url).toBe(200)
          if (path === undefined) continue
          expect(resource.bytes.equals(space.tree.get(path)!), path).toBe(true)
          const type = imageType(resource.bytes)
          if (type !== undefined) expect(resource.headers.get("content-type"), path).toBe(type)
        }
      }
      expect(missing).toEqual([])
      if (named.name !== "lawnchair-docs") expect(shown).toBeGreaterThan(10)
    })

    it("draws every diagram, every icon by its name, and links to no picture that it has", async () => {
      const wronged: Array<unknown> = []
      for (const space of spaces) {
        for (const page of await pagesOf(space)) {
          const seen = visit.pages.get(page.urls.published!)
          if (seen === undefined) continue
          const { chips, diagrams, icons } = seen.found.undrawn
          const elsewhere = withIncludes(page.git!.path, textIn(space)).flatMap(({ text }) => [
            ...text.matchAll(/!\[[^\]\n]*\]\(<?https?:|\b(?:src|srcset)="https?:/gi)
          ])
          if (diagrams.length + icons > 0 || chips.length > elsewhere.length)
            wronged.push([page.git!.path, diagrams, icons, chips, elsewhere.length])
        }
      }
      expect(wronged).toEqual([])
    })

    it("makes a browser ask nobody else", () => {
      expect([...visit.outside]).toEqual([])
    })

    it("sends pages and files with headers that keep them harmless and cheap", async () => {
      for (const page of visit.pages.values()) {
        expect(page.headers.get("content-type"), page.url).toBe("text/html; charset=utf-8")
        expect(page.headers.get("x-content-type-options"), page.url).toBe("nosniff")
        const policy = page.headers.get("content-security-policy") ?? ""
        expect(policy, page.url).toContain("default-src 'none'")
        expect(policy.replace("style-src-attr 'unsafe-inline'", ""), page.url).not.toMatch(/unsafe|\*/)
        expect(page.headers.get("referrer-policy"), page.url).toBe("strict-origin")
        expect(page.found.handlers, page.url).toBe(0)
        expect(page.links.filter((link) => /^(?:javascript|data|vbscript):/i.test(link))).toEqual([])
      }
      const home = visit.pages.get(site["urls"].published)!
      for (const url of [home.url, ...visit.resources.keys()]) {
        const etag = (visit.pages.get(url) ?? visit.resources.get(url)!).headers.get("etag")!
        expect(etag, url).toMatch(/^"[^"]+"$/)
        const again = await fetch(url, { headers: { "if-none-match": etag } })
        expect([again.status, await again.text()], url).toEqual([304, ""])
      }
    })

    it("gives the site a title, a language and a navigation that shows where one is", () => {
      for (const page of visit.pages.values()) {
        const { current, language, title } = page.found
        expect(language, page.url).toBe("en")
        expect(title, page.url).toContain(named.name)
        expect(current, page.url).toBeLessThanOrEqual(2)
      }
    })

    it(
      "changes nothing when the same commit is imported again",
      async () => {
        for (const space of spaces) {
          const before = await world.api.get(`/v1/spaces/${space.id}`)
          const pages = await world.api.get(`/v1/spaces/${space.id}/content/pages`)
          const operation = await importOk(world.api, space.id, importBody(space))
          expect(operation.counts).toMatchObject({ created: 0, updated: 0, deleted: 0 })
          const after = await world.api.get(`/v1/spaces/${space.id}`)
          expect(after.body.revision).toBe(before.body.revision)
          expect(operation.revision).toBe(before.body.revision)
          expect((await world.api.get(`/v1/spaces/${space.id}/content/pages`)).text).toBe(pages.text)
        }
      },
      patience
    )

    it(
      "keeps every page's id through a commit that edits, renames and moves",
      async () => {
        const space = spaces[0]!
        const before = await pagesOf(space)
        const prefix = space.directory === "" ? "" : `${space.directory}/`
        const summary = space.tree.get("SUMMARY.md")!.toString("utf8")
        // three leaves: one edited, one renamed in place, one moved to another folder and edited
        const leaves = before.filter(
          ({ git, pages, markdown: _ }) =>
            pages!.length === 0 && !/README\.md$|[ ()&]/.test(git!.path) && space.tree.get(git!.path)!.length > 400
        )
        const [edited, renamed, moved] = leaves.slice(-3)
        const renamedTo = renamed!.git!.path.replace(/\.md$/, "-renamed.md")
        const movedTo = `moved/${moved!.git!.path.split("/").at(-1)}`
        const newSummary = summary
          .replaceAll(`(${renamed!.git!.path}`, `(${renamedTo}`)
          .replaceAll(`(${moved!.git!.path}`, `(${movedTo}`)
        const appended = (path: string) =>
          Buffer.concat([space.tree.get(path)!, Buffer.from("\n\nOne more sentence.\n")])
        await commitFiles(
          repository,
          {
            [`${prefix}SUMMARY.md`]: newSummary,
            [prefix + edited!.git!.path]: appended(edited!.git!.path),
            [prefix + renamed!.git!.path]: null,
            [prefix + renamedTo]: space.tree.get(renamed!.git!.path)!,
            [prefix + moved!.git!.path]: null,
            [prefix + movedTo]: appended(moved!.git!.path)
          },
          "Edit, rename, move"
        )
        const operation = await importOk(world.api, space.id, importBody(space))
        expect(operation.counts).toMatchObject({ created: 0, deleted: 0, updated: 3 })
        const after = await pagesOf(space)
        expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
        const fileOf = new Map(after.map(({ git, id }) => [id, git!.path]))
        expect([edited!, renamed!, moved!].map(({ id }) => fileOf.get(id))).toEqual([
          edited!.git!.path,
          renamedTo,
          movedTo
        ])
        const text = (await world.api.get(`/v1/spaces/${space.id}/content/page/${moved!.id}?format=markdown`)).body
          .markdown
        expect(text.endsWith("\n\nOne more sentence.\n")).toBe(true)
        // the old revision can still be read, and holds what it held
        const old = await world.api.get(
          `/v1/spaces/${space.id}/revisions/${space.operation.revision}/page/${moved!.id}?format=markdown`
        )
        expect(Buffer.from(old.body.markdown).equals(space.tree.get(moved!.git!.path)!)).toBe(true)
      },
      patience
    )

    it("tells what it is synchronized with, until that is forgotten", async () => {
      for (const space of spaces) {
        const at = `/v1/spaces/${space.id}/git`
        expect(space.infoBefore.status).toBe(404)
        const info = await world.api.get(`${at}/info`)
        expect(info.status).toBe(200)
        expect(info.body).toMatchObject({ repoName: named.name, url: `${git.url}/${named.name}.git` })
        const { lastOperation, ...state } = info.body
        expect(lastOperation).toMatchObject({ kind: "import", state: "completed" })
        expect((await world.api.get(`/v1/spaces/${space.id}`)).body.gitSync).toEqual(state)
        const before = await pagesOf(space)
        expect((await world.api.delete(`${at}/legacy-installation`)).status).toBe(205)
        expect((await world.api.delete(`${at}/legacy-installation`)).status).toBe(204)
        expect((await world.api.get(`${at}/info`)).status).toBe(404)
        expect((await world.api.get(`/v1/spaces/${space.id}`)).body.gitSync).toBeUndefined()
        expect(await pagesOf(space)).toEqual(before)
      }
    })
  })
}

// ---------------------------------------------------------------------------------------------------------------------

/** A title without what Markdown, entities and emoji make of it. */
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/&#x20;|&nbsp;/g, " ")
    .replace(/&(?:amp|#x26);/g, "&")
    .replace(/:[a-z0-9_]+:/g, "")
    .replace(/\p{Extended_Pictographic}|\u200D|\uFE0F/gu, "")
    .replace(/[\\*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim()

const includesOf = (text: string) =>
  [...text.matchAll(/\{% include "([^"]*)" %\}/g)].map(([, href]) => ({ href: href! }))

/** Whether a reference leads nowhere in the repository, as anybody can see who looks for the file. */
const isBroken = (href: string, from: string, tree: ReadonlyMap<string, unknown>): boolean => {
  if (/^(?:broken-reference|\/broken\/)/.test(href) || /\/broken\/|broken-reference/.test(href)) return true
  // addresses that no page may lead to are refused: javascript:, about:, ipfs:
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return !/^(?:https?|mailto|tel):/i.test(href)
  const path = resolvePath(href, from)
  return path !== undefined && !tree.has(path)
}

/** Whether a text has a heading that an anchor names: by an explicit id, or by its words. */
const hasPlace = (text: string, anchor: string): boolean => {
  if (text.includes(`id="${anchor}"`)) return true
  const words = (value: string) =>
    value
      .toLowerCase()
      .replace(/&#x20;/g, "")
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
  return [...text.matchAll(/^#{1,6} +(.+)$/gm)].some(([, heading]) => words(plain(heading!)) === words(anchor))
}
