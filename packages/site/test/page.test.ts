import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { latinFont, siteScript, siteStyle } from "../src/assets/assets.ts"
import { assets, contentSecurityPolicy, renderNotFound, renderPage, themeScriptHash } from "../src/index.ts"
import type { PageView, RenderedBody } from "../src/view.ts"
import { elements } from "./inspect.ts"

const documentOf = (of: PageView): string => renderPage(of).text

const view = (page: Partial<PageView["page"]> = {}, site: Partial<PageView["site"]> = {}): PageView => ({
  site: {
    title: "Docs & more",
    language: "en",
    basePath: "/sites/docs",
    homeHref: "/sites/docs/",
    navigation: [
      { kind: "page", title: "Home", href: "/sites/docs/" },
      {
        kind: "group",
        title: "Guides",
        children: [
          {
            kind: "page",
            title: "Parent",
            href: "/sites/docs/parent",
            ancestor: true,
            children: [{ kind: "page", title: "Here", href: "/sites/docs/parent/here", active: true, emoji: "🧭" }]
          },
          { kind: "page", title: "Closed", href: "/c", children: [{ kind: "page", title: "Inside", href: "/c/i" }] },
          { kind: "link", title: "Away", href: "https://x.test", external: true }
        ]
      }
    ],
    ...site
  },
  page: {
    title: "Here <b>",
    description: "What is here",
    breadcrumbs: [{ title: "Guides" }, { title: "Parent", href: "/sites/docs/parent" }],
    outline: [
      { anchor: "one", title: "One", depth: 2 },
      { anchor: "two", title: "Two", depth: 3 }
    ],
    previous: { title: "Parent", href: "/sites/docs/parent" },
    next: { title: "Closed", href: "/c" },
    updatedAt: "2026-05-01T10:00:00Z",
    editUrl: "https://git.test/edit",
    markdownUrl: "/sites/docs/parent/here.md",
    canonicalUrl: "https://docs.test/parent/here",
    ...page
  },
  body: { html: "<p>Body</p>", features: [] }
})

const find = (html: string, tag: string, name: string, value: string) =>
  elements(html).filter(
    (node) => node.tagName === tag && node.attrs.some((attr) => attr.name === name && attr.value === value)
  )

describe("a page", () => {
  it("has a head for readers, search engines and social sites", () => {
    const html = documentOf(view())
    expect(html).toMatch(
      /^<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Here &lt;b&gt; · Docs &amp; more<\/title>/
    )
    expect(html).toContain('<meta name="description" content="What is here">')
    expect(html).toContain('<link rel="canonical" href="https://docs.test/parent/here">')
    expect(html).toContain('<meta property="og:title" content="Here &lt;b&gt;">')
    expect(html).toContain('<meta property="og:description" content="What is here">')
    expect(html).toContain('<link rel="alternate" type="text/markdown" href="/sites/docs/parent/here.md">')
    expect(html).not.toContain("noindex")
    expect(documentOf(view({ noRobotsIndex: true }))).toContain('<meta name="robots" content="noindex">')
  })

  const structured = { siteUrl: "https://docs.test/", searchUrl: "https://docs.test/~search", breadcrumbs: [] }
  /** What search engines read of a page, as their parsers find it. */
  const graphOf = (html: string): ReadonlyArray<Record<string, any>> => {
    const found = find(html, "script", "type", "application/ld+json")
    expect(found.length).toBeLessThan(2)
    const text = found[0]?.childNodes[0]
    return text !== undefined && "value" in text ? JSON.parse(text.value)["@graph"] : []
  }

  it("says what it is to search engines: the site, the page, and the way to it", () => {
    const breadcrumbs = [{ title: "Parent", url: "https://docs.test/parent" }]
    const [site, article, way, ...rest] = graphOf(documentOf(view({ structured: { ...structured, breadcrumbs } })))
    expect(rest).toEqual([])
    expect(site).toEqual({
      "@type": "WebSite",
      "@id": "https://docs.test/#website",
      url: "https://docs.test/",
      name: "Docs & more"
    })
    expect(article).toEqual({
      "@type": "TechArticle",
      "@id": "https://docs.test/parent/here#article",
      headline: "Here <b>",
      description: "What is here",
      url: "https://docs.test/parent/here",
      inLanguage: "en",
      dateModified: "2026-05-01T10:00:00.000Z",
      isPartOf: { "@id": "https://docs.test/#website" }
    })
    expect(way?.["itemListElement"].map(({ item, name, position }: any) => [position, name, item])).toEqual([
      [1, "Docs & more", "https://docs.test/"],
      [2, "Parent", "https://docs.test/parent"],
      [3, "Here <b>", "https://docs.test/parent/here"]
    ])
  })

  it("says on the front page how the site is searched", () => {
    const html = documentOf(view({ structured: { ...structured, about: "All" }, canonicalUrl: "https://docs.test/" }))
    const [site, , ...crumbs] = graphOf(html)
    expect(site).toMatchObject({ description: "All", inLanguage: "en" })
    expect(site?.["potentialAction"].target.urlTemplate).toBe("https://docs.test/~search?q={search_term_string}")
    expect(crumbs).toEqual([])
    expect(html).toContain('<meta property="og:type" content="website">')
  })

  it.each([
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>",
    '"}]}',
    "\u003c/script> \u2028 \u2029",
    "<\u0000/script>"
  ])("lets no title out of what it says to search engines: %s", (title) => {
    const html = documentOf(
      view(
        {
          title,
          description: title,
          structured: { ...structured, about: title, breadcrumbs: [{ title, url: `https://docs.test/${title}` }] }
        },
        { title }
      )
    )
    const [site, article] = graphOf(html)
    expect([site?.["name"], article?.["headline"]]).toEqual([title, title])
    const scripts = (text: string) => elements(text).filter(({ tagName }) => tagName === "script").length
    expect(scripts(html)).toBe(scripts(documentOf(view({ structured }))))
  })

  it("says nothing to search engines of pages that they are not to list", () => {
    expect(graphOf(documentOf(view()))).toEqual([])
    expect(graphOf(documentOf(view({ structured, canonicalUrl: undefined })))).toEqual([])
  })

  it("loads its static files from the site and the style of formulas only when needed", () => {
    const html = documentOf(view())
    const loaded = elements(html).flatMap((node) =>
      node.attrs
        .filter(({ name, value }) => (name === "src" || name === "href") && value.includes("/_octavo/"))
        .map(({ value }) => value)
    )
    expect(loaded).toHaveLength(3)
    for (const path of loaded) expect(assets.map((asset) => `/sites/docs${asset.path}`)).toContain(path)
    expect(html).not.toContain("/_octavo/math.")
    expect(documentOf({ ...view(), body: { html: "", features: ["math"] } })).toContain("/_octavo/math.")
    const files = (body: RenderedBody) =>
      documentOf({ ...view(), body }).match(/\/_octavo\/api\.\w+\.(?:css|js)/g)?.length ?? 0
    const connects = ["https://api.test"]
    expect(files({ html: "", features: ["code", "tabs"] })).toBe(0)
    expect(files({ html: "", features: ["api"] })).toBe(1)
    expect(files({ html: "", features: ["api"], connects })).toBe(2)
  })

  it("marks the current page and opens only the way to it", () => {
    const html = documentOf(view())
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    expect(html).toContain('<a href="/sites/docs/parent/here" aria-current="page">')
    expect(html).toContain('<details open><summary aria-label="Pages under Parent">')
    expect(html).toContain('<details><summary aria-label="Pages under Closed">')
    expect(html).toContain('<span class="group"><span>Guides</span></span>')
    expect(html).toContain('<a href="https://x.test" rel="noopener">')
  })

  it("marks branches that are loaded when they are opened", () => {
    const navigation = [{ kind: "page", title: "Big", href: "/big", elided: true }] as const
    const { site, ...rest } = view()
    const html = documentOf({ ...rest, site: { ...site, navigation, branchesHref: "/~navigation/en/x" } })
    expect(html).toContain('data-branches="/~navigation/en/x"')
    expect(html).toContain(
      '<li><a href="/big"><span>Big</span></a><details class="elided"><summary aria-label="Pages under Big"></summary></details></li>'
    )
    expect(documentOf(view())).not.toContain("data-branches")
  })

  it("shows breadcrumbs, title, outline, neighbours and facts", () => {
    const html = documentOf(view())
    expect(html).toContain('<li><span>Guides</span></li><li><a href="/sites/docs/parent">Parent</a></li>')
    expect(html).toContain("<h1>Here &lt;b&gt;</h1>")
    expect(html).toContain('<li><a href="#one">One</a></li><li class="deep"><a href="#two">Two</a></li>')
    expect(html).toContain('<a class="next" href="/c" rel="next"><span>Next</span>Closed</a>')
    expect(html).toContain('Last updated <time datetime="2026-05-01T10:00:00.000Z">May 1, 2026</time>')
    expect(html).toContain('<a href="https://git.test/edit" rel="noopener">Edit this page</a>')
  })

  it("works without script: menu and outline are popovers, the theme switch waits for script", () => {
    const html = documentOf(view())
    expect(find(html, "button", "popovertarget", "Page-navigation")).toHaveLength(2)
    expect(find(html, "nav", "id", "Page-navigation")[0]?.attrs.some(({ name }) => name === "popover")).toBe(true)
    expect(find(html, "button", "popovertarget", "Page-outline")).toHaveLength(1)
    expect(find(html, "a", "href", "#Page-content")).toHaveLength(1)
    expect(find(html, "main", "id", "Page-content")).toHaveLength(1)
    expect(assets[0]!.body).toContain("html:not(.js) .theme{display:none}")
  })

  it("leaves out what the author switched off, with the controls for it", () => {
    const html = documentOf(
      view({
        layout: {
          tableOfContents: false,
          outline: false,
          pagination: false,
          description: false,
          metadata: false,
          title: false
        }
      })
    )
    // the menu of narrow screens stays: beside the page nothing is
    expect(html).toContain('<div class="frame no-sidebar no-outline landing">')
    expect(assets[0]!.body).toContain("@media (min-width:56.01rem){.no-sidebar>.sidebar{display:none}}")
    for (const part of ["Page-outline", 'rel="next"', 'class="lead"', "Last updated", 'class="crumbs"']) {
      expect(html).not.toContain(part)
    }
    expect(html).toContain('<h1 class="hidden">')
  })

  it.each<[layout: PageView["page"]["layout"], features: RenderedBody["features"], isFront: boolean]>([
    [{ tableOfContents: false, outline: false }, [], true],
    [{ tableOfContents: false, outline: false, width: "wide", title: false }, ["code"], true],
    [{ tableOfContents: false }, [], false],
    [{ outline: false }, [], false],
    [{ tableOfContents: false, outline: false }, ["api"], false],
    [undefined, [], false]
  ])("is a front page where nothing is to stand beside it: %j %j", (layout, features, isFront) => {
    const { body, ...rest } = view({ layout, cover: { url: "/c.png", size: "background" } })
    const html = documentOf({ ...rest, body: { ...body, features } })
    const [frame] = elements(html).filter(
      ({ attrs, tagName }) =>
        tagName === "div" && attrs.some(({ name, value }) => name === "class" && value.startsWith("frame"))
    )
    expect(frame?.attrs[0]?.value.split(" ").includes("landing")).toBe(isFront)
    expect(html).toContain('<div class="cover background">')
  })

  it("has no menu of what can be done with it where its author wants none", () => {
    const actions = [{ kind: "markdown", href: "/here.md" }] as const
    expect(documentOf(view({ actions }))).toContain("data-copy-page")
    expect(documentOf(view({ actions, layout: { actions: false } }))).not.toContain("data-copy-page")
  })

  it("leaves out what it was not given", () => {
    const html = documentOf(
      view(
        {
          description: undefined,
          outline: [],
          breadcrumbs: [],
          previous: undefined,
          next: undefined,
          updatedAt: "never",
          editUrl: undefined,
          markdownUrl: undefined
        },
        { navigation: [] }
      )
    )
    for (const part of ["Page-navigation", "Page-outline", "turn", "lead", "facts", "crumbs", "switcher", "sections"]) {
      expect(html).not.toContain(`"${part}`)
    }
  })

  it("shows sections, variants, logo and cover when there are any", () => {
    const entries = [
      { title: "One", href: "/1", active: true },
      { title: "Two", href: "/2" }
    ]
    const html = documentOf(
      view(
        { cover: { url: "/c.png", y: 12.4, height: 300, size: "hero" } },
        { sections: entries, variants: entries, logo: { light: "/l.svg", dark: "/d.svg" } }
      )
    )
    expect(html).toContain('<html lang="en" class="sectioned">')
    expect(html).toContain('<a href="/1" aria-current="true"><span>One</span></a>')
    expect(html).toContain('<details class="switcher"><summary aria-label="Versions: One">')
    expect(html).toContain('<img src="/l.svg" alt="Docs &amp; more" class="on-light"><img src="/d.svg"')
    expect(html).toContain(
      '<div class="cover hero" style="--cover:300px; --shift:-12px"><img src="/c.png" alt=""></div>'
    )
  })

  it("shows groups of sections as menus that need no script", () => {
    const html = documentOf(
      view(
        {},
        {
          sections: [
            { title: "Guides", href: "/g", description: "Not in a tab" },
            {
              kind: "group",
              title: "More <b>",
              active: true,
              children: [
                { title: "News", href: "/n", active: true, description: "What <changed>" },
                { kind: "group", title: "Legal", children: [{ title: "Terms", href: "javascript:x" }] }
              ]
            }
          ]
        }
      )
    )
    expect(html).toContain('<li><a href="/g"><span>Guides</span></a></li>')
    expect(html).toMatch(
      /<li><details name="sections"><summary aria-current="true"><span>More &lt;b&gt;<\/span><svg [^>]*>.*?<\/svg><\/summary><ul>/
    )
    expect(html).toContain('<a href="/n" aria-current="true"><span>News<small>What &lt;changed&gt;</small></span></a>')
    expect(html).toContain(
      '<li><span class="label">Legal</span><ul><li><a href="#"><span>Terms</span></a></li></ul></li>'
    )
  })

  it("offers languages by their own names, and says to machines where they are", () => {
    const html = documentOf(
      view(
        {
          alternates: [
            { language: "en", href: "https://docs.test/here" },
            { language: "x-default", href: "https://docs.test/here" }
          ]
        },
        {
          languages: [
            { title: "English", href: "/en", language: "en", active: true },
            { title: "Deutsch", href: "/de", language: "de" }
          ]
        }
      )
    )
    expect(html).toContain('<details class="switcher languages"><summary aria-label="Language: English">')
    expect(html).toContain('<a href="/de" lang="de" hreflang="de"><span>Deutsch</span></a>')
    expect(html).toContain('<link rel="alternate" hreflang="en" href="https://docs.test/here">')
    expect(html).toContain('<link rel="alternate" hreflang="x-default" href="https://docs.test/here">')
    expect(documentOf(view())).not.toContain("hreflang")
  })

  it("never trusts an address", () => {
    const html = documentOf(
      view(
        {
          editUrl: "javascript:x",
          next: { title: "x", href: "data:text/html,x" },
          canonicalUrl: "javascript:x",
          cover: { url: "javascript:x" }
        },
        { icon: { light: "javascript:x" }, homeHref: "javascript:x", logo: { light: "javascript:x" } }
      )
    )
    expect(html).not.toMatch(/="(?:javascript|data):/)
  })
})

describe("a missing page", () => {
  it("keeps the frame, leads back and is not indexed", () => {
    const html = renderNotFound({ site: view().site }).text
    expect(html).toContain("<h1>Page not found</h1>")
    expect(html).toContain('<a class="button secondary" href="/sites/docs/">')
    expect(html).toContain('content="noindex"')
    expect(html).toContain('id="Page-navigation"')
  })
})

describe("static files", () => {
  /** What any page may load: what APIs need is loaded by their pages alone. */
  const usual = assets.filter(({ path }) => !/^\/_octavo\/(?:api|diagrams)\./.test(path))
  const byType = (type: string) => usual.filter((asset) => asset.contentType.startsWith(type))

  it("have names that follow their content, and stay small", () => {
    expect(new Set(assets.map((asset) => asset.path)).size).toBe(assets.length)
    // front pages are 4 KB of it, one with gzip: a sheet of their own would come late where a page is exchanged in place
    for (const asset of assets) expect(asset.path).toContain(asset.hash)
    expect(byType("text/css").reduce((sum, asset) => sum + asset.body.length, 0)).toBeLessThan(58_300)
    // of a site that is files, the one script in place of the other
    const scripts = byType("text/javascript").filter(({ path }) => !path.includes("site-files"))
    expect(scripts.reduce((sum, asset) => sum + asset.body.length, 0)).toBeLessThan(21_000)
  })

  it("make a first page under 30 KB compressed, and its typeface under 60 KB", () => {
    const read = [siteStyle.body, siteScript.body, documentOf(view())]
    expect(read.reduce((total, text) => total + gzipSync(text).length, 0)).toBeLessThan(30_000)
    expect(latinFont.body.length).toBeLessThan(60_000)
  })

  it("have a policy that allows the one inline script and nothing else inline", () => {
    const inline = elements(documentOf(view())).filter(
      (node) => node.tagName === "script" && !node.attrs.some(({ name }) => name === "src")
    )
    expect(inline).toHaveLength(1)
    const child = inline[0]!.childNodes[0]
    const source = child !== undefined && "value" in child ? child.value : ""
    expect(`sha256-${createHash("sha256").update(source).digest("base64")}`).toBe(themeScriptHash)
    const policy = contentSecurityPolicy(false)
    expect(policy).toContain(`script-src 'self' '${themeScriptHash}';`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  it("have a policy that lets images of other hosts in only where that is wanted", () => {
    expect(contentSecurityPolicy(false)).toContain("img-src 'self' data:;")
    expect(contentSecurityPolicy(true)).toContain("img-src 'self' data: http: https:;")
  })

  it("parse as script", () => {
    for (const asset of byType("text/javascript")) expect(() => new Function(String(asset.body))).not.toThrow()
  })
})
