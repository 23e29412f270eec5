/** The templates that come with Octavo: complete, and free of loose ends. */
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { templateChanges } from "@octavo/core/content/templates/templateChanges"
import { parsePage } from "@octavo/document"
import { builtInTemplates } from "@octavo/runtime/templates"
import { describe, expect, it } from "vitest"

const templates = builtInTemplates()

it("their ids stay", () => {
  expect(templates.map(({ id }) => id)).toEqual([
    "blank",
    "handbook",
    "product-docs",
    "api-docs",
    "changelog",
    "runbook"
  ])
})

it("every file is a page of one of them", () => {
  const files = readdirSync(fileURLToPath(new URL("../templates", import.meta.url)), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".md"))
  expect(files.sort()).toEqual(templates.flatMap(({ id, pages }) => pages.map(({ path }) => `${id}/${path}`)).sort())
})

describe.each(templates)("$id", ({ contentRefs, pages, ...template }) => {
  const given = new Map(Object.keys(contentRefs).map((name) => [name, `https://example.org/${name}`]))
  const markdownOf = (hrefs: ReadonlyMap<string, string>) =>
    templateChanges({ ...template, contentRefs, pages }, hrefs).map((change) =>
      change.operation === "insert_page" ? (change.document.markdown ?? "") : ""
    )

  it("has words about itself and about what can be given", () => {
    for (const text of [
      template.title,
      template.description,
      ...Object.values(contentRefs).map((one) => one.description)
    ])
      expect(text).not.toBe("")
  })

  it("every page has a title, and says what it is about", () => {
    for (const { markdown, path } of pages) {
      const page = parsePage(markdown)
      expect(page.title?.text, path).toBeTruthy()
      if (template.id !== "blank") expect(page.frontmatter?.data["description"], path).toMatch(/\.$/)
    }
  })

  it("parents come before their children", () => {
    const seen = new Set<string>()
    for (const change of templateChanges({ ...template, contentRefs, pages }, given)) {
      if (change.operation !== "insert_page") continue
      if (change.into !== undefined) expect(seen).toContain(change.into)
      seen.add(change.ref ?? "")
    }
  })

  it("every link leads to a page of it, or to what was given", () => {
    const used = new Set<string>()
    for (const [index, markdown] of markdownOf(given).entries()) {
      for (const { href } of parsePage(markdown).links) {
        const path = pages[index]!.path
        if (href.startsWith("https://example.org/")) used.add(href.slice("https://example.org/".length))
        else expect(href, `${path} links to ${href}`).toMatch(new RegExp(`^\\./~${template.id}/`))
      }
    }
    expect([...used].sort()).toEqual(Object.keys(contentRefs).sort())
  })

  it("without anything given nothing of the placeholders is left", () => {
    for (const markdown of markdownOf(new Map())) expect(markdown).not.toMatch(/param:|https?:\/\/example\.org\/\w/)
  })
})
