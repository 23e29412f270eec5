/** Somebody writes docs on their own machine: what they save is in their browser, in place, and what is wrong with it too. */
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serveFolder } from "@octavo/local/serveFolder"
import { Effect, Fiber } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { rawRequest } from "../src/client.ts"
import { auditLocal, visitLocal, writeFiles } from "../src/localPages.ts"

const executable = findChromium()

const words = "Words that fill the page so that somebody has to scroll. ".repeat(12)

const guide = (changing: string): string =>
  [
    "# Guide\n",
    words,
    '{% tabs %}\n{% tab title="npm" %}\nWith npm\n{% endtab %}\n{% tab title="yarn" %}\nWith yarn\n{% endtab %}\n{% endtabs %}\n',
    "<details>\n\n<summary>More about it</summary>\n\nThe small print\n\n</details>\n",
    ...Array.from({ length: 12 }, (_, i) => `## Part ${i}\n\n${words}\n`),
    changing,
    words
  ].join("\n")

const files: Readonly<Record<string, string>> = {
  "README.md": "# Home\n\nWelcome\n",
  "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Guide](guide.md)\n",
  "guide.md": guide("First version")
}

interface Served {
  readonly directory: string
  readonly url: string
  readonly said: Array<string>
  readonly write: (path: string, text: string) => void
  readonly stop: () => Promise<void>
}

/** Serves a folder with these files. */
const serve = async (given: Readonly<Record<string, string>>): Promise<Served> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-docs-"))
  const write = (path: string, text: string): void => writeFiles(directory, { [path]: text })
  writeFiles(directory, given)
  const said: Array<string> = []
  const listening = Promise.withResolvers<string>()
  const fiber = Effect.runFork(
    serveFolder(
      { directory, host: "127.0.0.1", port: 0, say: (line) => said.push(line) },
      // where there is nothing to show yet, a page says so
      Object.keys(given).length === 0 ? { listening: listening.resolve } : { ready: listening.resolve }
    )
  )
  return {
    directory,
    url: await listening.promise,
    said,
    write,
    stop: async () => {
      await Effect.runPromise(Fiber.interrupt(fiber))
      rmSync(directory, { recursive: true, force: true })
    }
  }
}

it("A folder is served on when files go while it is looked through for what is wrong", {
  timeout: 60_000
}, async () => {
  const pages = Array.from({ length: 1500 }, (_, n) => [`many/${n}.md`, `# Page ${n}\n\n${"[a](0.md) ".repeat(200)}\n`])
  const served = await serve({ "README.md": "# Home\n", ...Object.fromEntries(pages) })
  try {
    // it is looked through when nobody writes for a moment
    await new Promise((done) => setTimeout(done, 400))
    rmSync(join(served.directory, "many"), { recursive: true })
    served.write("README.md", "# Home\n\nThe others have gone.\n")
    const home = async () => (await fetch(served.url)).text()
    await expect.poll(home).toContain("The others have gone.")
  } finally {
    await served.stop()
  }
})

describe.skipIf(executable === undefined)("A folder that is being written", { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(executable!)
  })
  afterAll(() => browser?.close())

  /** Opens a page of a folder that is served; nothing is said in the console, and nothing asked of other hosts. */
  const writing = async (
    given: Readonly<Record<string, string>>,
    path: string,
    look: (page: Page, served: Served) => Promise<void>,
    options: Parameters<typeof visitLocal>[4] = {}
  ): Promise<void> => {
    const served = await serve(given)
    try {
      await visitLocal(browser, served.url, path, (page) => look(page, served), options)
    } finally {
      await served.stop()
    }
  }

  it("shows a page that is saved where it stands: scrolled, with the same tab chosen and the same part open", () =>
    writing(files, "guide", async (page, { write }) => {
      await page.getByRole("tab", { name: "yarn" }).click()
      await page.getByText("More about it").click()
      await page.getByText("The small print").waitFor()
      await page.evaluate("window.sameWindow = true; scrollTo({ top: 1500, behavior: 'instant' })")
      for (const version of ["Second version", "Third version"]) {
        write("guide.md", guide(version))
        await page.getByText(version).waitFor({ state: "attached" })
        expect(await page.evaluate("[Math.round(scrollY), window.sameWindow]")).toEqual([1500, true])
        await expect.poll(() => page.getByRole("tab", { name: "yarn" }).getAttribute("aria-selected")).toBe("true")
        await expect.poll(() => page.getByText("With yarn").isVisible()).toBe(true)
        await expect.poll(() => page.getByText("The small print").isVisible()).toBe(true)
      }
      // what the site's own script does to a page is done to this one
      await expect.poll(() => page.locator(".tablist").count()).toBe(1)
    }))

  it("shows new, renamed and deleted files, and a table of contents that is written anew", () =>
    writing(
      files,
      "",
      async (page, { directory, write }) => {
        const tree = page.getByRole("navigation", { name: "Site navigation" })
        await tree.getByRole("link", { name: "Guide" }).waitFor()
        write("new.md", "# Brand new\n\nHere it is\n")
        write("SUMMARY.md", `${files["SUMMARY.md"]}* [Brand new](new.md)\n`)
        await tree.getByRole("link", { name: "Brand new" }).click()
        await page.getByText("Here it is").waitFor()
        renameSync(join(directory, "new.md"), join(directory, "newer.md"))
        write("SUMMARY.md", `${files["SUMMARY.md"]}* [Newer](newer.md)\n`)
        await tree.getByRole("link", { name: "Newer" }).click()
        await page.getByRole("heading", { level: 1, name: "Newer" }).waitFor()
        rmSync(join(directory, "newer.md"))
        write("SUMMARY.md", files["SUMMARY.md"]!)
        await tree.getByRole("link", { name: "Newer" }).waitFor({ state: "detached" })
        // nothing is written beside what was there
        expect(readdirSync(directory).sort()).toEqual(["README.md", "SUMMARY.md", "guide.md"])
      },
      { ignored: /404/ }
    ))

  it.each([
    ["wide and light", {}],
    ["narrow and dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" as const }]
  ])("tells over the page what is wrong, with file, line and column (%s)", (_, options) =>
    writing(
      files,
      "",
      async (page, { said, write }) => {
        await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
        write("README.md", "# Home\n\nWelcome, [see](nowhere.md)\n")
        const problems = page.getByRole("region", { name: "Problems in this folder" })
        const button = problems.getByRole("button", { name: "1 problem" })
        await button.waitFor()
        await auditLocal(page)
        expect(await problems.getByRole("list").isVisible()).toBe(false)
        await button.focus()
        await page.keyboard.press("Enter")
        await problems
          .getByRole("listitem")
          .filter({ hasText: /^README\.md:3:16There is no page "nowhere\.md": name one that is there$/ })
          .waitFor()
        await auditLocal(page)
        await expect
          .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"))
          .toBeLessThanOrEqual(0)
        expect(said).toContain('README.md:3:16: There is no page "nowhere.md": name one that is there')
        await page.keyboard.press("Escape")
        expect(await problems.getByRole("list").isVisible()).toBe(false)
        write("README.md", files["README.md"]!)
        await problems.waitFor({ state: "detached" })
        expect(said.at(-1)).toBe("No problems any more")
      },
      options
    )
  )

  it("shows a page as it was saved last, also one that was fetched before somebody went to it", () =>
    writing(files, "", async (page, { write }) => {
      const link = page.getByRole("navigation", { name: "Site navigation" }).getByRole("link", { name: "Guide" })
      for (const version of ["Second version", "Third version"]) {
        // the pointer comes near, and the page is fetched
        let isFetched = false
        const fetched = page.waitForResponse(/\/guide$/).then(() => {
          isFetched = true
        })
        const comeNear = async () => {
          await page.mouse.move(0, 0)
          await link.hover()
          return isFetched
        }
        // the page's script may just be loading
        await expect.poll(comeNear).toBe(true)
        await fetched
        const told = page.waitForResponse((response) => new URL(response.url()).pathname === "/")
        write("guide.md", guide(version))
        await told
      }
      await link.click()
      await page.getByText("Third version").waitFor()
    }))

  it("keeps no connection for a tab in the background, which shows what changed when somebody comes back", () =>
    writing(files, "", async (page, { write }) => {
      await page.getByText("Welcome").waitFor()
      const hide = (hidden: boolean) =>
        page.evaluate(
          `Object.defineProperty(document, "hidden", { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`
        )
      const asked: Array<string> = []
      page.on("request", (request) => asked.push(request.url()))
      await hide(true)
      write("README.md", "# Home\n\nChanged meanwhile\n")
      await page.waitForTimeout(500)
      expect(asked).toEqual([])
      await hide(false)
      await page.getByText("Changed meanwhile").waitFor()
    }))

  it("is answered at the machine's own names and addresses alone, so that no page of the web reads it", () =>
    writing(files, "", async (_, { url }) => {
      const { port } = new URL(url)
      const status = async (host: string, path: string) => (await rawRequest(url, path, { headers: { host } })).status
      for (const path of ["/", "/guide", "/~octavo/events.", "/llms.txt"]) {
        expect(await status(`evil.example:${port}`, path), path).toBe(421)
      }
      expect(await status(`127.0.0.1:${port}`, "/guide")).toBe(200)
      expect(await status(`192.168.1.5:${port}`, "/guide")).toBe(200)
    }))

  it("shows what a page is made of beside its own text: reusable content, variables, pictures, descriptions of APIs", () => {
    const api = (summary: string): string =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Cats", version: "1" },
        paths: { "/cats": { get: { summary, responses: { 200: { description: "All" } } } } }
      })
    const dot = (color: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4" fill="${color}"/></svg>`
    return writing(
      {
        "README.md":
          '# Home\n\n{% include ".gitbook/includes/note.md" %}\n\nVersion <code class="expression">space.vars.version</code>.\n\n![A dot](.gitbook/assets/dot.svg)\n\n{% openapi src="api.json" path="/cats" method="get" %}\n[api.json](api.json)\n{% endopenapi %}\n',
        ".gitbook/includes/note.md": "Mind the dog.\n",
        ".gitbook/vars.yaml": "version: 1.0\n",
        ".gitbook/assets/dot.svg": dot("red"),
        "api.json": api("List cats")
      },
      "",
      async (page, { said, write }) => {
        await page.getByText("Mind the dog.").waitFor()
        await page.getByText("Version 1.0.").waitFor()
        await page.getByText("List cats").first().waitFor()
        const picture = page.getByRole("img", { name: "A dot" })
        const source = await picture.getAttribute("src")
        write(".gitbook/includes/note.md", "Mind the cat.\n")
        await page.getByText("Mind the cat.").waitFor()
        write(".gitbook/vars.yaml", "version: 2.0\n")
        await page.getByText("Version 2.0.").waitFor()
        write("api.json", api("All the cats"))
        await page.getByText("All the cats").first().waitFor()
        write(".gitbook/assets/dot.svg", dot("blue"))
        await expect.poll(() => picture.getAttribute("src")).not.toBe(source)
        // what is wrong on the page that is open stands before what is wrong elsewhere
        write("a.md", "# A\n\n{% nobody %}\n")
        write("README.md", "# Home\n\n![](gone.png)\n")
        const problems = page.getByRole("region", { name: "Problems in this folder" })
        await problems.getByRole("button", { name: "2 problems" }).click()
        await expect
          .poll(() => problems.getByRole("listitem").allTextContents())
          .toEqual([
            'README.md:3:5There is no file "gone.png": name one that is there',
            "a.md:3:1Nobody knows the block nobody, and only what is in it is shown: write another one, or take its tags out"
          ])
        await page.goto(new URL("a", page.url()).href)
        await problems.getByRole("button", { name: "2 problems" }).click()
        expect((await problems.getByRole("listitem").allTextContents())[0]).toMatch(/^a\.md/)
        expect(said).toContain('README.md:3:5: There is no file "gone.png": name one that is there')
      }
    )
  })

  it("shows folders as sections and versions, as octavo.yaml says it, and keeps them while that is wrong", () => {
    const project = (api: string): string =>
      `title: Acme docs\nsections:\n  - title: Guides\n    folder: guides\n  - title: API\n${api}redirects:\n  /old: /api/auth\n`
    return writing(
      {
        "octavo.yaml": project("    folder: api\n"),
        "guides/README.md": "# Start\n\nSee [how to sign in](../api/auth.md#tokens).\n",
        "api/README.md": "# API\n",
        "api/auth.md": "# Auth\n\n## Tokens\n\nBack to [the start](../guides/README.md).\n",
        "api-v1/README.md": "# API of before\n"
      },
      "",
      async (page, { said, url, write }) => {
        await page.getByRole("link", { name: "Acme docs" }).waitFor()
        await page.getByRole("link", { name: "how to sign in" }).click()
        await page.getByRole("heading", { level: 1, name: "Auth" }).waitFor()
        expect(page.url()).toBe(`${url}api/auth#tokens`)
        await page.getByRole("link", { name: "the start" }).click()
        await page.getByRole("heading", { level: 1, name: "Start" }).waitFor()
        expect((await fetch(`${url}old`)).url).toBe(`${url}api/auth`)
        // a link that leads into no page of the other folder is told
        write("guides/README.md", "# Start\n\nSee [nothing](../api/none.md).\n")
        await expect.poll(() => said.at(-1)).toContain("guides/README.md:3:15: ")
        write("octavo.yaml", project("    folder: api\n    pth: reference\n"))
        await expect.poll(() => said.at(-1)).toBe("octavo.yaml:7:5: sections.1.pth is no setting")
        // folders that are not there leave what is shown, and are told where they are named
        write("octavo.yaml", "variants:\n  - folder: gone\n")
        const problems = page.getByRole("region", { name: "Problems in this folder" })
        await expect
          .poll(() => problems.getByRole("listitem").allTextContents())
          .toContain("octavo.yaml:2:13There is no folder gone: name one that is there")
        expect(said.at(-1)).toBe("octavo.yaml:2:13: There is no folder gone: name one that is there")
        write("octavo.yaml", project("    folder: api\n"))
        await problems.getByText("octavo.yaml").first().waitFor({ state: "detached" })
        await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "API" }).click()
        await page.getByRole("heading", { level: 1, name: "API" }).waitFor()
        const versions =
          "    variants:\n      - folder: api\n        title: New\n      - folder: api-v1\n        title: Old\n"
        write("octavo.yaml", project(versions))
        await page.getByText("New", { exact: true }).first().click()
        await page.getByRole("link", { name: "Old" }).click()
        await page.getByRole("heading", { level: 1, name: "API of before" }).waitFor()
        await auditLocal(page)
      }
    )
  })

  it("waits for the first page, and tells what it waits for", () =>
    writing(
      {},
      "",
      async (page, { said, write }) => {
        await page.getByRole("status").filter({ hasText: "There is no Markdown file" }).waitFor()
        expect(said.some((line) => line.includes("There is no Markdown file"))).toBe(true)
        write("README.md", "# At last\n\nWelcome\n")
        await page.getByRole("heading", { level: 1, name: "At last" }).waitFor()
      },
      { ignored: /503/ }
    ))

  it("answers as a site does: search, files for machines, and pages that are none", () =>
    writing(files, "", async (page, { url }) => {
      await page.keyboard.press("/")
      await page.getByRole("searchbox").fill("small print")
      await page.getByRole("dialog").getByRole("link", { name: /Guide/ }).first().waitFor()
      const ask = async (path: string, accept = "*/*") => (await fetch(url + path, { headers: { accept } })).status
      expect(await Promise.all(["guide.md", "llms.txt", "sitemap.xml"].map((path) => ask(path)))).toEqual([
        200, 200, 200
      ])
      expect(await ask("nothing", "text/html")).toBe(404)
      // nothing of the API or the application
      expect(await Promise.all(["v1/user", "app", "v1"].map((path) => ask(path)))).toEqual([404, 404, 404])
      const send = async (method: string) => (await fetch(`${url}v1/orgs`, { method })).status
      expect(await Promise.all(["POST", "PATCH", "PUT", "DELETE"].map(send))).toEqual([404, 404, 404, 404])
    }))
})
