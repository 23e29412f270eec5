import { parsePage } from "@octavo/document"
import { describe, expect, it } from "vitest"
import { linksOfPage, linksOfReusable } from "../../../src/content/content-index/pageLinks.ts"
import type { PageRecord } from "../../../src/content/revisions/model/Records.ts"

const world = { spaceId: "home", appUrl: "https://octavo.test/app" }
const at = "2026-01-01T00:00:00.000Z"
const page = (fields: Partial<PageRecord> = {}): PageRecord => ({
  id: "self",
  type: "document",
  title: "Self",
  slug: "self",
  parent: null,
  order: "a0",
  createdAt: at,
  updatedAt: at,
  git: { oid: "1", path: "guide/self.md" },
  ...fields
})

const keys = (text: string) =>
  linksOfPage(world, page(), parsePage(text)).map(({ anchor, key }) =>
    anchor === undefined ? key : `${key}#${anchor}`
  )

describe("linksOfPage", () => {
  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    [
      "paths are relative to the file",
      "[a](other.md) [b](../x.md#y) [c](deep/)",
      ["path:guide/other.md", "path:x.md#y", "path:guide/deep/README.md"]
    ],
    ["pictures and files", '![p](../img/p.png)\n\n{% file src="../f.pdf" %}', ["bytes:img/p.png", "bytes:f.pdf"]],
    ["ids", "[a](/pages/p1#top) ![b](/files/f1)", ["page:p1#top", "file:f1"]],
    ["a place on the page itself", "[a](#x)", ["page:self#x"]],
    ["includes", '{% include "../.gitbook/includes/a.md" %}', ["include:.gitbook/includes/a.md"]],
    [
      "what cannot be what it is to be",
      '[a](/reusable-content/r1) ![b](/pages/p1)\n\n{% include "/files/f1" %}',
      ["none:", "none:", "none:"]
    ],
    [
      "other spaces",
      "[a](https://app.gitbook.com/o/o1/s/s2/a/b#c) [b](https://octavo.test/app/s/s3/x)",
      ["space:s2/a/b#c", "space:s3/x"]
    ],
    ["the own space by its address", "[a](https://octavo.test/app/s/home/a/b)", ["slug:a/b"]],
    ["other places of the application", "[a](https://octavo.test/app/account)", ["app:"]],
    ["broken marks, and what leaves the space", "[a](broken-reference) [b](../../x.md)", ["none:", "none:"]],
    ["other sites are not listed", "[a](https://example.org) [b](mailto:a@b.c) [c](/x/y) [d](//evil)", []],
    ["a link twice is one", "[a](x.md) [b](./x.md)", ["path:guide/x.md"]],
    ["signs that a store refuses are taken out", "[a](%00x.md)", ["path:guide/\uFFFDx.md"]],
    ["nothing has so long a path", `[a](${"x".repeat(500)}.md)`, ["none:"]]
  ]
  it.each(cases)("%s", (_, text, expected) => {
    expect(keys(text)).toEqual(expected)
  })

  it("says in which sections a link stands", () => {
    const text = "[a](x.md)\n\n# T\n\n## One\n\n[a](x.md)\n\n[b](y.md)\n\n## Two\n\n[a](x.md) [a](x.md)\n"
    const found = linksOfPage(world, page(), parsePage(text))
    expect(found.map(({ key, locations }) => [key, locations])).toEqual([
      ["path:guide/x.md", ["", "one", "two"]],
      ["path:guide/y.md", ["one"]]
    ])
  })

  it("reads the fields of the record, and not the header again", () => {
    const text = "---\ncover: ../img/a.png\n---\n"
    const record = page({
      cover: { ref: { kind: "file", file: "f1" } },
      metaLinks: { canonical: { kind: "page", page: "p1" }, alternates: [{ kind: "url", url: "alt.md" }] }
    })
    const found = linksOfPage(world, record, parsePage(text))
    expect(found.map(({ key }) => key)).toEqual(["file:f1", "page:p1", "path:guide/alt.md"])
    const link = page({ type: "link", target: { kind: "url", url: "top.md" } })
    expect(linksOfPage(world, link, undefined).map(({ key }) => key)).toEqual(["path:top.md"])
  })

  it("reusable content has links from where it stands, and no places of its own", () => {
    const reusable = { id: "r", title: "R", body: "", git: { oid: "1", path: ".gitbook/includes/r.md" } }
    const found = linksOfReusable(world, reusable, parsePage("[a](../../a.md) [b](#here)"))
    expect(found.map(({ key }) => key)).toEqual(["path:a.md"])
  })
})
