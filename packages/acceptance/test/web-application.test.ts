/**
 * The web application in Chromium, as a member meets it: the shell, spaces and their pages, search, a new space, the
 * account, and what is said when something is wrong. Things are found by role and name; every screen is looked at by axe,
 * and nothing of it breaks the policy of its page.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { compressFrom } from "@octavo/runtime/compression"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { scripted } from "../src/sessionClient.ts"
import { sqlite } from "../src/stores.ts"
import { type Visit, type VisitOptions, visit } from "../src/visit.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to use the application in")

/** A page with every block that the reference of the dialect shows. */
const everyBlock = readFileSync(
  fileURLToPath(new URL("../../../docs/reference/markdown.md", import.meta.url)),
  "utf8"
).replace(/^---\n.*?\n---\n+# [^\n]+\n/s, "")

describe.skipIf(executable === undefined)("In the web application", () => {
  let world: World
  let browser: Browser
  let handbook: string
  let large: string
  let collection: string
  const title = "A title that goes on for as long as a title may go on ".repeat(3).trim()

  const write = async (space: string, ...changes: ReadonlyArray<object>) => {
    const { body, status, text } = await world.api.post(`/v1/spaces/${space}/content`, { changes })
    expect(status, text).toBe(200)
    return body.changes as ReadonlyArray<{ readonly page: { readonly id: string } }>
  }
  const page = (title: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    title,
    document: { markdown },
    ...more
  })

  beforeAll(async () => {
    world = await startWorld(sqlite, { webApplication: await builtWebApplication() })
    browser = await launchChromium(executable!)
    const made = await world.api.post(`/v1/orgs/${world.organization}/collections`, {
      title: "Engineering",
      description: "How we build"
    })
    collection = made.body.id
    const space = await world.api.post(`/v1/orgs/${world.organization}/spaces`, {
      title: "Handbook",
      parent: collection
    })
    handbook = space.body.id
    const [start] = await write(handbook, page("Welcome", "Hello.\n\n## First steps\n\nRead on.\n"))
    await write(
      handbook,
      page("Blocks", everyBlock),
      page("Deep", "Words.\n", { into: start!.page.id }),
      page(title, "Long.\n")
    )
    await write(handbook, page("Links", "[To the steps](/pages/welcome#first-steps), [Deep](/pages/welcome/deep)\n"))
    large = await world.space("Large")
    const slices = Array.from({ length: 60 }, (_, part) => Array.from({ length: 50 }, (_, at) => part * 50 + at + 1))
    for (const slice of slices) await write(large, ...slice.map((number) => page(`Page ${number}`, "Text.\n")))
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const visiting = (path: string, look: (visit: Visit) => Promise<void>, options?: VisitOptions): Promise<void> =>
    visit({ world, browser, path, ...options }, look)

  const home = () => `/app/o/${world.organization}`
  const focused = (page: Page): Promise<string> =>
    page.evaluate("document.activeElement.tagName + ' ' + (document.activeElement.textContent ?? '').trim()")

  it("the way in leads to the only organization, with its spaces as a tree and what waits", async () => {
    await visiting("/app", async ({ check, page }) => {
      await check("Acme")
      expect(new URL(page.url()).pathname).toBe(home())
      const tree = page.getByRole("navigation", { name: "Spaces" }).getByRole("tree", { name: "Spaces" })
      await tree.getByRole("treeitem", { name: "Engineering" }).waitFor()
      await expect
        .poll(() => tree.getByRole("treeitem").allTextContents())
        .toEqual(["Engineering", "Handbook", "Large"])
      await page.getByRole("heading", { name: "Waits for you" }).waitFor()
      await tree.getByRole("treeitem", { name: "Engineering" }).click()
      await check("Engineering")
      expect(await focused(page)).toBe("H1 Engineering")
    })
  })

  it("spaces and pages are read by keyboard alone, and the back button goes back", async () => {
    await visiting(home(), async ({ check, page }) => {
      const spaces = page.getByRole("tree", { name: "Spaces" })
      await spaces.getByRole("treeitem", { name: "Engineering" }).focus()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await check("Welcome")
      expect(await focused(page)).toBe("H1 Welcome")
      const pages = page.getByRole("tree", { name: "Pages" })
      const welcome = pages.getByRole("treeitem", { name: "Welcome" })
      await expect.poll(() => welcome.getAttribute("aria-current")).toBe("page")
      await welcome.focus()
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("Enter")
      await check("Deep")
      expect(new URL(page.url()).pathname).toBe(`/app/s/${handbook}/welcome/deep`)
      await page.goBack()
      await check("Welcome")
      await page.reload()
      await check("Welcome")
    })
  })

  it("what a page shows is asked for before its scripts are there, and nothing twice", async () => {
    const asked: Array<string> = []
    const pageAsked = Promise.withResolvers<void>()
    const before: VisitOptions["before"] = async (window) => {
      window.on("request", (request) => {
        if (!request.url().includes("/~/api/")) return
        asked.push(decodeURIComponent(request.url()))
        if (request.url().includes("/content/path/")) pageAsked.resolve()
      })
      await window.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
        await pageAsked.promise
        await route.continue()
      })
    }
    await visiting(
      `/app/s/${handbook}/welcome/deep`,
      async ({ check, page }) => {
        await check("Deep")
        await page.getByRole("tree", { name: "Pages" }).getByRole("treeitem", { name: "Deep" }).waitFor()
        await page.getByRole("tree", { name: "Spaces" }).getByRole("treeitem", { name: "Handbook" }).waitFor()
        // with the events of the space it is asked whether something happened meanwhile
        const first = asked.slice(
          0,
          asked.findIndex((address) => address.includes("/events"))
        )
        // whatever stands behind the path: a request that is not the client's to the letter is one too many
        const paths = first.map((address) => new URL(address).pathname)
        expect(paths).toEqual([...new Set(paths)])
        for (const part of ["/content/path/welcome/deep?", "/content/pages?", "/change-requests?"])
          expect(first).toContainEqual(expect.stringContaining(part))
      },
      { before }
    )
  })

  it("links of pages that are read lead to pages and headings without another load", async () => {
    await visiting(
      `/app/s/${handbook}/links`,
      async ({ check, page }) => {
        await check("Links")
        await page.evaluate("window.stayed = true")
        await page.getByRole("article").getByRole("link", { name: "Deep" }).click()
        await check("Deep")
        await page.goBack()
        await page.getByRole("article").getByRole("link", { name: "To the steps" }).click()
        await check("Welcome")
        expect(new URL(page.url()).hash).toBe("#first-steps")
        expect(await page.evaluate("window.stayed")).toBe(true)
      },
      { as: await world.member("read") }
    )
  })

  it.each([
    [1440, "light"],
    [390, "dark"]
  ] as const)("every block of the dialect is read in a form, at %i pixels, %s", async (width, colorScheme) => {
    await visiting(
      `/app/s/${handbook}/blocks`,
      async ({ check, page }) => {
        await check("Blocks")
        expect(await page.getByText("A block that has no form here yet").count()).toBe(0)
        for (const role of ["note", "tablist", "table"] as const)
          expect(await page.getByRole("article").getByRole(role).count(), role).toBeGreaterThan(0)
      },
      { as: await world.member("read"), viewport: { width, height: 844 }, colorScheme }
    )
  })

  it("three thousand pages are a tree of few elements, which goes to its ends and is filtered", async () => {
    await visiting(`/app/s/${large}`, async ({ check, page }) => {
      await check("Page 1")
      const tree = page.getByRole("tree", { name: "Pages" })
      await expect.poll(() => tree.getByRole("treeitem").count()).toBeLessThan(80)
      await tree.getByRole("treeitem", { name: "Page 1", exact: true }).focus()
      await page.keyboard.press("End")
      const last = tree.getByRole("treeitem", { name: "Page 3000" })
      await last.waitFor()
      await expect.poll(() => last.getAttribute("aria-setsize")).toBe("3000")
      await expect.poll(() => tree.getByRole("treeitem").count()).toBeLessThan(80)
      await page.keyboard.press("Enter")
      await check("Page 3000")
      await page.getByRole("searchbox", { name: "Filter pages" }).fill("2999")
      await tree.getByRole("treeitem", { name: "Page 2999" }).waitFor()
      await expect.poll(() => tree.getByRole("treeitem").count()).toBe(1)
    })
  })

  it("search finds pages, spaces and people, and opens what is chosen", async () => {
    await visiting(home(), async ({ audit, check, page }) => {
      await check("Acme")
      await page.keyboard.press("Control+k")
      const dialog = page.getByRole("dialog", { name: "Search" })
      const box = dialog.getByRole("combobox", { name: "Search" })
      await box.fill("deep")
      await dialog.getByRole("option", { name: /^Deep/ }).waitFor()
      await box.fill("hand")
      await dialog.getByRole("option", { name: "Handbook", exact: true }).waitFor()
      await audit()
      await box.fill("admin")
      await dialog.getByRole("group", { name: "People" }).getByRole("option").first().waitFor()
      await box.fill("qqxyzzy")
      await dialog.getByText("Nothing has “qqxyzzy” in it.").waitFor()
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Search" }).click()
      await box.fill("deep")
      await dialog.getByRole("option", { name: /^Deep/ }).waitFor()
      await page.keyboard.press("Enter")
      await check("Deep")
    })
  })

  it("a new space is made, from nothing and from a template, and says so", async () => {
    await visiting(home(), async ({ audit, check, page }) => {
      const create = async (title: string, beginning: string) => {
        await page.getByRole("button", { name: "New space" }).click()
        const dialog = page.getByRole("dialog", { name: "New space" })
        await dialog.getByRole("textbox", { name: "Title" }).fill(title)
        await dialog.getByRole("radiogroup", { name: "Start with" }).getByText(beginning).click()
        await audit()
        await dialog.getByRole("button", { name: "Create" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.getByRole("status").getByText(`The space “${title}” was made`).waitFor()
      }
      await create("Empty", "An empty page")
      await expect.poll(() => page.getByRole("tree", { name: "Pages" }).getByRole("treeitem").count()).toBe(1)
      await create("Templated", "A template")
      await page.getByRole("tree", { name: "Pages" }).getByRole("treeitem").nth(1).waitFor()
      await create("Imported", "An import")
      await check("Import")
      await page.getByRole("tree", { name: "Spaces" }).getByRole("treeitem", { name: "Imported" }).waitFor()
    })
  })

  it("a space that no site shows is published with one, and its page is read there", async () => {
    const space = await world.space("Pets")
    await write(space, page("Cats", "They purr.\n"))
    await visiting(`/app/s/${space}`, async ({ audit, check, page }) => {
      await check("Cats")
      await page.getByRole("button", { name: "Publish a site" }).click()
      const dialog = page.getByRole("dialog", { name: "Publish a site" })
      await expect.poll(() => dialog.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Pets")
      await dialog.getByRole("radio", { name: /^Everybody/ }).waitFor()
      await audit()
      await dialog.getByRole("button", { name: "Publish" }).click()
      await page.getByRole("status").getByText("The site “Pets” is published").waitFor()
      const link = page.getByRole("link", { name: "Published site" })
      const site = await fetch((await link.getAttribute("href"))!)
      expect(await site.text()).toContain("They purr.")
    })
    const reader = await world.member("edit")
    await visiting(
      `/app/s/${handbook}`,
      async ({ check, page }) => {
        await check("Welcome")
        expect(await page.getByRole("button", { name: "Publish a site" }).count()).toBe(0)
      },
      { as: reader }
    )
  })

  it("who may not make spaces is offered none, and what a guest may not see is not told apart from nothing", async () => {
    const reader = await world.member("read")
    await visiting(
      home(),
      async ({ check, page }) => {
        await check("Acme")
        await page.getByRole("treeitem", { name: "Large" }).waitFor()
        expect(await page.getByRole("button", { name: "New space" }).count()).toBe(0)
      },
      { as: reader }
    )
    const stranger = await world.stranger()
    await visiting(
      `/app/s/${handbook}`,
      async ({ check, page }) => {
        await check("Nothing here")
        await page.getByRole("link", { name: "Go to home" }).click()
        await check("Your organizations")
        await page.getByText("You are in no organization yet").waitFor()
      },
      { as: stranger, ignored: /40[34]/ }
    )
  })

  it("the account changes its name, and the menu signs out", async () => {
    const member = await world.member("read")
    await visiting(
      home(),
      async ({ check, page }) => {
        await page.getByRole("button", { name: /read \d+/ }).click()
        await page.getByRole("menuitem", { name: "Account" }).click()
        await check("Account")
        await page.getByRole("textbox", { name: "Your name" }).fill("Ada Lovelace")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByRole("status").getByText("Your name was changed").waitFor()
        await page.getByRole("radio", { name: "Dark" }).check({ force: true })
        await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark")
        await check("Account")
        await page.getByRole("button", { name: "Ada Lovelace" }).click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        expect((await page.context().cookies()).filter(({ name }) => name === "octavo-session")).toEqual([])
      },
      { as: member, ignored: /401/ }
    )
  })

  it("change requests of a space are listed, and lead to their pages", async () => {
    const made = await world.api.post(`/v1/spaces/${handbook}/change-requests`, { subject: "Better words" })
    expect(made.status, made.text).toBe(201)
    await visiting(`/app/s/${handbook}/~/changes`, async ({ check, page }) => {
      await check("Change requests")
      await page
        .getByRole("list", { name: "Change requests" })
        .getByRole("link", { name: /Better words/ })
        .click()
      await check("Better words")
      expect(page.url()).toBe(made.body.urls.app)
    })
  })

  it("at 390 pixels spaces and pages are behind buttons, and a long title stays in its place", async () => {
    await visiting(
      `/app/s/${handbook}/welcome`,
      async ({ check, page }) => {
        await check("Welcome")
        await page.getByRole("button", { name: "All pages" }).click()
        await page.getByRole("tree", { name: "Pages" }).getByRole("treeitem", { name: title }).click()
        await check(title)
        await page.getByRole("button", { name: "Spaces" }).click()
        await page.getByRole("tree", { name: "Spaces" }).getByRole("treeitem", { name: "Large" }).waitFor()
        await page.keyboard.press("Escape")
        expect(await page.getByRole("tree", { name: "Spaces" }).isVisible()).toBe(false)
        await page.getByRole("button", { name: "Spaces" }).click()
        await page.getByRole("treeitem", { name: "Large" }).click()
        await check("Page 1")
      },
      { viewport: { width: 390, height: 844 }, forcedColors: "active", reducedMotion: "reduce" }
    )
  })

  it("at a zoom of 200 % each screen is whole: nothing is cut, nothing scrolls sideways", async () => {
    // a window of 1440 by 900 pixels has half as many of its own then
    const zoomed = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }
    const screens: ReadonlyArray<readonly [path: string, heading: string | RegExp]> = [
      [home(), "Acme"],
      [`/app/s/${handbook}/welcome`, "Welcome"],
      [`/app/s/${handbook}/~/changes`, /Change requests/],
      [`/app/s/${handbook}/~/revisions`, "History"],
      [`/app/s/${handbook}/~/files`, "Files"],
      [`/app/s/${handbook}/~/links`, "Links"],
      [`/app/s/${handbook}/~/comments`, "Comments"],
      ["/app/account", /Account|Admin/]
    ]
    for (const [path, heading] of screens) {
      await visiting(
        path,
        async ({ check, page }) => {
          await check(heading)
          const wide = () =>
            page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
          expect(await wide(), path).toBe(0)
        },
        zoomed
      )
    }
  })

  it("a lost line is told in words, and the page comes when it is back", async () => {
    await visiting(
      `/app/s/${handbook}/welcome`,
      async ({ check, page }) => {
        await check("Welcome")
        await page.context().setOffline(true)
        await page.getByRole("treeitem", { name: "Links" }).click()
        await check("You are offline")
        await page.context().setOffline(false)
        await check("Links")
      },
      { ignored: /ERR_INTERNET_DISCONNECTED/ }
    )
  })

  it("the policy of its pages has nothing inline but the one script that is named, and files are kept for ever", async () => {
    const { cookie } = await scripted(world, world.admin)
    const shown = await fetch(world.origin + home(), { headers: { cookie, "sec-fetch-dest": "document" } })
    expect(shown.headers.get("content-security-policy")).not.toMatch(/unsafe-/)
    const html = await shown.text()
    expect(html).not.toMatch(/ style="/)
    const files = [...html.matchAll(/(?:src|href)="(\/app\/~\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(files.length).toBeGreaterThan(1)
    for (const path of files) {
      const answer = await fetch(world.origin + path)
      const { headers, status } = answer
      expect([status, headers.get("cache-control"), headers.get("x-content-type-options")], path).toEqual([
        200,
        "public, max-age=31536000, immutable",
        "nosniff"
      ])
      // what fits into a packet or two is sent as it is
      const { byteLength } = await answer.arrayBuffer()
      if (byteLength >= compressFrom) expect(headers.get("content-encoding"), path).toMatch(/^(?:br|gzip)$/)
    }
    expect((await fetch(`${world.origin}/app/~/assets/main-gone.js`)).status).toBe(404)
  })

  it("where its scripts do not come, the page that the server drew is seen after a while", async () => {
    const before: VisitOptions["before"] = (window) => window.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await visiting(
      `/app/s/${handbook}/welcome`,
      async ({ page }) => {
        const heading = page.getByRole("heading", { level: 1, name: "Welcome", includeHidden: true })
        const isSeen = () =>
          heading.evaluate((one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
        expect(await isSeen()).toBe(false)
        await expect.poll(isSeen).toBe(true)
      },
      { before, ignored: /ERR_FAILED/ }
    )
  })

  it("where scripts do not run, pages are what the server draws", async () => {
    await visiting(
      `/app/s/${handbook}`,
      async ({ page }) => {
        await page.getByRole("heading", { level: 1, name: "Handbook" }).waitFor()
        await page.goto(`${world.origin}/app/account`)
        await page.getByText("This page is drawn in the browser").waitFor()
        await page.goto(`${world.origin}/app/account/tokens`)
        await page.getByRole("heading", { level: 1, name: "API tokens" }).waitFor()
        await page.goto(`${world.origin}/app/s/${handbook}/~/files`)
        await page.getByRole("heading", { level: 1, name: "Files" }).waitFor()
        for (const [place, name] of [
          ["people", "People"],
          ["teams", "Teams"],
          ["openapi", "OpenAPI"],
          ["translations", "Translations"],
          ["fonts", "Fonts"],
          ["audit", "Audit log"],
          ["webhooks", "Webhooks"],
          ["webhooks/w1", "Webhook"],
          ["sign-in", "Sign-in"],
          ["settings", "Settings"],
          ["join/secret", "Join an organization"]
        ] as const) {
          const path = `/app/o/${world.organization}/${place}`
          expect((await page.goto(world.origin + path))?.status(), path).toBe(200)
          await page.getByRole("heading", { level: 1, name }).waitFor()
        }
        const sites = `/v1/orgs/${world.organization}/sites`
        const { id } = (await world.api.post(sites, { title: "Drawn" })).body
        for (const name of ["Structure", "Look", "Audience", "Domain", "Redirects", "Settings"]) {
          const path = `/app/o/${world.organization}/sites/${id}/${name.toLowerCase()}`
          expect((await page.goto(world.origin + path))?.status(), path).toBe(200)
          await page.getByRole("heading", { level: 1, name }).waitFor()
        }
        expect((await page.goto(`${world.origin}/app/o/${world.organization}/sites/${id}/other`))?.status()).toBe(404)
      },
      { javaScriptEnabled: false, ignored: /404/ }
    )
  })
})
