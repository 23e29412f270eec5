/**
 * Reads a website: pages of one host, from an address on, as far as its robots.txt lets and up to a number of pages.
 * Everything is fetched through the `Fetcher`, which reaches no private network unless it is told to.
 */
import { Effect } from "effect"
import { computeAsking, noAnswer } from "../../kernel/compute/Compute.ts"
import type { FetchError, Fetcher } from "../../kernel/outbound/Fetcher.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { utf8 } from "../../kernel/shared/hash.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { decodeText } from "./decodeText.ts"
import { type HtmlFacts, htmlFacts } from "./htmlTasks.ts"

/** Most pages of one import, and most bytes of a page and of all. */
export const maxPages = 200
const maxPageBytes = 3_000_000
const maxBytes = 60_000_000
/** Most addresses that are tried. */
const maxFetches = 500

export interface WebPage extends HtmlFacts {
  readonly html: string
  /** Where it is, without fragment and query. */
  readonly url: string
}

export interface Website {
  readonly pages: ReadonlyArray<WebPage>
  /** Pages that other addresses of the website lead to, by the keys of both. */
  readonly redirects: ReadonlyMap<string, string>
  /** Why it was not read at all. */
  readonly refused: "robots" | undefined
}

/** One name for each page: without fragment, query, and a slash or index file at the end. */
export const pageKey = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/\/(?:index\.html?)?$/iu, "").replace(/\.html?$/iu, "")
}

/** Paths that a robots.txt forbids to everybody; the longest rule wins, and allows at a tie (RFC 9309). */
export const robotsRules = (text: string): ((path: string) => boolean) => {
  const rules: Array<{ readonly allow: boolean; readonly path: string }> = []
  let isForAll = false
  let wasAgent = false
  for (const line of text.slice(0, 500_000).split(/\r?\n/u)) {
    const [, field, value] = /^\s*([a-z-]+)\s*:\s*([^#]*)/iu.exec(line) ?? []
    if (field === undefined || value === undefined) continue
    const name = field.toLowerCase()
    if (name === "user-agent") {
      const matches = /^(?:\*|octavo)$/iu.test(value.trim())
      isForAll = wasAgent ? isForAll || matches : matches
      wasAgent = true
      continue
    }
    wasAgent = false
    if (isForAll && (name === "allow" || name === "disallow") && value.trim() !== "") {
      rules.push({ allow: name === "allow", path: value.trim() })
    }
  }
  rules.sort((a, b) => b.path.length - a.path.length || Number(b.allow) - Number(a.allow))
  return (path) => rules.find((rule) => matchesRule(path, rule.path))?.allow ?? true
}

/** `*` stands for anything, `$` for the end. Without a regular expression: rules come from strangers. */
const matchesRule = (path: string, rule: string): boolean => {
  const isWhole = rule.endsWith("$")
  const pieces = (isWhole ? rule.slice(0, -1) : rule).split("*")
  if (!path.startsWith(pieces[0]!)) return false
  let at = pieces[0]!.length
  for (const [i, piece] of pieces.slice(1).entries()) {
    const isLast = i === pieces.length - 2
    const found = isLast && isWhole ? (path.endsWith(piece) ? path.length - piece.length : -1) : path.indexOf(piece, at)
    if (found < at) return false
    at = found + piece.length
  }
  return !isWhole || at === path.length
}

/**
 * @param start where to begin: pages beside and below it are read; when it leads elsewhere, beside and below that
 * @param goOn asked before each page; fails to stop
 */
export const readWebsite = traced("readWebsite")(function* <E, R>(
  fetcher: Fetcher["Service"],
  start: string,
  goOn: (read: number) => Effect.Effect<void, E, R>
): Effect.fn.Return<Website, E | FetchError | StorageError, R> {
  const robots = new Map<string, (path: string) => boolean>()
  const isAllowed = Effect.fnUntraced(function* ({ origin, pathname, search }: URL) {
    const known = robots.get(origin)
    if (known !== undefined) return known(pathname + search)
    const rules = yield* fetcher.fetch(`${origin}/robots.txt`, { maxBytes: 500_000 }).pipe(
      Effect.map(({ bytes }) => robotsRules(utf8.decode(bytes))),
      Effect.orElseSucceed(() => robotsRules(""))
    )
    robots.set(origin, rules)
    return rules(pathname + search)
  })

  // below the folder of the address: a guide is not the whole of its host
  let root: URL | undefined
  const isInside = ({ origin, pathname }: URL) =>
    root === undefined ||
    (origin === root.origin && pathname.startsWith(root.pathname.slice(0, root.pathname.lastIndexOf("/") + 1)))
  const waiting = [start]
  const seen = new Set([pageKey(start)])
  const pages: Array<WebPage> = []
  const redirects = new Map<string, string>()
  const done = (refused?: "robots"): Website => ({ pages, redirects, refused })
  let [bytes, fetches] = [0, 0]
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (pages.length >= maxPages || bytes >= maxBytes || fetches >= maxFetches) break
    if (!(yield* isAllowed(new URL(url)))) {
      if (root === undefined) return done("robots")
      continue
    }
    yield* goOn(pages.length)
    fetches++
    const fetched = yield* fetcher.fetch(url, { maxBytes: maxPageBytes }).pipe(
      // a page that is not there is not imported; without the first one there is nothing to import
      Effect.catch(
        (error): Effect.Effect<undefined, FetchError> =>
          root === undefined ? Effect.fail(error) : Effect.succeed(undefined)
      )
    )
    if (fetched === undefined) continue
    const at = new URL(fetched.url ?? url)
    at.search = ""
    at.hash = ""
    const [from, to] = [pageKey(url), pageKey(at.href)]
    if (from !== to) {
      if (!isInside(at)) continue
      if (!(yield* isAllowed(at))) {
        if (root === undefined) return done("robots")
        continue
      }
      redirects.set(from, to)
      if (seen.has(to)) continue
      seen.add(to)
    }
    if (!/^(?:text\/html|application\/xhtml\+xml)$/iu.test(fetched.contentType ?? "")) continue
    root ??= at
    bytes += fetched.bytes.length
    const html = decodeText(fetched.bytes)
    const found = yield* computeAsking(htmlFacts, { html, address: at.href }, noAnswer, html.length)
    // nested deeper than a parser can follow
    if (found === undefined) continue
    pages.push({ ...found, html, url: at.href })
    for (const link of found.links) {
      const next = new URL(link)
      if (!isInside(next)) continue
      const key = pageKey(link)
      if (seen.has(key) || seen.size >= maxFetches * 4) continue
      seen.add(key)
      next.search = ""
      waiting.push(next.href)
    }
  }
  return done()
})

/** The page that each page lies below: the one with the longest address that its own begins with. */
export const parentsOf = (pages: ReadonlyArray<Pick<WebPage, "url">>): ReadonlyArray<number | undefined> => {
  const byKey = new Map(pages.map(({ url }, i) => [pageKey(url), i]))
  return pages.map(({ url }, own) => {
    let key = pageKey(url)
    for (let slash = key.lastIndexOf("/"); slash > 8; slash = key.lastIndexOf("/")) {
      key = key.slice(0, slash)
      const found = byKey.get(key)
      if (found !== undefined && found < own) return found
    }
    return undefined
  })
}
