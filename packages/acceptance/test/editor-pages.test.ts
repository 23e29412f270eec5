/**
 * Pages that somebody wrote elsewhere, opened in the application's editor: whoever only looks writes nothing, and whoever
 * adds a word changes the line of that word and no other byte. The pages are those of this repository's documentation,
 * and of the corpora where these are; a sample of them, with `OCTAVO_TEST_ALL` all.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { commitFiles, type GitServer, startGitServer } from "@octavo/git-cli/testing"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { corpora, haveCorpora, readCorpus } from "../src/corpora.ts"
import { importOk, main } from "../src/imports.ts"
import { sqlite } from "../src/stores.ts"
import { visit } from "../src/visit.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { startWorld, type World } from "../src/world.ts"
import { selectionSeen } from "../src/writtenPage.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to edit pages in")

/** How many pages of each repository are edited. */
const sampleSize = process.env["OCTAVO_TEST_ALL"] === undefined ? 10 : Number.POSITIVE_INFINITY

/** A word that no page has. */
const word = "octavozq"

interface Repository {
  readonly name: string
  readonly directory: string
  readonly files: () => Record<string, string | Buffer>
}

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url))

const repositories: ReadonlyArray<Repository> = [
  {
    name: "octavo",
    directory: "",
    files: () =>
      Object.fromEntries(
        readdirSync(docs, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name, parentPath }) => {
            const path = join(parentPath, name)
            return [path.slice(docs.length), readFileSync(path)]
          })
      )
  },
  ...(haveCorpora() ? corpora : []).map((named) => ({
    name: named.name,
    directory: named.spaces[0]!.directory,
    files: () => Object.fromEntries(readCorpus(named).files)
  }))
]

interface ListedPage {
  readonly id: string
  readonly type: string
  readonly path: string
  readonly pages?: ReadonlyArray<ListedPage>
}

const documents = (pages: ReadonlyArray<ListedPage>): ReadonlyArray<ListedPage> =>
  pages.flatMap((page) => [...(page.type === "document" ? [page] : []), ...documents(page.pages ?? [])])

/** As many of them as are asked for, from everywhere in the list. */
const sampled = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => {
  const step = Math.max(1, all.length / sampleSize)
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

describe.skipIf(executable === undefined)("Pages that are edited in the application", () => {
  let world: World
  let browser: Browser
  let git: GitServer

  beforeAll(async () => {
    world = await startWorld(sqlite, { webApplication: await builtWebApplication() })
    browser = await launchChromium(executable!)
    git = await startGitServer(join(world.database.directory, "repositories"))
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await git?.close()
    await world?.stop()
  })

  const textOf = async (space: string, page: string, draft?: number): Promise<string> => {
    const within = draft === undefined ? "" : `/change-requests/${draft}`
    const { body, text } = await world.api.get(`/v1/spaces/${space}${within}/content/page/${page}?format=markdown`)
    expect(body.markdown, text).toBeTypeOf("string")
    return body.markdown
  }

  /** Goes to a page inside of the application, as a link in it does: its scripts are loaded once. */
  const open = async (page: Page, space: string, path: string) => {
    const body = page.getByRole("textbox", { name: "Page body" })
    const earlier = await body.elementHandle()
    const address = `/app/s/${space}/${path.split("/").map(encodeURIComponent).join("/")}`
    await page.evaluate(([to]) => history.pushState({}, "", to), [address] as const)
    await page.waitForFunction((element) => !element?.isConnected, earlier)
    await body.waitFor()
  }

  /** Puts the caret behind the last letter of a word of running text; `false` where the page has none. */
  const intoText = (page: Page): Promise<boolean> =>
    page.evaluate(`(() => {
      const body = document.querySelector('[role="textbox"][aria-label="Page body"]')
      const found = [...body.querySelectorAll("p, h2, h3")].filter((element) => element.isContentEditable).flatMap((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const texts = []
        while (walker.nextNode()) texts.push(walker.currentNode)
        return texts.filter((text) => /[a-z]{3}/i.test(text.data) && text.parentElement === element)
      })
      const text = found[Math.floor(found.length / 2)]
      if (text === undefined) return false
      const at = text.data.search(/[a-z]{3}/i) + 3
      body.focus()
      getSelection().setBaseAndExtent(text, at, text, at)
      return true
    })()`)

  it.each(repositories.map(({ name, ...one }) => [name, one] as const))(
    "of %s: a look writes nothing, a word changes its line",
    async (name, { directory, files }) => {
      const root = join(world.database.directory, "repositories")
      await commitFiles(join(root, `${name}.git`), files(), "Pages")
      const space = await world.space(name)
      const project = directory === "" ? {} : { repoProjectDirectory: directory }
      await importOk(world.api, space, { url: `${git.url}/${name}.git`, ref: main, ...project })
      const list = await world.api.get(`/v1/spaces/${space}/content/pages`)
      const pages = sampled(documents(list.body.pages))
      expect(pages.length).toBeGreaterThan(5)
      const before = new Map<string, string>()
      for (const { id } of pages) before.set(id, await textOf(space, id))
      let edited = 0
      await visit(
        // pictures of other hosts are asked for, and are not there
        { world, browser, path: `/app/s/${space}`, ignored: /Failed to load resource|ERR_/, anywhere: true },
        async ({ page }) => {
          await page.getByRole("textbox", { name: "Page body" }).waitFor()
          // the last one first: the space has opened with the first
          for (const { path } of pages.toReversed()) await open(page, space, path)
          const drafts = `/v1/spaces/${space}/change-requests?status=draft`
          expect((await world.api.get(drafts)).body.items).toEqual([])
          for (const [at, { id, path }] of pages.entries()) {
            if (at > 0) await open(page, space, path)
            if (!(await intoText(page))) continue
            await selectionSeen(page)
            await page.keyboard.type(word)
            await page
              .getByRole("status")
              .filter({ hasText: /^Saved$/ })
              .waitFor()
            const [draft] = (await world.api.get(drafts)).body.items
            const text = await textOf(space, id, draft.number)
            expect(text.split(word), path).toHaveLength(2)
            // a cell that grows takes of the blanks behind it
            const closed = (line: string) => (line.startsWith("|") ? line.replace(/ +\|/g, " |") : line)
            const [was, is] = [before.get(id)!.split("\n"), text.split("\n")]
            expect(is.length, path).toBe(was.length)
            for (const [at, line] of is.entries())
              if (line.includes(word)) expect(closed(line.replace(word, "")), path).toBe(closed(was[at]!))
              else expect(line, path).toBe(was[at])
            edited++
          }
          const items = (await world.api.get(drafts)).body.items
          expect(items).toHaveLength(1)
        }
      )
      expect(edited).toBeGreaterThan(pages.length / 2)
    },
    900_000
  )
})
