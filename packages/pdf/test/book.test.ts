/** Whole books: cover, contents, outline, sheets. */
import { describe, expect, it } from "vitest"
import type { OutlineItem } from "../src/testing.ts"
import { bookOf, page, print, printed } from "./book.ts"

const group = { type: "group" as const }
const long = "Words that fill a line of the page, and more of them. ".repeat(120)

const shape = (items: ReadonlyArray<OutlineItem>): ReadonlyArray<unknown> =>
  items.map(({ items: below, title }) => (below.length === 0 ? title : [title, ...shape(below)]))

describe("a book", () => {
  it("has a cover, contents with the numbers of sheets, an outline, and its pages in order", async () => {
    const { language, outline, sheets, title } = await printed({
      pages: {
        home: { title: "Welcome", text: long },
        guides: {
          title: "Guides",
          more: group,
          pages: { start: { title: "Start", text: long, pages: { install: { title: "Install", text: "Do it." } } } }
        },
        last: { title: "Last", text: "End.", more: { emoji: "1f680", description: "What is left" } }
      },
      more: { subtitle: "#3 Better words", emoji: "1f4d8", language: "de" }
    })
    expect([title, language]).toEqual(["The book", "de"])
    expect(sheets[0]!.text).toMatch(/^📘\nThe book\n#3 Better words\n5\. Mai 2026/)
    const at = (words: string) => sheets.findIndex(({ text }, index) => index > 1 && text.includes(words)) + 1
    const [welcome, start, install, last] = [3, at("Start"), at("Do it."), at("End.")]
    expect(sheets[1]!.text.split("\n").slice(0, 6)).toEqual([
      "Inhalt",
      `Welcome ${welcome}`,
      `Guides ${start}`,
      `Start ${start}`,
      `Install ${install}`,
      `🚀 Last ${last}`
    ])
    expect(sheets[1]!.links.map(({ sheet }) => sheet)).toEqual([welcome, start, start, install, last])
    expect(shape(outline)).toEqual(["Welcome", ["Guides", ["Start", "Install"]], "🚀 Last"])
    expect(outline.map(({ sheet }) => sheet)).toEqual([welcome, start, last])
    expect(sheets[install - 1]!.text).toMatch(/^Guides › Start\nInstall\n/)
    expect(sheets[last - 1]!.text).toMatch(/^🚀 Last\nWhat is left\n/)
    sheets.slice(1).forEach(({ text }, index) => expect(text.trimEnd()).toMatch(new RegExp(` ${index + 2}$`)))
  })

  it("of one page is that page", async () => {
    const { outline, sheets } = await page("Words.")
    expect(sheets).toHaveLength(1)
    expect(outline).toEqual([{ title: "A page", sheet: 1, items: [] }])
  })

  it("without pages is a cover", async () => {
    const { sheets } = await printed({ pages: {} })
    expect(sheets).toHaveLength(1)
    expect(sheets[0]!.text).toContain("The book")
  })

  it.each([37, 38, 39, 77, 78, 79, 80, 130])("of %i pages has contents that name the right sheets", async (count) => {
    const names = Array.from({ length: count }, (_, index) => `Page-${index}`)
    const { sheets } = await printed({ pages: Object.fromEntries(names.map((name) => [name, { text: "x" }])) })
    const first = sheets.findIndex(({ text }, index) => index > 0 && /^Page-0\nx/.test(text))
    const contents = sheets
      .slice(1, first)
      .map(({ text }) => text)
      .join("\n")
    for (const [index, name] of names.entries()) expect(contents).toContain(`${name} ${first + index + 1}`)
    expect(sheets).toHaveLength(first + count)
  })

  it("is the same bytes each time", async () => {
    const pages = { a: { text: "Words." }, b: { text: "```js\nx\n```" } }
    expect((await print({ pages })).equals(await print({ pages }))).toBe(true)
  })

  it("writes an address once, however many lines and links lead there", async () => {
    const address = `https://a.example/${"a/".repeat(2_000)}`
    const book = (text: string) => ({ pages: { a: { text } } })
    const text = `${address}\n\n[${"Words of a link. ".repeat(200)}](${address})`
    const { sheets } = await printed(book(text))
    const links = sheets.flatMap(({ links }) => links.map(({ url }) => url))
    expect(links.length).toBeGreaterThan(50)
    expect(new Set(links)).toEqual(new Set([address]))
    const once = (await print(book(`[a](${address})`))).length
    expect((await print(book(text))).length - once).toBeLessThan(links.length * 1_000)
  })

  it("repeats the head of a table on every sheet, and cuts no row", async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `| row-${index} | ${"word ".repeat(index % 30)} |`)
    const { sheets } = await page(`| Name | Words |\n| - | - |\n${rows.join("\n")}`)
    expect(sheets.length).toBeGreaterThan(4)
    for (const { text } of sheets) expect(text.match(/^Name Words$/gm)).toHaveLength(1)
    const found = sheets.flatMap(({ text }) => text.match(/^row-\d+/gm) ?? [])
    expect(found).toEqual(rows.map((_, index) => `row-${index}`))
  })

  it("breaks what is higher than a sheet", async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line-${index}`)
    const { text } = await page(
      [
        `\`\`\`\n${lines.join("\n")}\n\`\`\``,
        `{% hint style="info" %}\n${lines.map((line) => `* hint ${line}`).join("\n")}\n{% endhint %}`,
        `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>${lines.map((line) => `<p>cell ${line}</p>`).join("")}</td><td>beside</td></tr></tbody></table>`,
        "x".repeat(6000)
      ].join("\n\n")
    )
    for (const prefix of ["^", "hint ", "cell "]) {
      const found = text.match(new RegExp(`${prefix}line-\\d+`, "gm")) ?? []
      expect(found.map((line) => line.replace(/^.*line/, "line"))).toEqual(lines)
    }
    expect(text.replace(/[^x]/g, "").length).toBeGreaterThanOrEqual(6000)
  })

  it("keeps a heading with what follows", async () => {
    for (let count = 30; count < 50; count++) {
      const { sheets } = await page(`${"Line.\n\n".repeat(count)}## Heading\n\nAfter it.`)
      for (const { text } of sheets) if (text.includes("Heading")) expect(text).toContain("After it.")
    }
  })

  it("takes memory for one page, not for all", async () => {
    const paragraphs = "Some words in a paragraph that is not short. ".repeat(60)
    const names = Array.from({ length: 400 }, (_, index) => `p${index}`)
    const { book, reads } = bookOf({ pages: Object.fromEntries(names.map((name) => [name, {}])) })
    const { printBook } = await import("../src/book.ts")
    let written = 0
    let unread = 0
    let most = 0
    await printBook(
      book,
      {
        ...reads,
        text: async (hash) => `# ${hash}\n\n${paragraphs}\n\n${paragraphs}`,
        taken: async () => {
          unread = 0
        }
      },
      (bytes) => {
        written += bytes.length
        unread += bytes.length
        most = Math.max(most, unread)
      }
    )
    // what is written leaves as it comes; at the end come the fonts and what refers to the pages
    expect(written).toBeGreaterThan(800_000)
    expect(most).toBeLessThan(written / 2)
  })
})
