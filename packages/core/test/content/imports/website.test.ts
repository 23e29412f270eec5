import { loadHtmlReader } from "@octavo/core/content/imports/htmlPage"
import { maxPages, pageKey, parentsOf, readWebsite, robotsRules } from "@octavo/core/content/imports/website"
import { FetchError, Fetcher } from "@octavo/core/kernel/outbound/Fetcher"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"

const read = await loadHtmlReader()
const markdown = (html: string) => read(html, "https://x.test/a/b").markdown((url) => url)

describe("a page of a website", () => {
  const cases: ReadonlyArray<readonly [string, string, string]> = [
    [
      "headings, lists and code",
      "<main><h2>A</h2><ul><li>b</li></ul><pre><code class='language-js'>let c</code></pre></main>",
      "## A\n\n* b\n\n```js\nlet c\n```\n"
    ],
    [
      "tables",
      "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
      "| a | b |\n| - | - |\n| 1 | 2 |\n"
    ],
    [
      "what surrounds it is left out",
      "<nav>n</nav><header>h</header><main><p>text</p><aside>s</aside></main><footer>f</footer>",
      "text\n"
    ],
    [
      "scripts, styles and forms too",
      "<p>text<script>alert(1)</script><style>a{}</style></p><form><input></form><iframe src='/x'></iframe>",
      "text\n"
    ],
    [
      "links are absolute",
      '<a href="c?d#e">f</a> <img src="/g.png" alt="h">',
      "[f](https://x.test/a/c?d#e) ![h](https://x.test/g.png)\n"
    ],
    [
      "of links only those of the web stay",
      '<a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a>',
      "[a]() [b]()\n"
    ],
    ["the first heading is the title", "<main><h1>Title</h1><p>text</p></main>", "text\n"],
    [
      "signs of Markdown in the text are text",
      "<p>a *b* &lt;script&gt; [c](d)</p>",
      "a \\*b\\* \\<script> \\[c]\\(d)\n"
    ]
  ]
  for (const [name, html, expected] of cases) it(name, () => expect(markdown(html)).toBe(expected))

  it("has a title, a description, links and whether it wants to be found", () => {
    const page = read(
      '<head><title>Page | Site</title><meta name="description" content=" About "><meta name="robots" content="noindex, nofollow"><base href="/docs/"></head><a href="x#y">x</a><a href="x">x</a>',
      "https://x.test/"
    )
    expect([page.title, page.description, page.isHidden, page.links]).toEqual([
      "Page | Site",
      "About",
      true,
      ["https://x.test/docs/x"]
    ])
  })

  it("keeps its text when it is nested deep", () => {
    expect(markdown(`<main>${"<div>".repeat(300)}<p>text</p></main>`)).toBe("text\n")
    expect(markdown(`<main><p>text</p>${"<div>".repeat(600)}deep</main>`)).toBe("text\n")
  })
})

describe("robots.txt", () => {
  const text =
    "User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*.pdf$\nDisallow:\n# Disallow: /c"
  const cases: ReadonlyArray<readonly [string, boolean]> = [
    ["/", true],
    ["/a", false],
    ["/a/c", false],
    ["/a/b/c", true],
    ["/x/y.pdf", false],
    ["/x/y.pdf?z", true],
    ["/c", true]
  ]
  for (const [path, allowed] of cases)
    it(`${path} is ${allowed ? "" : "not "}allowed`, () => expect(robotsRules(text)(path)).toBe(allowed))
  it("of nothing, and of HTML, forbids nothing", () => {
    expect([robotsRules("")("/"), robotsRules("<html>Disallow: /</html>")("/")]).toEqual([true, true])
  })
  it("ends for hostile rules", () => {
    expect(robotsRules(`User-agent: *\nDisallow: /${"*a".repeat(50_000)}$`)(`/${"a".repeat(2_000)}`)).toBe(true)
  })
})

describe("reading a website", () => {
  const reading = (pages: Readonly<Record<string, string>>, start = "https://x.test/docs/") => {
    const asked: Array<string> = []
    const fetcher = Fetcher.of({
      fetch: (url: string) => {
        asked.push(url)
        const text = pages[url.replace("https://x.test", "")]
        return text === undefined
          ? Effect.fail(new FetchError({ reason: "status", message: "answers 404" }))
          : Effect.succeed({ bytes: utf8.encode(text), contentType: "text/html" })
      }
    } as Fetcher["Service"])
    return Effect.runPromise(Effect.result(readWebsite(fetcher, start, () => Effect.void))).then((result) => ({
      result,
      asked
    }))
  }

  it("stays on the host and below the folder, asks for nothing twice, and leaves out what is not there", async () => {
    const { asked, result } = await reading({
      "/docs/":
        '<a href="a">a</a><a href="a#b">a</a><a href="a?q=1">a</a><a href="/other">o</a><a href="https://y.test/docs/z">z</a><a href="gone">g</a>',
      "/docs/a": '<a href="./">home</a><a href="a/index.html">same</a>'
    })
    expect(result._tag === "Success" && result.success.pages.map(({ url }) => url)).toEqual([
      "https://x.test/docs/",
      "https://x.test/docs/a"
    ])
    expect(asked).toEqual([
      "https://x.test/robots.txt",
      "https://x.test/docs/",
      "https://x.test/docs/a",
      "https://x.test/docs/gone"
    ])
  })

  it("ends on a website without end", async () => {
    const endless = new Proxy<Record<string, string>>(
      {},
      {
        get: (_, path) =>
          String(path) === "/robots.txt"
            ? undefined
            : `<a href="${String(path)}x">more</a><a href="${String(path)}y">more</a>`
      }
    )
    const { result } = await reading(endless)
    expect(result._tag === "Success" && result.success.pages).toHaveLength(maxPages)
  })

  it("leaves out pages that no parser can follow", async () => {
    const { result } = await reading({ "/docs/": '<a href="deep">deep</a>', "/docs/deep": "<div>".repeat(50_000) })
    expect(result._tag === "Success" && result.success.pages).toHaveLength(1)
  })

  it("fails when the first page is not there", async () => {
    expect((await reading({})).result._tag).toBe("Failure")
  })

  it("puts pages below those whose address theirs begins with", () => {
    const urls = [
      "https://x.test/d/",
      "https://x.test/d/a/",
      "https://x.test/d/a/b.html",
      "https://x.test/d/c/e/f",
      "https://x.test/other"
    ]
    expect(parentsOf(urls.map((url) => ({ url })))).toEqual([undefined, 0, 1, 0, undefined])
    expect(pageKey("https://x.test/d/index.html?x#y")).toBe("https://x.test/d")
  })
})
