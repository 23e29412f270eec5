/** What lists of files and of links say: kinds, facts, Markdown, places. */
import { describe, expect, it } from "vitest"
import type { ContentLink, ContentPlace, File } from "../src/logic/api.ts"
import { namedPlace } from "../src/logic/contentPlaces.ts"
import { factsOf, filesFor, kindOf, markdownOfFile } from "../src/logic/files.ts"
import { linkCountWords, linkGroups, linkSign, sectionsOf } from "../src/logic/links.ts"

const file = (name: string, contentType: string, more: Partial<File> = {}) =>
  ({ id: name, name, contentType, size: 1200, downloadURL: "", ...more }) as File

it.each([
  ["a.png", "image/png", "PNG picture"],
  ["a", "image/svg+xml", "SVG picture"],
  ["a.ico", "image/vnd.microsoft.icon", "ICO picture"],
  ["a.jpg", "image/jpeg", "JPEG picture"],
  ["manual.pdf", "application/pdf", "PDF"],
  ["a.tar.gz", "application/gzip", "GZ"],
  ["notes.txt", "text/plain; charset=utf-8", "TXT"],
  ["talk.mp4", "video/mp4", "MP4 video"],
  ["talk", "audio/ogg", "An audio file"],
  ["talk", "video/ogg", "A video"],
  ["LICENSE", "text/plain", "File"],
  [".env", "text/plain", "File"],
  ["a.so long an ending", "application/octet-stream", "File"],
  ["", "", "File"]
])("%j of %j is called %j", (name, type, kind) => expect(kindOf(file(name, type))).toBe(kind))

describe("Files", () => {
  it("are told by kind, dimensions and size", () => {
    expect(factsOf(file("a.png", "image/png", { dimensions: { width: 640, height: 480 } }))).toEqual([
      "PNG picture",
      "640 × 480",
      "1.2 KB"
    ])
    expect(factsOf(file("a.pdf", "application/pdf"))).toEqual(["PDF", "1.2 KB"])
  })

  it("stand by their names, numbers as numbers, and are found by words of name and kind", () => {
    const files = [file("shot 10.png", "image/png"), file("Shot 9.png", "image/png"), file("Éclair.pdf", "text/pdf")]
    const found = (words: string) => filesFor(files, words).map(({ name }) => name)
    expect(found(" ")).toEqual(["Éclair.pdf", "Shot 9.png", "shot 10.png"])
    expect(found("eclair")).toEqual(["Éclair.pdf"])
    expect(found("PICTURE 10")).toEqual(["shot 10.png"])
    expect(found("picture pdf")).toEqual([])
  })

  it("are shown in pages as pictures, or to be downloaded", () => {
    expect(markdownOfFile(file("f1", "image/png"))).toBe("![](/files/f1)")
    expect(markdownOfFile(file("f2", "application/pdf"))).toBe('{% file src="/files/f2" %}')
  })
})

it.each([
  [
    { kind: "page", space: { id: "s" }, page: { title: "A", path: "a/b" } },
    { title: "A", href: "/s/s/a/b" }
  ],
  [
    {
      kind: "page",
      space: { id: "t", title: "T" },
      page: { title: "", path: "a" },
      internalLocation: { type: "anchor", anchor: "ü" }
    },
    { title: "Untitled", href: "/s/t/a#%C3%BC", note: "#ü in T" }
  ],
  [
    { kind: "page", space: { id: "s" }, page: { title: "Group" } },
    { title: "Group", href: "/s/s" }
  ],
  [
    { kind: "file", space: { id: "s" }, file: { name: "a.png" } },
    { title: "a.png", note: "File" }
  ],
  [
    { kind: "reusable-content", space: { id: "s" }, reusableContent: { title: "R" } },
    { title: "R", note: "Reusable content" }
  ],
  [
    { kind: "space", space: { id: "t", title: "T" } },
    { title: "T", href: "/s/t", note: "Space" }
  ],
  [{ kind: "url", url: "../gone.md" }, { title: "../gone.md" }]
])("The place %j has its name and its address", (place, named) =>
  expect(namedPlace(place as unknown as ContentPlace, "s")).toEqual(named)
)

describe("Links", () => {
  it.each([
    [0, 0, undefined, "No link to a page, a file or a space on this page."],
    [1, 0, undefined, "1 link to pages, files and spaces on this page, none of them broken."],
    [9, 1, undefined, "9 links to pages, files and spaces on this page, 1 of them broken."],
    [9, 3, 0, "9 links to pages, files and spaces on this page, 3 of them broken."],
    [9, 3, 2, "9 links to pages, files and spaces on this page, 3 of them broken, 2 of them by your draft."],
    [9, 3, 3, "9 links to pages, files and spaces on this page, 3 of them broken by your draft."]
  ])("%d, %d of them broken, %s by the draft, are told so", (total, broken, changeRequest, words) => {
    const byDraft = changeRequest === undefined ? {} : { changeRequest }
    expect(linkCountWords({ total, broken: { total: broken, ...byDraft } }, " on this page")).toBe(words)
  })

  it.each([
    ["broken", "url", "warning"],
    ["in-app", "url", "out"],
    ["ok", "page", "page"],
    ["ok", "file", "file"],
    ["ok", "reusable-content", "note"],
    ["ok", "space", "book"],
    ["ok", undefined, "out"]
  ])("one that is %s and leads to %s has the sign %s", (status, kind, sign) => {
    const link = { status, ...(kind === undefined ? {} : { targetReference: { kind } }) }
    expect(linkSign(link as ContentLink)).toBe(sign)
  })

  it("stand below the pages that they are in, with their sections", () => {
    const at = (id: string, anchor?: string) => ({
      kind: "page",
      space: { id: "s" },
      page: { id, title: id, path: id },
      ...(anchor === undefined ? {} : { internalLocation: { type: "anchor", anchor } })
    })
    const reusable = { kind: "reusable-content", reusableContent: { id: "a", title: "R" } }
    const link = (...locationReferences: ReadonlyArray<unknown>) => ({ locationReferences }) as unknown as ContentLink
    const one = link(at("p", "x"), at("p"))
    const two = link(at("q"))
    const three = link(at("p"))
    const four = link(reusable)
    expect(linkGroups([one, two, three, link(), four])).toEqual([
      { id: "p", place: at("p"), links: [one, three] },
      { id: "q", place: at("q"), links: [two] },
      { id: "a", place: reusable, links: [four] }
    ])
    expect(sectionsOf(one)).toEqual([at("p", "x")])
    expect(sectionsOf(four)).toEqual([])
  })
})
