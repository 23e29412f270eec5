/**
 * The updates of a page as a feed with whole texts: RSS 2.0 (rssboard.org, texts in `content:encoded`) and Atom
 * (RFC 4287), with the same entries under the same names. Pure.
 */
import { uuidOf } from "@octavo/core/kernel/shared/hash"
import { plainText, type Root, type Update, visit } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import { renderBody } from "../body/render.ts"
import { attributes, element, escaped, type Html, html, join, none } from "../html/html.ts"

/** Most updates of a feed, the newest ones. */
const mostItems = 50

export interface FeedSource {
  /** Of the page and its space: what names are made of, so that they stay when addresses change. */
  readonly id: string
  /** Of the page. */
  readonly title: string
  readonly description?: string | undefined
  /** Of the page, ISO 8601. */
  readonly updatedAt: string
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

interface FeedEntry {
  readonly id: string
  readonly title: string
  /** Milliseconds; `undefined` for a day that cannot be read. */
  readonly time: number | undefined
  readonly tags: ReadonlyArray<{ readonly name: string; readonly label: string }>
  /** The text as HTML, which a feed has as a text. */
  readonly markup: string
}

const entriesOf = ({ id, language, resolver, root }: FeedSource): ReadonlyArray<FeedEntry> => {
  const updates = updatesOf(root)
  // the n-th of its day, counted from the oldest: what comes later changes no name
  const ofDay = new Map<string, number>()
  const names = updates.toReversed().map(({ date }) => {
    const n = (ofDay.get(date) ?? 0) + 1
    ofDay.set(date, n)
    return n === 1 ? date : `${date}-${n}`
  })
  names.reverse()
  return updates.slice(0, mostItems).map((update, i) => {
    const heading = update.children.find((node) => node.type === "heading")
    const title = heading === undefined ? "" : plainText(heading).trim()
    const time = Date.parse(update.date.slice(0, 10))
    const body: Root = { ...root, children: update.children.filter((node) => node !== heading) }
    return {
      id: nameOf(`${id} ${names[i]}`),
      title: title === "" ? update.date : title,
      time: Number.isNaN(time) ? undefined : time,
      tags: update.tags.map((name) => ({ name, label: resolver.tag?.(name)?.label ?? name })),
      markup: renderBody(body, resolver, { language }).html
    }
  })
}

const nameOf = (text: string): string => `urn:uuid:${uuidOf(text)}`

const tag = (name: string, text: string): Html => element(name, {}, escaped(text))
const link = (name: "link" | "atom:link", rel: string, type: string, href: string): Html =>
  html`<${name}${attributes({ rel, type, href })}/>`

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const renderRss = (source: FeedSource): string => {
  const items = entriesOf(source).map(({ id, markup, tags, time, title }) =>
    join([
      html`<item>`,
      tag("title", title),
      tag("link", source.url),
      element("guid", { isPermaLink: "false" }, escaped(id)),
      time === undefined ? none : tag("pubDate", new Date(time).toUTCString()),
      ...tags.map(({ label }) => tag("category", label)),
      tag("content:encoded", markup),
      html`</item>`
    ])
  )
  const channel = [
    tag("title", titleOf(source)),
    tag("link", source.url),
    tag("description", source.description ?? source.title),
    tag("language", source.language),
    link("atom:link", "self", "application/rss+xml", source.feedUrl),
    ...items
  ]
  const spaces = 'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom"'
  return `${declaration}<rss version="2.0" ${spaces}><channel>\n${join(channel, "\n").text}\n</channel></rss>\n`
}

const renderAtom = (source: FeedSource): string => {
  const entries = entriesOf(source)
  const times = entries.flatMap(({ time }) => time ?? [])
  // what has no day was there when the page was last changed, at the latest
  const stamp = (time: number | undefined): string => new Date(time ?? source.updatedAt).toISOString()
  const feed = [
    tag("id", nameOf(source.id)),
    tag("title", titleOf(source)),
    source.description === undefined ? none : tag("subtitle", source.description),
    tag("updated", stamp(times.length === 0 ? undefined : Math.max(...times))),
    element("author", {}, tag("name", source.siteTitle)),
    link("link", "self", "application/atom+xml", source.feedUrl),
    link("link", "alternate", "text/html", source.url),
    ...entries.map(({ id, markup, tags, time, title }) =>
      join([
        html`<entry>`,
        tag("id", id),
        tag("title", title),
        tag("updated", stamp(time)),
        link("link", "alternate", "text/html", source.url),
        ...tags.map(({ label, name }) => html`<category${attributes({ term: name, label })}/>`),
        element("content", { type: "html" }, escaped(markup)),
        html`</entry>`
      ])
    )
  ].filter((part) => !part.isEmpty)
  const values = attributes({ xmlns: "http://www.w3.org/2005/Atom", "xml:lang": source.language })
  return `${declaration}<feed${values.text}>\n${join(feed, "\n").text}\n</feed>\n`
}

const titleOf = ({ siteTitle, title }: FeedSource): string => `${title} · ${siteTitle}`

export interface FeedFormat {
  /** Address below the page. */
  readonly name: string
  readonly type: string
  readonly render: (source: FeedSource) => string
}

/** The feeds of a page, the one that readers are shown first. */
export const feedFormats: ReadonlyArray<FeedFormat> = [
  { name: "rss.xml", type: "application/rss+xml", render: renderRss },
  { name: "atom.xml", type: "application/atom+xml", render: renderAtom }
]
