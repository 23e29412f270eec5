import { parsePage } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { describe, expect, it } from "vitest"
import { feedFormats, updatesOf } from "../src/published/feed.ts"

const resolver: Resolver = {
  link: (href) => ({ href: `https://docs.test/${href}`, status: "ok" }),
  file: () => undefined,
  include: () => undefined,
  expression: () => undefined,
  tag: (slug) => (slug === "new" ? { label: "New" } : undefined)
}

const page = `# Changelog

{% updates format="full" %}
{% update date="2026-01-02" tags="new,fix" %}
## Search & find

Look *here*: [guide](guide.md) and ]]> too.
{% endupdate %}

{% update date="2026-03-04" %}
Later, without a heading.
{% endupdate %}

{% update date="2026-01-02" %}
## Second of its day
{% endupdate %}

{% update date="soon" %}
## Undated
{% endupdate %}
{% endupdates %}

{% if visitor.claims.x %}
{% updates %}
{% update date="2027-01-01" %}
## Secret
{% endupdate %}
{% endupdates %}
{% endif %}
`

const [rss, atom] = feedFormats

const feedOf = (text: string, { name, render }: (typeof feedFormats)[number] = rss!, changes: object = {}) =>
  render({
    id: "space page",
    updatedAt: "2025-12-01T10:00:00.000Z",
    title: "Changelog",
    siteTitle: "Docs <beta>",
    url: "https://docs.test/changelog",
    feedUrl: `https://docs.test/changelog/${name}`,
    language: "en",
    root: parsePage(text).root,
    resolver,
    ...changes
  })

/** What a reader of feeds makes of it. */
const read = (feed: string) => {
  expect(XMLValidator.validate(feed)).toBe(true)
  const many = ["item", "entry", "category", "link"]
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    isArray: (name) => many.includes(name)
  }).parse(feed)
}

describe("the feed of a page's updates", () => {
  const feed = feedOf(page)

  it("has the newest first, undated ones last, and nothing that is shown under a condition", () => {
    expect(updatesOf(parsePage(page).root).map(({ date }) => date)).toEqual([
      "2026-03-04",
      "2026-01-02",
      "2026-01-02",
      "soon"
    ])
    expect(feed).not.toContain("Secret")
  })
  it("titles are headings, or dates", () => {
    const titles = [...feed.matchAll(/<item><title>(.*?)<\/title>/g)].map(([, title]) => title)
    expect(titles).toEqual(["2026-03-04", "Search &amp; find", "Second of its day", "Undated"])
  })
  it("names of items stay when something is added before them", () => {
    const names = (text: string) => [...feedOf(text).matchAll(/<guid[^>]*>(.*?)<\/guid>/g)].map(([, name]) => name)
    const later = page.replace(
      "{% update date",
      '{% update date="2026-05-05" %}\nNew.\n{% endupdate %}\n\n{% update date'
    )
    expect(names(later).slice(1)).toEqual(names(page))
    expect(new Set(names(page)).size).toBe(4)
  })
  it("is well formed, with dates of RFC 822, categories and whole texts", () => {
    expect(feed).toContain(
      "<pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate><category>New</category><category>fix</category>"
    )
    expect(feed).toContain("&lt;em&gt;here&lt;/em&gt;")
    expect(feed).toContain("https://docs.test/guide.md")
    expect(feed).toContain("Docs &lt;beta&gt;")
    expect(feed.match(/<item>/g)).toHaveLength(4)
    expect(feed.match(/<pubDate>/g)).toHaveLength(3)
    // no entity but the five, no bare ampersand
    expect(feed).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/)
  })
  it("has the same entries under the same names in RSS and in Atom", () => {
    const items = read(feed).rss.channel.item.map((one: any) => [one.guid["#text"], one.title, one["content:encoded"]])
    const entries = read(feedOf(page, atom)).feed.entry.map((one: any) => [
      one.id,
      one.title,
      one.content["#text"] ?? ""
    ])
    expect(entries).toEqual(items)
    expect(items).toHaveLength(4)
  })
  it("names stay when the addresses change, and are others on another page", () => {
    const ids = (changes: object) => {
      const { feed } = read(feedOf(page, atom, changes))
      return [feed.id, ...feed.entry.map(({ id }: any) => id)]
    }
    const moved = { url: "https://new.test/news", feedUrl: "https://new.test/news/atom.xml", title: "News" }
    expect(ids(moved)).toEqual(ids({}))
    expect(ids({ id: "space other" }).filter((id: string) => ids({}).includes(id))).toEqual([])
  })
  it("in Atom has all that RFC 4287 asks for", () => {
    const { feed } = read(feedOf(page, atom, { description: "What is new & why" }))
    const uuid = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
    const { entry, ...head } = feed
    expect(head).toEqual({
      xmlns: "http://www.w3.org/2005/Atom",
      "xml:lang": "en",
      id: expect.stringMatching(uuid),
      title: "Changelog · Docs <beta>",
      subtitle: "What is new & why",
      updated: "2026-03-04T00:00:00.000Z",
      author: { name: "Docs <beta>" },
      link: [
        { rel: "self", type: "application/atom+xml", href: "https://docs.test/changelog/atom.xml" },
        { rel: "alternate", type: "text/html", href: "https://docs.test/changelog" }
      ]
    })
    for (const one of entry) {
      expect(one).toMatchObject({ id: expect.stringMatching(uuid), updated: expect.stringMatching(time) })
      expect(one.link).toEqual([{ rel: "alternate", type: "text/html", href: "https://docs.test/changelog" }])
      expect([typeof one.title, one.content.type]).toEqual(["string", "html"])
    }
    expect(new Set(entry.map(({ id }: any) => id)).size).toBe(4)
    expect(entry[1].category).toEqual([
      { term: "new", label: "New" },
      { term: "fix", label: "fix" }
    ])
    expect(entry[1].content["#text"]).toContain(
      'Look <em>here</em>: <a href="https://docs.test/guide.md">guide</a> and ]]&gt; too.'
    )
    // without a day: when the page was last changed
    expect(entry.map(({ updated }: any) => updated.slice(0, 10))).toEqual([
      ...["2026-03-04", "2026-01-02", "2026-01-02", "2025-12-01"]
    ])
  })
  it("of a page without updates is empty", () => {
    expect(updatesOf(parsePage("# Page\n\nText").root)).toEqual([])
  })
})
