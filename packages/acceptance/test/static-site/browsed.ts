import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../../src/chromium.ts"
import { coloredPixels, emojiFontOf } from "../../src/emojiDrawn.ts"
import { type FileServer, serveFiles } from "../../src/fileServer.ts"
import { auditLocal, visitLocal, writeFiles } from "../../src/localPages.ts"
import { base, type Docs } from "./given.ts"

export const browsed = ({ built, out, root }: Docs): void => {
  const executable = findChromium()
  describe.skipIf(executable === undefined)("in Chromium", () => {
    let browser: Browser
    let host: FileServer
    beforeAll(async () => {
      browser = await launchChromium(executable!)
      host = await serveFiles(out, base)
    })
    afterAll(async () => {
      await browser?.close()
      await host?.close()
    })

    it.each([
      ["wide and light", {}],
      ["narrow and dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" as const }]
    ])("searches by itself, as a server does (%s)", (_, options) =>
      visitLocal(
        browser,
        host.url,
        "",
        async (page) => {
          await page.getByRole("link", { name: "Search" }).click()
          const box = page.getByRole("dialog")
          await box.getByRole("searchbox").fill("daem")
          await box.getByRole("status").filter({ hasText: /: 1$/ }).waitFor()
          await box.locator("mark", { hasText: "daemon" }).waitFor()
          await auditLocal(page)
          await box.getByRole("searchbox").fill("uber")
          await box.getByRole("link", { name: /Über uns/ }).waitFor()
          await box.getByRole("searchbox").fill("qqxyzzy")
          await box.getByRole("status").filter({ hasText: "qqxyzzy" }).waitFor()
          await box.getByRole("link", { name: "Install & run" }).waitFor()
          await auditLocal(page)
          await box.getByRole("searchbox").fill("wondaws")
          await box.getByRole("link", { name: "windows", exact: true }).click()
          await box.getByRole("status").filter({ hasText: /: 1$/ }).waitFor()
          await expect.poll(() => box.getByRole("searchbox").inputValue()).toBe("windows")
          await box.getByRole("searchbox").fill("archive")
          const found = box.getByRole("link", { name: /On Linux/ })
          await found.waitFor()
          await page.keyboard.press("ArrowDown")
          await found.click()
          await page.getByRole("heading", { level: 1, name: "Install & run" }).waitFor()
          expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/docs/guides/install/#on-linux")
        },
        options
      )
    )

    it("goes through pages of results", async () => {
      const many = join(root, "many")
      const cogs = Array.from({ length: 60 }, (_, n) => [`cog-${n}.md`, `# Cog ${n}\n`] as const)
      writeFiles(many, { "README.md": "# Home\n", ...Object.fromEntries(cogs) })
      const place = join(root, "many-out")
      await built({ directory: many, out: place })
      const files = await serveFiles(place, base)
      try {
        await visitLocal(browser, files.url, "~search/?q=cog", async (page) => {
          const main = page.getByRole("main")
          const results = main.getByRole("link", { name: /^Cog \d+$/ })
          await main.getByText("1 / 2").waitFor()
          await expect.poll(() => results.count()).toBe(50)
          const seen = await results.allTextContents()
          await main.getByRole("link", { name: "Next" }).click()
          await main.getByText("2 / 2").waitFor()
          await expect.poll(() => main.getByRole("status").textContent()).toMatch(/: 60$/)
          expect(new Set([...seen, ...(await results.allTextContents())]).size).toBe(60)
          expect(await main.getByRole("link", { name: "Next" }).count()).toBe(0)
          await auditLocal(page)
          await page.goto(`${files.url}~search/?q=cog&page=77`)
          await main.getByText("2 / 2").waitFor()
          await main.getByRole("link", { name: "Previous" }).click()
          await main.getByText("1 / 2").waitFor()
        })
      } finally {
        await files.close()
      }
    })

    it("has a search page that has an address", () =>
      visitLocal(browser, host.url, "~search/?q=wizard", async (page) => {
        await page
          .getByRole("main")
          .getByRole("link", { name: /On Windows/ })
          .waitFor()
        await expect.poll(() => page.getByRole("main").getByRole("searchbox").inputValue()).toBe("wizard")
        await page.getByRole("main").getByRole("searchbox").fill("cats")
        await page.keyboard.press("Enter")
        await page
          .getByRole("main")
          .getByRole("link", { name: /Über uns/ })
          .waitFor()
        expect(page.url()).toBe(`${host.url}~search/?q=cats`)
        await auditLocal(page)
      }))

    it("changes pages without a reload, and has tabs, pictures and the dark", () =>
      visitLocal(browser, host.url, "", async (page) => {
        await page.evaluate("window.sameWindow = true")
        expect(
          await page.getByRole("img", { name: "A dot" }).evaluate((one) => (one as HTMLImageElement).naturalWidth)
        ).toBeGreaterThan(0)
        await page.getByRole("navigation", { name: "Site navigation" }).getByRole("link", { name: "Install" }).click()
        await page.getByRole("tab", { name: "yarn" }).click()
        await page.getByText("With yarn").waitFor()
        await page
          .getByRole("link", { name: /Über uns/ })
          .last()
          .click()
        await page.getByRole("heading", { level: 1, name: "Über uns" }).waitFor()
        expect(await page.evaluate("window.sameWindow")).toBe(true)
        await expect.poll(() => emojiFontOf(page)).toBe("U+1F408")
        expect(await coloredPixels(page, "🐈")).toBeGreaterThan(100)
        expect(await coloredPixels(page, "🎉")).toBe(0)
        await page.getByRole("button", { name: "Switch between light and dark" }).click()
        await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark")
        await auditLocal(page)
      }))

    it("shows APIs, and leads on from addresses of before", () =>
      visitLocal(browser, host.url, "old/start", async (page) => {
        await page.getByRole("heading", { level: 1, name: "Install & run" }).waitFor()
        await page.goto(`${host.url}guides/api/`)
        await page.getByText("/cats").first().waitFor()
        await auditLocal(page)
      }))

    it("says what is missing, with a way back", () =>
      visitLocal(
        browser,
        host.url,
        "no/such/page",
        async (page) => {
          await page.getByRole("heading", { level: 1, name: /not found/i }).waitFor()
          await page.getByRole("main").getByRole("link").last().click()
          await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
        },
        { ignored: /404/ }
      ))
  })
}
