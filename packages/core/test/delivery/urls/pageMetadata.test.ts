import { describe, expect, it } from "vitest"
import { frameOf, metadataOf, textOfPage } from "../../../src/delivery/urls/pageMetadata.ts"

const base = "https://x.test/a/b"
const of = (html: string) => metadataOf(html, base)

describe("what a page says of itself", () => {
  const cases: ReadonlyArray<readonly [string, string, object]> = [
    ["nothing", "", {}],
    ["a title", "<title>One &amp; two\n three</title>", { title: "One & two three" }],
    ["that of Open Graph first", `<title>T</title><meta content='O "G"' property=og:title>`, { title: 'O "G"' }],
    ["a site", `<META NAME="og:site_name" CONTENT="Site">`, { site: "Site" }],
    ["an icon, absolute", `<link rel="shortcut icon" href="../i.png">`, { icon: "https://x.test/i.png" }],
    ["no icon of another scheme", `<link rel=icon href="javascript:alert(1)"><link rel=icon href="data:,x">`, {}],
    [
      "its oEmbed description",
      `<link rel="alternate" type="application/json+oembed" href="/o?url=a&amp;b=c">`,
      { oembed: "https://x.test/o?url=a&b=c" }
    ],
    [
      "nothing of comments, scripts and the body",
      `<!--<title>C</title>--><script>"<title>S</title>"</script><body><title>B</title>`,
      {}
    ],
    ["nothing that does not end", "<title>Open <meta name=x", {}],
    ["no empty title", "<title> </title>", {}]
  ]
  it.each(cases)("%s", (_, html, wanted) => {
    expect(of(html)).toEqual(wanted)
  })

  it("comes to an end with what does not, and is short", () => {
    // by the square of it this would take minutes
    for (const piece of ["<title>", "<meta ", "<link rel=", '<meta a="', "<script>", "<!--", "<"]) {
      expect(of(piece.repeat(200_000))).toEqual({})
    }
    expect(Array.from(of(`<title>${"😀".repeat(5000)}</title>`).title!)).toHaveLength(500)
  })

  it("is read by its charset", () => {
    const latin = new Uint8Array([...new TextEncoder().encode('<meta charset="iso-8859-1"><title>'), 0xe9])
    expect(textOfPage(latin)).toMatch(/é$/)
    expect(textOfPage(new TextEncoder().encode('<meta charset="no-such"><title>é'))).toMatch(/é$/)
  })
})

describe("the frame of a provider", () => {
  const attributes =
    'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" allowfullscreen loading="lazy"'
  const cases: ReadonlyArray<readonly [string, string | undefined]> = [
    [
      `<p>x</p><iframe width="560" height="50%" src="https://v.test/e?a=1&amp;b=2" onload="alert(1)" srcdoc="<script>"></iframe>`,
      `<iframe src="https://v.test/e?a=1&amp;b=2" width="560" height="50%" ${attributes}></iframe>`
    ],
    [`<iframe src="//v.test/e" width="1e9">`, `<iframe src="https://v.test/e" ${attributes}></iframe>`],
    [`<iframe src='https://v.test/"><script>alert(1)</script>'>`, undefined],
    [`<iframe src="javascript:alert(1)"></iframe>`, undefined],
    [`<iframe src="http://v.test/e"></iframe>`, undefined],
    [`<iframe src="/e"></iframe>`, undefined],
    [`<iframe src="https://u:p@v.test/e"></iframe>`, undefined],
    [`<blockquote><script src="https://v.test/e.js"></script></blockquote>`, undefined]
  ]
  it.each(cases)("%s", (html, wanted) => {
    const frame = frameOf(html)
    if (wanted !== undefined) expect(frame).toBe(wanted)
    else expect(frame ?? "").not.toMatch(/<script|javascript:|"http:/)
  })
})
