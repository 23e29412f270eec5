/** Previews of change requests: who sees them, what they show, and that nothing in them runs. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { get } from "node:http"
import { createRequire } from "node:module"
import { HtmlValidate, StaticConfigLoader } from "html-validate"
import { parse } from "parse5"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { attribute, elementsOf, textOf } from "../src/browser.ts"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { newSpec, pets } from "../src/openapi.ts"
import { makeReview, openPage, type Review, sendSignIn, sessionOf } from "../src/review.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { startWorld, type World } from "../src/world.ts"

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off" } as never
  })
)

const problemsOf = async (html: string, url: string): Promise<ReadonlyArray<string>> =>
  (await validator.validateString(html, url)).results.flatMap(({ messages }) =>
    messages.map(({ line, message, ruleId }) => `${url}:${line} ${ruleId}: ${message}`)
  )

onBothStores("Previews of change requests", (store) => {
  let world: World
  let review: Review
  let cookie: string
  const read = async (url: string, as: string | undefined = cookie) => (await openPage(url, as)).text()

  beforeAll(async () => {
    world = await startWorld(store)
    review = await makeReview(world)
    cookie = await sessionOf(world, world.admin)
  })
  afterAll(() => world?.stop())

  describe("are seen", () => {
    const statusFor = async (person: { readonly token: string }, url = review.url) => {
      const answer = await openPage(url, await sessionOf(world, person))
      await answer.text()
      return answer.status
    }

    it("by members who may read the space, and by guests who were let in", async () => {
      const guest = await world.member(null)
      expect(await statusFor(await world.member("read"))).toBe(200)
      expect(await statusFor(guest)).toBe(404)
      const granted = await world.api.post(`/v1/spaces/${review.space}/permissions`, {
        role: "read",
        users: [guest.id]
      })
      expect(granted.status, granted.text).toBeLessThan(300)
      expect(await statusFor(guest)).toBe(200)
    })

    it("by nobody else, and what is hidden is as what is missing", async () => {
      const outsider = await sessionOf(world, await world.stranger())
      const guest = await sessionOf(world, await world.member(null))
      const { admin } = await world.neighbour()
      const other = await sessionOf(world, admin)
      const nowhere = `${world.origin}/app/s/${"x".repeat(20)}/~/changes/7`
      for (const who of [outsider, guest, other]) {
        for (const url of [review.url, review.pages["Start"]!, `${review.url}/nowhere`]) {
          const [hidden, missing] = [await openPage(url, who), await openPage(nowhere, who)]
          expect([hidden.status, missing.status]).toEqual([404, 404])
          expect(await hidden.text()).toBe(await missing.text())
        }
      }
      expect((await openPage(`${review.url}/nowhere`, cookie)).status).toBe(404)
      expect((await openPage(`${review.url}9`, cookie)).status).toBe(404)
      expect((await openPage(`${review.url}/%zz`, cookie)).status).toBe(404)
    })

    it("by whoever signs in; without a session every address asks for it, whatever is there", async () => {
      const nowhere = `${world.origin}/app/s/nowhere/~/changes/1`
      const pages = await Promise.all([review.url, nowhere].map(async (url) => (await openPage(url)).text()))
      expect(pages[0]).toContain("API token")
      expect(pages[0]).not.toContain("Better words")
      expect(pages[0]!.replaceAll(new URL(review.url).pathname, "")).toBe(
        pages[1]!.replaceAll(new URL(nowhere).pathname, "")
      )
      const answer = await openPage(review.url)
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([401, "private, no-store"])
    })

    it("not with a token whose scopes leave it out, which says so", async () => {
      const { body } = await world.api.post("/v1/user/tokens", { label: "Narrow", scopes: ["user:read"] })
      expect(body.token, JSON.stringify(body)).toBeTypeOf("string")
      const answer = await openPage(review.url, await sessionOf(world, body))
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain("space:read")
    })
  })

  describe("have sessions", () => {
    it("that begin with a valid token, at the address that was asked for", async () => {
      const to = new URL(`${review.url}/start?view=split`)
      const answer = await sendSignIn(world, world.admin.token, to.pathname + to.search)
      expect([answer.status, answer.headers.get("location")]).toEqual([303, to.pathname + to.search])
      const set = answer.headers.get("set-cookie")!
      expect(set).toMatch(/^octavo-session=[\w.-]+; Max-Age=28800; Path=\/app; HttpOnly; SameSite=Lax$/)
      expect(set).not.toContain(world.admin.token)
      expect(Buffer.from(set.slice("octavo-session=".length).split(".")[0]!, "base64url").toString()).not.toContain(
        world.admin.token
      )
      const wrong = await sendSignIn(world, "oct_wrong", to.pathname)
      expect([wrong.status, wrong.headers.get("set-cookie")]).toEqual([401, null])
      expect(await wrong.text()).toContain("not valid")
    })

    it("and lead nowhere else", async () => {
      for (const to of ["https://example.org/", "//example.org", "/app/s/\\example.org", "/v1/user", "/app/s/a\nb"]) {
        const answer = await sendSignIn(world, world.admin.token, to)
        expect(answer.headers.get("location"), to).toBe("/app")
      }
    })

    it("that only forms of this installation begin and end", async () => {
      for (const origin of [
        null,
        "null",
        "https://example.org",
        world.origin.replace("localhost", "localhost.example")
      ]) {
        const answer = await sendSignIn(world, world.admin.token, "/app/s/x/~/changes/1", origin)
        expect([answer.status, answer.headers.get("set-cookie")], String(origin)).toEqual([403, null])
      }
      const ended = await sessionOf(world, world.admin)
      const form = /name="form" value="([^"]+)"/.exec(await read(review.url, ended))![1]!
      const out = await fetch(`${world.origin}/app/~/sign-out`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: world.origin, cookie: ended },
        body: new URLSearchParams({ form })
      })
      expect([out.status, out.headers.get("set-cookie")]).toEqual([
        303,
        "octavo-session=; Max-Age=0; Path=/app; HttpOnly; SameSite=Lax"
      ])
      // on the server too
      expect((await openPage(review.url, ended)).status).toBe(401)
    })

    it("whose forms nothing else takes, and whose cookie keeps to https where the installation does", async () => {
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      for (const path of ["/v1/user/tokens", "/app/~/sign-in/x", "/elsewhere", "/v1/x?/app/~/sign-in"]) {
        const answer = await fetch(world.origin + path, { method: "POST", headers, body: "a=b" })
        expect(answer.status, path).toBe(415)
      }
      const secured = await startWorld(store, { url: "https://docs.example.org" })
      const to = "/app/s/x/~/changes/1"
      const answer = await sendSignIn(secured, secured.admin.token, to, "https://docs.example.org")
      expect(answer.headers.get("set-cookie")).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
      expect((await sendSignIn(secured, secured.admin.token, to, "http://docs.example.org")).status).toBe(403)
      await secured.stop()
      expect(await read(`${world.origin}/app/~/sign-in`)).toContain("You are signed in")
    })

    it("that end with the token, and with the membership", async () => {
      const reader = await world.member("read")
      const { body } = await reader.client.post("/v1/user/tokens", { label: "Review" })
      const session = await sessionOf(world, body)
      expect((await openPage(review.url, session)).status).toBe(200)
      expect((await reader.client.delete(`/v1/user/tokens/${body.id}`)).status).toBeLessThan(300)
      expect((await openPage(review.url, session)).status).toBe(401)

      const own = await sessionOf(world, reader)
      expect((await openPage(review.url, own)).status).toBe(200)
      expect((await world.api.delete(`/v1/orgs/${world.organization}/members/${reader.id}`)).status).toBeLessThan(300)
      expect((await openPage(review.url, own)).status).toBe(404)
    })

    it("that are good here alone: not changed, not from elsewhere, not for the API", async () => {
      const value = cookie.slice("octavo-session=".length)
      const [payload, signature] = value.split(".") as [string, string]
      const far = Buffer.from(JSON.stringify({ token: "0".repeat(64), until: 9e15 })).toString("base64url")
      for (const forged of [
        "",
        value.slice(1),
        `${far}.${signature}`,
        `${payload}.${"A".repeat(22)}`,
        payload,
        "a.b"
      ]) {
        expect((await openPage(review.url, `octavo-session=${forged}`)).status, forged).toBe(401)
      }
      expect((await fetch(`${world.origin}/v1/user`, { headers: { cookie } })).status).toBe(401)
      expect((await world.api.get("/v1/user", { token: value })).status).toBe(401)
      // what is signed for another purpose is no session
      const download = (await world.api.get(`${review.path}/content/files`)).body.items[0].downloadURL as string
      const signed = /~files\/([^/]+)/.exec(download)![1]!
      expect((await openPage(review.url, `octavo-session=${signed}`)).status).toBe(401)
    })
  })

  it("are not on the hosts of sites, where every path is the site's", async () => {
    const hosting = await startWorld(store, { siteHost: "docs.test" })
    const path = "/app/s/x/~/changes/1"
    const statusAt = (host: string) =>
      new Promise<number>((resolve, reject) => {
        get(hosting.origin + path, { headers: { host }, agent: false }, (response) => {
          response.resume()
          resolve(response.statusCode!)
        }).once("error", reject)
      })
    expect(await statusAt("guide.docs.test")).toBe(404)
    expect(await statusAt(new URL(hosting.origin).host)).toBe(401)
    await hosting.stop()
  })

  describe("show", () => {
    it("what the change request is, what it changes, and what was said", async () => {
      const html = await read(review.url)
      expect(html).toContain("<h1>Better words")
      expect(html).toContain("It was time for &lt;b&gt;better&lt;/b&gt; words.")
      expect(html).toContain("Admin")
      for (const [title, what] of [
        ["Start", "Edited"],
        ["Setup", "Added"],
        ["Moving house", "Moved"],
        ["Farewell", "Deleted"]
      ]) {
        const entry = new RegExp(`<li><a [^>]*>${title}</a>.*?</li>`).exec(html)?.[0]
        expect(entry, title).toContain(`>${what}<`)
      }
      expect(html).not.toContain(">Untouched<")
      expect(html).toContain("File plan.png added")
      expect(html).toContain("Is <strong>this</strong> the right word?")
      expect(html).toContain("<code>octavo --help</code>")
      expect(html).toMatch(/<details class="thread"><summary><span[^>]*>Resolved/)
    })

    it("the draft of a page with its changed blocks marked", async () => {
      const html = await read(review.pages["Start"]!)
      const frames = html.split(/(?=<div class="change )|(?<=<\/div>)(?=<h2|<p>Last)/)
      const marked = (change: string) =>
        frames.filter((one) => one.startsWith(`<div class="change ${change}"`)).join(" ")
      expect(marked("edited")).toContain("the whole documentation")
      expect(marked("added")).toContain("New here?")
      expect(marked("edited")).toContain("three")
      expect(marked("removed")).toContain("going to leave us")
      expect(html).toMatch(/<\/div><p>Last words stay as they are/)
      expect(html).toContain(`href="${new URL(review.pages["Setup"]!).pathname}"`)
      expect(html).toContain("<dt>Description</dt><dd><ins>Where to begin</ins>")
      expect(html).toContain("Is <strong>this</strong> the right word?")
      expect(await read(review.pages["Untouched"]!)).not.toContain('class="change')
    })

    it("the difference of the text, inline and side by side", async () => {
      const inline = await read(`${review.pages["Start"]}?view=inline`)
      expect(inline).toContain("wait for **<del>two</del>** minutes")
      expect(inline).toContain("wait for **<ins>three</ins>** minutes")
      expect(inline).toMatch(/<tr class="off">.*?going to leave us/)
      const split = await read(`${review.pages["Start"]}?view=split`)
      expect(split).toMatch(
        /<td class="t off">[^<]*<del>two<\/del>[^<]*<\/td><td class="n on">\d+<\/td><td class="t on">[^<]*<ins>three/
      )
      expect(await read(`${review.pages["Start"]}?view=%22%3E`)).toBe(await read(review.pages["Start"]!))
    })

    it("a page that was deleted as it was", async () => {
      const href = /<a href="([^"]*)">Farewell<\/a>/.exec(await read(review.url))![1]!
      const html = await read(new URL(href, review.url).href)
      expect(html).toMatch(/<div class="change removed"[^>]*><p>It was nice\./)
    })

    it("files of the draft by addresses that are signed: what a page loads has no session", async () => {
      const src = /<img src="([^"]*~files[^"]*)"/.exec(await read(review.pages["Setup"]!))![1]!
      // as the API gives them to the same person
      const files = (await world.api.get(`${review.path}/content/files`)).body.items
      expect(files.map(({ downloadURL }: any) => new URL(downloadURL).pathname)).toContain(src)
      const file = await openPage(new URL(src, review.url).href)
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/png"])
      expect((await openPage(`${review.url}/~files/${src.split("/").slice(2).join("/")}`, cookie)).status).toBe(404)
    })

    it("what blocks show of an API, of specifications and of files, and let nobody send a request", async () => {
      const { path, url } = await makeReview(world)
      const spec = (await newSpec(world.api, world.organization)).split("/").at(-1)!
      const block = (attributes: string) => `{% openapi-operation ${attributes} %}\n{% endopenapi-operation %}\n`
      const text = `# Pets\n\n${block(`spec="${spec}" path="/pets" method="get"`)}\n{% swagger src="./pets" path="/pets" method="get" %}\n{% endswagger %}\n`
      const { body, status } = await world.api.post(`${path}/content`, {
        changes: [
          {
            operation: "insert_files",
            files: [{ ref: "pets", name: "pets.json", contentType: "application/json", base64: btoa(pets) }]
          },
          { operation: "insert_page", title: "Pets", document: { markdown: text } }
        ]
      })
      expect(status, JSON.stringify(body)).toBe(200)
      const html = await read(`${url}/pets`)
      const document = parse(html)
      const operations = elementsOf(document, ({ attrs }) => attrs.some(({ value }) => value === "api op"))
      expect(operations.map(textOf)).toEqual([expect.stringContaining("Fine"), expect.stringContaining("Fine")])
      expect(html).toMatch(/rel="stylesheet" href="\/app\/_octavo\/api\.\w+\.css"/)
      expect(html).not.toMatch(/<script[^>]*\/api\./)
      expect(await problemsOf(html, "API")).toEqual([])
    })

    it("that the space has moved on", async () => {
      const { path, space, url } = await makeReview(world)
      expect(await read(url)).not.toContain("brought up to date")
      await world.api.post(`/v1/spaces/${space}/content`, {
        changes: [{ operation: "insert_page", title: "Later", document: { markdown: "# Later\n" } }]
      })
      expect(await read(url)).toContain("brought up to date")
      expect(await read(url)).not.toContain("Both have changed")
      const start = (await world.api.get(`/v1/spaces/${space}/content/path/start`)).body.id
      const written = await world.api.post(`/v1/spaces/${space}/content`, {
        changes: [
          { operation: "update_page", page: start, document: { markdown: "# Start\n\nOctavo keeps nothing at all.\n" } }
        ]
      })
      expect(written.status, written.text).toBe(200)
      expect(await read(url)).toContain("Both have changed the same places since, in: Start.")
      expect((await world.api.post(`${path}/update`)).body.result).toBe("conflicts")
      expect(await read(url)).not.toContain("brought up to date")
      expect(await read(`${url}/start`)).toContain("its text holds both, between markers")
    })
  })

  describe("run nothing", () => {
    it("of a draft, a comment or a description, and are kept by nobody", async () => {
      for (const url of [review.url, review.pages["Setup"]!, `${review.pages["Setup"]}?view=inline`]) {
        const answer = await openPage(url, cookie)
        const document = parse(await answer.text())
        const scripts = elementsOf(document, ({ tagName }) => tagName === "script")
        // the frame's own: the one that the policy names, and the site's
        const [inline] = /'sha256-[^']+'/.exec(answer.headers.get("content-security-policy")!)!
        const named = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
        expect(scripts.map((one) => attribute(one, "src")?.replace(/\.\w+\.js$/, "") ?? named(textOf(one)))).toEqual([
          inline,
          "/app/_octavo/site"
        ])
        const attributes = elementsOf(document, () => true).flatMap(({ attrs }) => attrs)
        expect(
          attributes.filter(({ name, value }) => name.startsWith("on") || /^(?:javascript|data:text)/.test(value))
        ).toEqual([])
        expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'; script-src 'self' 'sha256-/)
        expect(answer.headers.get("cache-control")).toBe("private, no-store")
        expect(answer.headers.get("x-robots-tag")).toBe("noindex")
      }
    })
  })

  it("are valid HTML", async () => {
    const problems: Array<string> = []
    for (const url of [review.url, ...Object.values(review.pages)]) {
      for (const query of ["", "?view=inline", "?view=split"]) {
        problems.push(...(await problemsOf(await read(url + query), url + query)))
      }
    }
    problems.push(...(await problemsOf(await read(review.url, ""), "sign-in")))
    for (const query of [`organization=${world.organization}`, "email=a@b.test"]) {
      problems.push(...(await problemsOf(await read(`${world.origin}/app/~/sign-in?${query}`, ""), query)))
    }
    const asked = new URLSearchParams({
      response_type: "code",
      client: "a <program>",
      redirect_uri: "http://127.0.0.1:1/callback",
      state: "s",
      code_challenge: "c".repeat(43),
      code_challenge_method: "S256"
    })
    problems.push(...(await problemsOf(await read(`${world.origin}/app/~/authorize?${asked}`), "authorize")))
    problems.push(...(await problemsOf(await read(`${review.url}/nowhere`), "missing")))
    expect(problems).toEqual([])
  })
})

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axeSource)
  return page.evaluate<ReadonlyArray<string>>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 200)).join(" | ")))`
  )
}

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here, so previews are not opened in one")

describe.skipIf(executable === undefined)("In Chromium, a preview", { timeout: 300_000 }, () => {
  let world: World
  let review: Review
  let browser: Browser
  beforeAll(async () => {
    world = await startWorld(sqlite)
    review = await makeReview(world)
    browser = await launchChromium(executable!)
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  it.each(["light", "dark"] as const)("is signed in to, read, fits and is accessible: %s", async (colorScheme) => {
    const context = await browser.newContext({ colorScheme, javaScriptEnabled: true })
    const page = await context.newPage()
    const problems: Array<string> = []
    page.on("console", (message) => {
      // the sign-in page answers 401, which browsers note
      if (message.type() === "error" && !message.text().includes("401")) problems.push(message.text())
    })
    page.on("dialog", (dialog) => {
      problems.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on("request", (request) => {
      if (!request.url().startsWith(world.origin) && !request.url().startsWith("data:")) problems.push(request.url())
    })
    const look = async (name: string): Promise<void> => {
      for (const width of [1440, 820, 390]) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")
        if (wide) problems.push(`${name} is wider than ${width}`)
        await takePicture(page, `${name}-${width}-${colorScheme}`)
        if (width !== 820) problems.push(...(await violations(page)).map((one) => `${name} at ${width}: ${one}`))
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await page.goto(review.url)
    await look("sign-in")
    await page.getByLabel("API token").fill(world.admin.token)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Better words" }).waitFor()
    expect(page.url()).toBe(review.url)
    await look("overview")
    await page.getByRole("main").getByRole("link", { name: "Start" }).first().click()
    await page.getByRole("heading", { name: "Start", exact: true }).waitFor()
    await look("page")
    await page.getByRole("link", { name: "Inline" }).click()
    await page.waitForURL(/view=inline/)
    await look("inline")
    await page.getByRole("link", { name: "Side by side" }).click()
    await page.waitForURL(/view=split/)
    await look("split")
    await page.setViewportSize({ width: 390, height: 900 })
    // both sides have half of the table
    const halves = await page.evaluate<ReadonlyArray<number>>(
      `[...document.querySelectorAll(".diff.split tr:not(.gap) .t")].slice(0, 2).map((one) =>
        Math.round((100 * one.getBoundingClientRect().width) / one.closest("table").getBoundingClientRect().width))`
    )
    expect(halves).toEqual([50, 50])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole("link", { name: "Setup" }).first().click()
    await page.getByRole("heading", { name: "Setup", exact: true }).waitFor()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("API token").waitFor()
    await page.goto(review.url)
    await page.getByLabel("API token").waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})
