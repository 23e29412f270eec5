/** The updates of a page as a feed (RSS 2.0, rssboard.org, with whole texts in `content:encoded`). Pure. */
import { plainText, type Root, type Update, visit } from "@octavo/document"
import { renderBody } from "../body/render.ts"
import { escapeHtml } from "../html/escape.ts"
import type { Resolver } from "../view.ts"

/** Address of a page's feed, below the page. */
export const FEED_NAME = "rss.xml"

/** Most updates of a feed, the newest ones. */
const mostItems = 50

export interface FeedSource {
  /** Of the page. */
  readonly title: string
  readonly description?: string | undefined
  readonly siteTitle: string
  /** Absolute addresses of the page and of the feed. */
  readonly url: string
  readonly feedUrl: string
  readonly language: string
  readonly root: Root
  /** Answers with absolute addresses. */
  readonly resolver: Resolver
}

/** The updates on a page, those of conditional content left out, newest first; undated ones last. */
export const updatesOf = (root: Root): ReadonlyArray<Update> => {
  const found: Array<Update> = []
  visit(root, (node) => {
    if (node.type === "update") found.push(node)
    return node.type !== "update" && node.type !== "if"
  })
  const day = ({ date }: Update) => (Number.isNaN(Date.parse(date.slice(0, 10))) ? "" : date.slice(0, 10))
  return found.toSorted((a, b) => (day(a) === day(b) ? 0 : day(a) < day(b) ? 1 : -1))
}

const tag = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`

export const renderFeed = (source: FeedSource): string => {
  const updates = updatesOf(source.root)
  // the n-th of its day, counted from the oldest: what comes later changes no name
  const ofDay = new Map<string, number>()
  const names = updates.toReversed().map(({ date }) => {
    const n = (ofDay.get(date) ?? 0) + 1
    ofDay.set(date, n)
    return n === 1 ? date : `${date}-${n}`
  })
  names.reverse()
  const items = updates.slice(0, mostItems).map((update, i) => {
    const heading = update.children.find((node) => node.type === "heading")
    const title = heading === undefined ? "" : plainText(heading).trim()
    const time = Date.parse(update.date.slice(0, 10))
    const body: Root = { ...source.root, children: update.children.filter((node) => node !== heading) }
    const { html } = renderBody(body, source.resolver, { language: source.language })
    return [
      "<item>",
      tag("title", title === "" ? update.date : title),
      tag("link", source.url),
      `<guid isPermaLink="false">${escapeHtml(`${source.url}#${names[i]}`)}</guid>`,
      Number.isNaN(time) ? "" : tag("pubDate", new Date(time).toUTCString()),
      ...update.tags.map((slug) => tag("category", source.resolver.tag?.(slug)?.label ?? slug)),
      tag("content:encoded", html),
      "</item>"
    ].join("")
  })
  const channel = [
    tag("title", `${source.title} · ${source.siteTitle}`),
    tag("link", source.url),
    tag("description", source.description ?? source.title),
    tag("language", source.language),
    `<atom:link href="${escapeHtml(source.feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...items
  ]
  const spaces = 'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${spaces}><channel>\n${channel.join("\n")}\n</channel></rss>\n`
}
