import { describe, expect, it } from "vitest"
import { parsePage, resolveHref, type Target } from "../src/index.ts"

const cases: Array<[href: string, target: Target]> = [
  ["b.md", { kind: "file", path: "x/y/b.md", directory: false }],
  ["./b.md#f", { kind: "file", path: "x/y/b.md", directory: false, anchor: "f" }],
  ["/pages/p1?q=1#f", { kind: "page", id: "p1", anchor: "f", query: "q=1" }],
  ["/files/f1?q=1", { kind: "blob", id: "f1", query: "q=1" }],
  ["/broken/pages/p1?q=1#f", { kind: "broken", target: "page", id: "p1", anchor: "f", query: "q=1" }],
  ["../../../b.md?q=1", { kind: "outside", path: "../b.md", query: "q=1" }],
  ["../b.md?q=1#f", { kind: "file", path: "x/b.md", directory: false, anchor: "f", query: "q=1" }],
  ["b.md/", { kind: "file", path: "x/y/b.md", directory: false }],
  ["b.md/#f", { kind: "file", path: "x/y/b.md", directory: false, anchor: "f" }],
  ["b/", { kind: "file", path: "x/y/b/README.md", directory: true }],
  ["./", { kind: "file", path: "x/y/README.md", directory: true }],
  [".", { kind: "file", path: "x/y/README.md", directory: true }],
  ["..", { kind: "file", path: "x/README.md", directory: true }],
  ["../../", { kind: "file", path: "README.md", directory: true }],
  ["../README.md", { kind: "file", path: "x/README.md", directory: false }],
  ["a%20b.md", { kind: "file", path: "x/y/a b.md", directory: false }],
  ["<a (1).md>", { kind: "file", path: "x/y/a (1).md", directory: false }],
  ["100%.md", { kind: "file", path: "x/y/100%.md", directory: false }],
  ["page", { kind: "file", path: "x/y/page", directory: false }],
  ["", { kind: "file", path: "x/y/p.md", directory: false }],
  ["#f%C3%A9", { kind: "anchor", anchor: "fé" }],
  ["../../../z.md#f", { kind: "outside", path: "../z.md", anchor: "f" }],
  ["/a/b.md", { kind: "absolute", path: "/a/b.md" }],
  ["https://example.com/a", { kind: "external", url: "https://example.com/a" }],
  ["//cdn/x", { kind: "external", url: "//cdn/x" }],
  ["tel:1", { kind: "external", url: "tel:1" }],
  ["mailto:a@b.c", { kind: "mail", url: "mailto:a@b.c" }],
  ["broken-reference", { kind: "broken", target: "unknown" }],
  ["/broken/pages/id1", { kind: "broken", target: "page", id: "id1" }],
  ["/broken/spaces/s1/pages/id1", { kind: "broken", target: "page", id: "id1", space: "s1" }],
  ["/broken/files/f1", { kind: "broken", target: "file", id: "f1" }],
  ["/broken/openapi/petstore", { kind: "broken", target: "openapi", id: "petstore" }],
  ["/pages/id1#f", { kind: "page", id: "id1", anchor: "f" }],
  ["/files/f1", { kind: "blob", id: "f1" }],
  ["/reusable-content/r1", { kind: "reusable", id: "r1" }],
  ["https://app.gitbook.com/s/S1", { kind: "space", space: "S1", path: "", url: "https://app.gitbook.com/s/S1" }],
  [
    "https://app.gitbook.com/o/O1/s/S1/a/b#f",
    {
      kind: "space",
      organization: "O1",
      space: "S1",
      path: "a/b",
      anchor: "f",
      url: "https://app.gitbook.com/o/O1/s/S1/a/b#f"
    }
  ],
  ["https://app.gitbook.com/s/S1/~/reusable/r1/", { kind: "reusable", space: "S1", id: "r1" }],
  [
    "https://app.gitbook.com/s/S1/~/pages/p1#f",
    {
      kind: "space",
      space: "S1",
      path: "~/pages/p1",
      page: "p1",
      anchor: "f",
      url: "https://app.gitbook.com/s/S1/~/pages/p1#f"
    }
  ],
  ["https://app.gitbook.com/s/S1/~/pages", { kind: "app", url: "https://app.gitbook.com/s/S1/~/pages" }],
  ["https://app.gitbook.com/s/S1/~/changes/3/a", { kind: "app", url: "https://app.gitbook.com/s/S1/~/changes/3/a" }],
  ["https://app.gitbook.com/join", { kind: "app", url: "https://app.gitbook.com/join" }],
  ["https://app.gitbook.com.evil.org/s/x", { kind: "external", url: "https://app.gitbook.com.evil.org/s/x" }]
]

describe("resolveHref, from x/y/p.md", () => {
  it.each(cases)("%j", (href, target) => {
    expect(resolveHref(href, "x/y/p.md")).toEqual(target)
  })
})

describe("references of a page", () => {
  it("finds each kind once, in order", () => {
    const source = `[a](1.md) ![b](2.png) [c](3.md "mention") <a href="4.md" class="button">d</a>

{% include "5.md" %}

{% content-ref url="6.md" %}
[6](6.md)
{% endcontent-ref %}

{% file src="7.pdf" %}

{% embed url="https://8" %}
[caption](9.md)
{% endembed %}

{% openapi src="10.yaml" path="/" method="get" %}
[10.yaml](10.yaml)
{% endopenapi %}

<figure><picture><source srcset="12.png" media="(prefers-color-scheme: dark)"><img src="11.png" alt=""></picture><figcaption><p><a href="13.md">x</a></p></figcaption></figure>

<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th><th data-card-cover data-type="files"></th><th data-type="content-ref"></th></tr></thead><tbody><tr><td><a href="14.md">t</a></td><td><a href="15.md">15</a></td><td><a href="16.png">16</a></td><td><a href="17.md">17</a></td></tr></tbody></table>

<details><summary><a href="18.md">s</a></summary>

<https://19>

</details>
`
    expect(parsePage(source).links.map((link) => `${link.kind} ${link.href}`)).toEqual([
      "link 1.md",
      "image 2.png",
      "mention 3.md",
      "button 4.md",
      "include 5.md",
      "contentRef 6.md",
      "file 7.pdf",
      "embed https://8",
      "link 9.md",
      "openapi 10.yaml",
      "image 11.png",
      "image 12.png",
      "link 13.md",
      "link 14.md",
      "cardTarget 15.md",
      "cardCover 16.png",
      "tableRef 17.md",
      "link 18.md",
      "link https://19"
    ])
  })

  it("carries the source of the reference", () => {
    const source = "text\n\n> * see [x](a\\_b.md)\n"
    const [link] = parsePage(source).links
    expect(link?.href).toBe("a_b.md")
    expect(source.slice(link!.position.start, link!.position.end)).toBe("[x](a\\_b.md)")
  })
})
