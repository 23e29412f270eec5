/** Code as other systems mark it, as readers meet it: seen without colours, copied without comments, on paper. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serveFolder } from "@octavo/local/serveFolder"
import { Effect, Fiber } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { auditLocal, visitLocal, writeFiles } from "../src/localPages.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to read code in")

const files = {
  "README.md": [
    "# Code",
    '```js title="src/lamp.js" {1} showLineNumbers=7\nlight("north")\n\nburn(5) // [!code --]\nburn(9) // [!code ++]\n```',
    "```js\n// highlight-next-line\nfirst() // a comment\nsecond() // [!code focus]\nthird()\n```"
  ].join("\n\n"),
  "SUMMARY.md": "# Summary\n\n* [Code](README.md)\n"
}

describe.skipIf(executable === undefined)("Marked code", { timeout: 60_000 }, () => {
  const docs = mkdtempSync(join(tmpdir(), "octavo-code-"))
  let browser: Browser
  let url: string
  let stop: () => Promise<unknown>
  beforeAll(async () => {
    browser = await launchChromium(executable!)
    writeFiles(docs, files)
    const ready = Promise.withResolvers<string>()
    const fiber = Effect.runFork(
      serveFolder({ directory: docs, host: "127.0.0.1", port: 0, say: () => {} }, { ready: ready.resolve })
    )
    url = await ready.promise
    stop = () => Effect.runPromise(Fiber.interrupt(fiber))
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await stop?.()
    rmSync(docs, { recursive: true, force: true })
  })

  it.each([
    ["light", 1280],
    ["dark", 390]
  ] as const)("says what its lines are, %s, %d pixels wide", (colorScheme, width) =>
    visitLocal(
      browser,
      url,
      "",
      async (page) => {
        const code = page.getByRole("group", { name: "src/lamp.js" })
        await expect.poll(() => code.getByRole("deletion").textContent()).toBe("burn(5)")
        await expect.poll(() => code.getByRole("insertion").textContent()).toBe("burn(9)")
        await expect.poll(() => code.locator("mark").textContent()).toBe('light("north")')
        const signs = await code
          .locator(".line")
          .evaluateAll((lines) => lines.map((line) => getComputedStyle(line, "::after").content))
        expect(signs).toEqual(['"\u200b"', '"\u200b"', '"\u2212"', '"+"'])
        const heights = await code
          .locator(".line")
          .evaluateAll((lines) => new Set(lines.map((line) => Math.round(line.getBoundingClientRect().height))).size)
        expect(heights).toBe(1)
        await auditLocal(page)
      },
      { colorScheme, viewport: { width, height: 800 } }
    )
  )

  it("is copied without what marks it, and without signs and numbers", () =>
    visitLocal(
      browser,
      url,
      "",
      async (page) => {
        const copied = async (at: number): Promise<string> => {
          await page.locator(".code").nth(at).hover()
          await page.getByRole("button", { name: "Copy", exact: true }).nth(0).click()
          await page.getByText("Copied").first().waitFor()
          return page.evaluate(() => navigator.clipboard.readText())
        }
        expect(await copied(0)).toBe('light("north")\n\nburn(5)\nburn(9)')
        expect(await copied(1)).toBe("first() // a comment\nsecond()\nthird()")
      },
      { permissions: ["clipboard-read", "clipboard-write"] }
    ))

  it("is as it was written in the Markdown of the page", async () => {
    const markdown = await (await fetch(url, { headers: { accept: "text/markdown" } })).text()
    expect(markdown).toContain('```js title="src/lamp.js" {1} showLineNumbers=7\n')
    expect(markdown).toContain("burn(9) // [!code ++]")
  })
})
