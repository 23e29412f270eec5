/** Books of several spaces: what is grouped by what, and links from one to another. */
import type { PdfBook } from "@octavo/core/delivery/pdf/PdfRenderer"
import { describe, expect, it } from "vitest"
import { printBook, type Reads } from "../src/book.ts"
import { type OutlineItem, readPdf } from "../src/testing.ts"
import { bookOf, png, type TestSpace } from "./book.ts"

interface TestPart extends TestSpace {
  readonly space: string
  readonly headings: ReadonlyArray<string>
  readonly url: string
}

/** Spaces as one book. Their pages have the same ids where they have the same names. */
const printed = async (...spaces: ReadonlyArray<TestPart>) => {
  const made = spaces.map((one) => bookOf(one))
  const book: PdfBook = {
    title: "The site",
    language: "en",
    createdAt: "2026-05-05T12:00:00.000Z",
    parts: made.map(({ book }, i) => {
      const { headings, space, url } = spaces[i]!
      return {
        ...book.parts[0]!,
        space,
        headings: headings.map((title, depth) => ({ id: headings.slice(0, depth + 1).join("/"), title })),
        publishedUrl: url
      }
    })
  }
  const reads: Reads = {
    text: (hash, part) => made[part]!.reads.text(hash, part),
    bytes: (file) => made.find((one) => one.book.parts[0]!.files.includes(file))!.reads.bytes(file),
    address: async (file, part) => `${spaces[part]!.url}~files/${file.name}`,
    taken: async () => {}
  }
  const pieces: Array<Uint8Array> = []
  await printBook(book, reads, (bytes) => pieces.push(bytes))
  return readPdf(Buffer.concat(pieces))
}

const shape = (items: ReadonlyArray<OutlineItem>): ReadonlyArray<unknown> =>
  items.map(({ items: below, title }) => (below.length === 0 ? title : [title, ...shape(below)]))

const site = (text: string) =>
  printed(
    {
      space: "guides",
      headings: ["Guides"],
      url: "https://docs.test/",
      pages: { home: { title: "Home", text }, start: { title: "Start", text: "## Deep\n\nStartwords." } }
    },
    {
      space: "v2",
      headings: ["API", "Version 2"],
      url: "https://docs.test/api/",
      pages: {
        home: { title: "API 2", text: "Two.", pages: { users: { title: "Users 2", text: "## Rights\n\nUsertwo." } } }
      }
    },
    {
      space: "v1",
      headings: ["API", "Version 1"],
      url: "https://docs.test/api/v1/",
      pages: {
        home: { title: "API 1", text: "[Next](https://docs.test/start)" },
        users: { title: "Users 1", text: "Userone." }
      }
    }
  )

describe("a book of several spaces", () => {
  it("is grouped by what they are below, in the outline and the contents", async () => {
    const { outline, sheets, title } = await site("Words.")
    expect(title).toBe("The site")
    expect(shape(outline)).toEqual([
      ["Guides", "Home", "Start"],
      ["API", ["Version 2", ["API 2", "Users 2"]], ["Version 1", "API 1", "Users 1"]]
    ])
    const at = (words: string) => sheets.findIndex(({ text }) => text.includes(words)) + 1
    expect(sheets[1]!.text.split("\n").slice(1, 11)).toEqual([
      "Guides 3",
      "Home 3",
      "Start 4",
      `API ${at("Two.")}`,
      `Version 2 ${at("Two.")}`,
      "API 2 5",
      "Users 2 6",
      "Version 1 7",
      "API 1 7",
      "Users 1 8"
    ])
    expect(outline[1]!.sheet).toBe(at("Two."))
    expect(sheets[5]!.text).toMatch(/^API › Version 2 › API 2\nUsers 2\n/)
  })

  it.each<readonly [string, string, string | undefined]>([
    ["its own page", "/pages/start", "Startwords."],
    ["a page of another space by its path there", "https://app.gitbook.com/s/v2/home/users", "Usertwo."],
    ["a heading of it", "https://app.gitbook.com/s/v2/home/users#rights", "Usertwo."],
    ["a heading that is not there", "https://app.gitbook.com/s/v2/home/users#none", "Usertwo."],
    ["the start of another space", "https://app.gitbook.com/s/v1", "API 1"],
    ["the space that has it", "https://app.gitbook.com/s/guides/start", "Startwords."],
    ["the address of a page", "https://docs.test/api/v1/users", "Userone."],
    ["the address of the start of a space", "https://docs.test/api/v1/", "API 1"],
    ["the same without its slash", "https://docs.test/api/v1", "API 1"],
    ["an address with a query and an anchor", "https://docs.test/start?x=1#deep", "Startwords."],
    ["an address that no page has", "https://docs.test/api/v1/nothing", undefined],
    ["a space that is not there", "https://app.gitbook.com/s/v3/home", undefined],
    ["another site", "https://docs.test.example/start", undefined]
  ])("links to %s: %s", async (_, href, words) => {
    const { sheets } = await site(`[link](${href})`)
    const home = sheets.find(({ text }) => text.includes("Home\n") && !text.includes("Contents"))!
    const [link] = home.links
    if (words === undefined) expect(link).toEqual({ url: href })
    else expect(sheets[link!.sheet! - 1]!.text).toContain(words)
  })

  it("draws the picture of each, where files have the same id", async () => {
    const one = (name: string): TestPart => ({
      space: name,
      headings: [name],
      url: `https://docs.test/${name}/`,
      pages: { home: { title: name, text: "![](a.png)" } },
      files: { "a.png": { contentType: "image/png", bytes: png } }
    })
    const { sheets } = await printed(one("a"), one("b"))
    expect(sheets.map(({ images }) => images)).toEqual([0, 0, 1, 1])
  })
})
