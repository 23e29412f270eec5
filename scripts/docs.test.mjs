import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { generated } from "./docs.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const docs = join(root, "docs")

it("what is generated is fresh (node scripts/docs.mjs writes them)", async () => {
  for (const [path, text] of Object.entries(await generated()))
    expect(readFileSync(join(root, path), "utf8"), path).toBe(text)
})

it("every page is in SUMMARY.md, and every link leads to a file", () => {
  const summary = readFileSync(join(docs, "SUMMARY.md"), "utf8")
  const pages = readdirSync(docs, { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(
      (path) => path.endsWith(".md") && path !== "SUMMARY.md" && !path.startsWith("decisions/") && !path.startsWith(".")
    )
  for (const page of pages) {
    // with the name that it has in the navigation, where that is another one
    expect(
      [`(${page})`, `(${page} "`].some((link) => summary.includes(link)),
      page
    ).toBe(true)
    const text = readFileSync(join(docs, page), "utf8").replace(/(`{3,})[\s\S]*?\1|`[^`\n]*`/g, "")
    for (const [, markdown, html] of text.matchAll(/\]\(([^)\s]+)\)|\b(?:href|src)="([^"]+)"/g)) {
      const target = (markdown ?? html).split("#")[0]
      if (target === "" || /^https?:/.test(target)) continue
      expect(existsSync(join(docs, dirname(page), target)), `${page}: ${target}`).toBe(true)
    }
  }
})
