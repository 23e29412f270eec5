/** Pages that no store of a world serves, in Chromium: nothing is said in the console, and nothing asked of other hosts. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Writes files of text below a folder. */
export const writeFiles = (directory: string, files: Readonly<Record<string, string | Uint8Array>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
}

/**
 * Opens a page and looks at it.
 * @param url of the site, with a slash at its end
 * @param options `ignored`: what may be said in the console
 */
export const visitLocal = async (
  browser: Browser,
  url: string,
  path: string,
  look: (page: Page) => Promise<void>,
  { ignored, ...options }: { readonly ignored?: RegExp } & Parameters<Browser["newContext"]>[0] = {}
): Promise<void> => {
  const window = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const problems: Array<string> = []
  try {
    window.on("console", (message) => {
      if (message.type() === "error" && ignored?.test(message.text()) !== true) problems.push(message.text())
    })
    window.on("weberror", (error) => problems.push(error.error().message))
    window.on("request", (request) => {
      if (!request.url().startsWith(url)) problems.push(request.url())
    })
    const page = await window.newPage()
    await page.goto(url + path)
    await look(page)
    expect(problems).toEqual([])
  } finally {
    await window.close()
  }
}

/** Nothing that axe finds wrong. */
export const auditLocal = async (page: Page): Promise<void> => {
  await page.evaluate(axe)
  const found = await page.evaluate<ReadonlyArray<string>>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map((one) => one.id + " " + one.nodes.map(({ html }) => html.slice(0, 200)).join(" ")))`
  )
  expect(found).toEqual([])
}
