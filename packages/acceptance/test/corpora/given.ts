/** A corpus as a repository, its spaces imported and published, and the site read page by page. */
import { join } from "node:path"
import { type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect } from "vitest"
import { attribute, type Element, elementsOf, hasClass, textOf, type Visit, visitSite } from "../../src/browser.ts"
import type { Answer } from "../../src/client.ts"
import {
  type Corpus,
  type CorpusSpace,
  commitCorpus,
  type corpora,
  listedPages,
  readCorpus
} from "../../src/corpora.ts"
import { historyRead, importOk, main, type Operation } from "../../src/imports.ts"
import type { Store } from "../../src/stores.ts"
import { undrawnIn } from "../../src/undrawn.ts"
import { startWorld, type World } from "../../src/world.ts"

export const patience = 300_000

export interface ApiPage {
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

/** Registers what starts and stops it; answers what is there once it runs. */
export const publishCorpus = (store: Store, named: (typeof corpora)[number]) => {
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

  return () => ({
    named,
    world,
    git,
    corpus,
    repository,
    commit,
    spaces,
    site,
    visit,
    importBody,
    pagesOf,
    filesOf,
    listed,
    textIn
  })
}

export type Published = ReturnType<typeof publishCorpus>
