import { parsePage } from "@octavo/document"
import { describe, expect, it } from "vitest"
import { renderFeed, updatesOf } from "../src/published/feed.ts"
import type { Resolver } from "../src/view.ts"

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

const feedOf = (text: string) =>
  renderFeed({
    title: "Changelog",
    siteTitle: "Docs <beta>",
    url: "https://docs.test/changelog",
    feedUrl: "https://docs.test/changelog/rss.xml",
    language: "en",
    root: parsePage(text).root,
    resolver
  })

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
  it("of a page without updates is empty", () => {
    expect(updatesOf(parsePage("# Page\n\nText").root)).toEqual([])
  })
})
