/** Other searches over the same pages, as yardsticks: each the way its manual shows it. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { findChromium, launchChromium } from "@octavo/acceptance/chromium"
import { serveFiles } from "@octavo/acceptance/fileServer"
import Database from "better-sqlite3"
import { npm } from "../support/npm.ts"
import type { SearchedPage } from "./queries.ts"

/** The ids of the first pages for each query. */
export type Find = (queries: ReadonlyArray<string>) => Promise<ReadonlyArray<ReadonlyArray<string>>>

export interface Engine {
  readonly name: string
  readonly open: (pages: ReadonlyArray<SearchedPage>, directory: string) => Promise<Find>
}

/** So many pages of an answer are looked at. */
export const looked = 10

const headings = ({ sections }: SearchedPage) => sections.map(({ title }) => title).join("\n")
const text = ({ sections }: SearchedPage) => sections.map((one) => one.text).join("\n")

/** BM25 with weights; pages that have some of the words count, or nothing would be found with a typo. */
const fts5: Engine = {
  name: "FTS5",
  open: async (pages) => {
    const database = new Database(":memory:")
    database.exec(
      "CREATE VIRTUAL TABLE pages USING fts5(title, headings, body, id UNINDEXED, tokenize = 'unicode61 remove_diacritics 2')"
    )
    const insert = database.prepare("INSERT INTO pages VALUES (?, ?, ?, ?)")
    for (const page of pages) insert.run(page.title, headings(page), text(page), page.id)
    const find = database.prepare(
      `SELECT id FROM pages WHERE pages MATCH ? ORDER BY bm25(pages, 12.0, 5.0, 1.0) LIMIT ${looked}`
    )
    return async (queries) =>
      queries.map((query) => {
        const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
        return (find.all(words.map((word) => `"${word}"`).join(" OR ")) as Array<{ id: string }>).map(({ id }) => id)
      })
  }
}

interface MiniSearchLike {
  readonly addAll: (documents: ReadonlyArray<object>) => void
  readonly search: (query: string) => ReadonlyArray<{ readonly id: string }>
}

const miniSearch = (root: string): Engine => {
  const packages = join(npm(join(root, "minisearch"), "minisearch@7.2.0"), "..")
  return {
    name: "MiniSearch 7.2.0",
    open: async (pages) => {
      const { default: MiniSearch } = (await import(
        pathToFileURL(join(packages, "minisearch", "dist", "es", "index.js")).href
      )) as { readonly default: new (options: object) => MiniSearchLike }
      const index = new MiniSearch({
        fields: ["title", "headings", "text"],
        searchOptions: { boost: { title: 4, headings: 2 }, prefix: true, fuzzy: 0.2 }
      })
      index.addAll(
        pages.map((page) => ({ id: page.id, title: page.title, headings: headings(page), text: text(page) }))
      )
      return async (queries) =>
        queries.map((query) =>
          index
            .search(query)
            .slice(0, looked)
            .map(({ id }) => id)
        )
    }
  }
}

const escaped = (plain: string): string => plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

interface PagefindNode {
  readonly createIndex: () => Promise<{
    readonly index: {
      readonly addHTMLFile: (file: { readonly url: string; readonly content: string }) => Promise<unknown>
      readonly writeFiles: (to: { readonly outputPath: string }) => Promise<unknown>
    }
  }>
  readonly close: () => Promise<unknown>
}

/** In Chromium, where it runs. */
const pagefind = (root: string, executable: string): Engine => {
  const packages = join(npm(join(root, "pagefind"), "pagefind@1.6.0"), "..")
  return {
    name: "Pagefind 1.6.0",
    open: async (pages, directory) => {
      const { close, createIndex } = (await import(
        pathToFileURL(join(packages, "pagefind", "lib", "index.js")).href
      )) as PagefindNode
      const { index } = await createIndex()
      for (const page of pages) {
        const parts = page.sections.map(
          (one) => `${one.title && `<h2>${escaped(one.title)}</h2>`}<p>${escaped(one.text)}</p>`
        )
        const content = `<html lang="en"><body><h1>${escaped(page.title)}</h1>${parts.join("")}</body></html>`
        await index.addHTMLFile({ url: `/${page.id}/`, content })
      }
      mkdirSync(directory, { recursive: true })
      await index.writeFiles({ outputPath: join(directory, "pagefind") })
      await close()
      writeFileSync(join(directory, "index.html"), '<!doctype html><html lang="en"><title>Search</title></html>')
      return async (queries) => {
        const server = await serveFiles(directory)
        const browser = await launchChromium(executable)
        try {
          const page = await browser.newPage()
          await page.goto(server.url)
          return await page.evaluate(
            async ([all, most]) => {
              const found: Array<Array<string>> = []
              const search = await import(`${location.origin}/pagefind/pagefind.js`)
              for (const query of all) {
                const { results } = await search.search(query)
                const data: Array<{ url: string }> = await Promise.all(
                  results.slice(0, most).map((result: { data: () => unknown }) => result.data())
                )
                found.push(data.map(({ url }) => url.replaceAll("/", "")))
              }
              return found
            },
            [queries, looked] as const
          )
        } finally {
          await browser.close()
          await server.close()
        }
      }
    }
  }
}

/** @param root a folder to install into */
export const makeEngines = (root: string, say: (line: string) => void): ReadonlyArray<Engine> => {
  const executable = findChromium()
  if (executable === undefined) say("there is no Chromium here, in which Pagefind runs: it is left out")
  return [fts5, miniSearch(root), ...(executable === undefined ? [] : [pagefind(root, executable)])]
}
