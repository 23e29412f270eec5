import { expect, it } from "vitest"
import { landing, visitPage } from "../../src/browser.ts"
import { imageType, resolvePath, sourceReferences, withIncludes } from "../../src/corpora.ts"
import { type Published, patience } from "./given.ts"

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

export const site = (given: Published): void => {
  it(
    "publishes every listed page with its title",
    async () => {
      const { listed, pagesOf, site, spaces, visit } = given()
      for (const space of spaces) {
        // a page is called as the table of contents calls it
        const labels = new Map(listed(space).map(({ file, label }) => [file, label]))
        for (const page of await pagesOf(space)) {
          const url = page.urls.published!
          expect(url).toMatch(site["urls"].published)
          // hidden pages are linked from nowhere, and can be read all the same; the first page is at the root
          const seen = visit.pages.get(url) ?? (await visitPage(url))
          const found = seen.status === 307 ? visit.pages.get(new URL(seen.headers.get("location")!, url).href)! : seen
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
    const { named, visit, world } = given()
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
    const { pagesOf, spaces, textIn, visit } = given()
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
    const { pagesOf, spaces, textIn, visit } = given()
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
    const { filesOf, named, pagesOf, spaces, textIn, visit } = given()
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
    const { pagesOf, spaces, textIn, visit } = given()
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
    const { visit } = given()
    expect([...visit.outside]).toEqual([])
  })

  it("sends pages and files with headers that keep them harmless and cheap", async () => {
    const { site, visit } = given()
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
    const { named, visit } = given()
    for (const page of visit.pages.values()) {
      const { current, language, title } = page.found
      expect(language, page.url).toBe("en")
      expect(title, page.url).toContain(named.name)
      expect(current, page.url).toBeLessThanOrEqual(2)
    }
  })
}
