/** The page of somebody's own API tokens and sessions: without scripts, and whose forms count. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { HtmlValidate } from "html-validate"
import type { Browser as Chromium, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Browser, makeBrowser, type Shown } from "../src/browse.ts"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { type Person, startWorld, type World } from "../src/world.ts"

const path = "/app/~/tokens"

/** A browser in which somebody has signed in with their token, on the page. */
const signedIn = async (world: World, { token }: Pick<Person, "token">, userAgent?: string) => {
  const browser = makeBrowser(userAgent)
  const asked = await browser.get(`${world.origin}${path}`)
  expect(asked.status).toBe(401)
  return { browser, page: await browser.post(`${world.origin}/app/~/sign-in`, { to: path, token }, asked.url) }
}
const secretOf = ({ text }: Shown) => /<p class="secret"><code>([^<]+)<\/code>/.exec(text)?.[1]
/** Ids that the page's forms of this address hold. */
const idsOf = ({ text }: Shown, action: string) =>
  [
    ...text.matchAll(new RegExp(`${action}"><input[^>]*name="form"[^>]*><input[^>]*name="id" value="([^"]*)"`, "g"))
  ].map(([, id]) => id!)

onBothStores("The page of API tokens", (store) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(store)
  })
  afterAll(() => world.stop())

  it("leads there after signing in, makes a token that works and is shown once, and deletes it", async () => {
    const person = await world.member("edit")
    const { browser, page } = await signedIn(world, person)
    expect([page.status, page.url]).toEqual([200, `${world.origin}${path}`])
    expect(page.headers.get("cache-control")).toBe("private, no-store")
    expect(page.text).toContain(person.email)
    const label = 'Build <server> & "more"'
    const made = await browser.submit(page, { label, days: "30" }, "/tokens")
    const token = secretOf(made)!
    expect((await world.api.as(token).get("/v1/user")).body.id).toBe(person.id)
    const listed = (await person.client.get("/v1/user/tokens")).body.items.find((one: any) => one.label === label)
    const days = (Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)) / 86_400_000
    expect([Math.round(days), listed.scopes]).toEqual([30, null])
    const again = await browser.get(page.url)
    expect(again.text).not.toContain(token)
    expect(again.text).toContain("Build &lt;server&gt; &amp; &quot;more&quot;")
    expect(again.text).toContain("Last used")
    const endless = await browser.submit(again, { label: "Endless", days: "" }, "/tokens")
    expect(endless.text).toContain("No end")

    expect(idsOf(endless, "/delete-token")).toContain(listed.id)
    const form = endless.form("/tokens").fields.get("form")!
    const gone = await browser.post(`${world.origin}/app/~/delete-token`, { form, id: listed.id }, page.url)
    expect([gone.status, gone.url]).toEqual([200, page.url])
    expect(gone.text).not.toContain("Build &lt;server&gt;")
    expect((await world.api.as(token).get("/v1/user")).status).toBe(401)
  })

  it("says what is wrong with a label or a time, and makes nothing", async () => {
    const person = await world.member("read")
    const { browser, page } = await signedIn(world, person)
    const wrong = [
      { label: "" },
      { label: " \n " },
      { label: "x".repeat(51) },
      { label: "a\u0000b" },
      { label: "a", days: "31" },
      { label: "a", days: "-7" },
      { label: "a", days: "1e9" }
    ]
    for (const fields of wrong) {
      const answer = await browser.submit(page, fields, "/tokens")
      expect([answer.status, secretOf(answer)], JSON.stringify(fields)).toEqual([400, undefined])
      expect(answer.text).toContain('role="alert"')
    }
    expect((await person.client.get("/v1/user/tokens")).body.count).toBe(1)
  })

  it("takes forms of this session alone, from a page of its own", async () => {
    const [victim, other] = [await world.member("read"), await world.member("read")]
    const [mine, theirs] = [await signedIn(world, victim), await signedIn(world, other)]
    const { url } = mine.page
    const own = mine.page.form("/tokens").fields.get("form")!
    const foreign = theirs.page.form("/tokens").fields.get("form")!
    const id = (await victim.client.get("/v1/user/tokens")).body.items[0].id
    const session = idsOf(mine.page, "/end-session")[0]!
    const attempts: ReadonlyArray<readonly [Browser, string, string, string]> = [
      // without the form's token, with another session's, from another site, with none
      [mine.browser, "", url, "no token"],
      [mine.browser, foreign, url, "another session's"],
      [mine.browser, own.slice(1), url, "a part of it"],
      [mine.browser, own, "https://evil.test", "from another site"]
    ]
    for (const [browser, form, from, name] of attempts) {
      for (const [to, fields] of [
        [url, { label: "x", days: "7" }],
        [`${world.origin}/app/~/delete-token`, { id }],
        [`${world.origin}/app/~/end-session`, { id: session }]
      ] as const) {
        expect((await browser.post(to, { form, ...fields }, from)).status, `${name} ${to}`).toBe(403)
      }
    }
    expect((await makeBrowser().post(`${world.origin}/app/~/delete-token`, { form: own, id }, url)).status).toBe(401)
    // of somebody else nothing can be deleted or ended
    await theirs.browser.post(`${world.origin}/app/~/delete-token`, { form: foreign, id }, url)
    await theirs.browser.post(`${world.origin}/app/~/end-session`, { form: foreign, id: session }, url)
    expect((await mine.browser.get(url)).status).toBe(200)
    expect((await victim.client.get("/v1/user/tokens")).body.items.map((one: any) => one.id)).toEqual([id])
  })

  it("lists the person's sessions, and ends one of them on every server", async () => {
    const person = await world.member("read")
    const [first, second] = [await signedIn(world, person), await signedIn(world, person)]
    const page = await first.browser.get(first.page.url)
    const ids = idsOf(page, "/end-session")
    expect([ids.length, page.text.match(/This browser/g)?.length]).toEqual([2, 1])
    const current = /This browser.*?name="id" value="([^"]*)"/s.exec(page.text)![1]!
    const form = page.form("/tokens").fields.get("form")!
    const end = (id: string) => first.browser.post(`${world.origin}/app/~/end-session`, { form, id }, page.url)
    const other = ids.find((id) => id !== current)!
    expect(idsOf(await end(other), "/end-session")).toEqual([current])
    expect((await second.browser.get(page.url)).status).toBe(401)
    const out = await end(current)
    expect([new URL(out.url).pathname, first.browser.cookies()]).toEqual(["/app", []])
    expect((await first.browser.get(page.url)).status).toBe(401)
  })

  it("names the browser and the system of each session, and keeps nothing else of what a browser says", async () => {
    const person = await world.member("read")
    const secret = "<b>Build/TP1A.220624.014</b>"
    const phone = `Mozilla/5.0 (Linux; Android 14; ${secret}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36`
    await signedIn(world, person, phone)
    await signedIn(world, person, "some program")
    const { page } = await signedIn(
      world,
      person,
      "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"
    )
    const titles = [...page.text.matchAll(/<strong>([^<]*)<\/strong>(?: <span class="here">|<p class="when">)/g)]
    expect(titles.map(([, title]) => title).slice(-3)).toEqual([
      "Firefox on Linux",
      "API token test",
      "Chrome on Android"
    ])
    expect(page.text).not.toContain("TP1A")
    const rows = await world.operate(
      Effect.orDie(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM sessions WHERE user_id = ${person.id}`)
      )
    )
    expect(JSON.stringify(rows)).not.toMatch(/TP1A|Mozilla|some program/)
  })

  it("is closed to sessions of tokens that may not make tokens", async () => {
    const person = await world.member("edit")
    const narrow = await person.client.post("/v1/user/tokens", { label: "narrow", scopes: ["space:read"] })
    const { browser, page } = await signedIn(world, narrow.body)
    expect(page.status).toBe(403)
    const session = browser.cookies()[0]!
    expect(session.name).toBe("octavo-session")
  })

  it("is valid HTML", async () => {
    const { browser, page } = await signedIn(world, await world.member("read"))
    const pages = [page, await browser.submit(page, { label: "a", days: "7" }, "/tokens")]
    pages.push(await browser.submit(page, { label: "" }, "/tokens"))
    const validator = new HtmlValidate({
      extends: ["html-validate:recommended", "html-validate:document"],
      rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off" }
    })
    const reports = await Promise.all(pages.map(({ text }) => validator.validateString(text)))
    const found = reports.flatMap(({ results }) => results.flatMap(({ messages }) => messages))
    expect(found.map(({ message, ruleId }) => `${ruleId}: ${message}`)).toEqual([])
  })
})

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const violations = async (page: Page) => {
  await page.evaluate(axe)
  return page.evaluate<ReadonlyArray<string>>(
    'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + " " + v.nodes.map((n) => n.html.slice(0, 200)).join(" ")))'
  )
}

const executable = findChromium()
if (executable === undefined)
  console.warn("SKIPPED: there is no Chromium here, so the page of tokens is not opened in one")

describe.skipIf(executable === undefined)("In Chromium, the page of API tokens", () => {
  let world: World
  let chromium: Chromium
  beforeAll(async () => {
    world = await startWorld(sqlite)
    chromium = await launchChromium(executable!)
  })
  afterAll(async () => {
    await chromium?.close()
    await world?.stop()
  })

  it.each(["light", "dark"] as const)("works, fits and is accessible: %s", async (colorScheme) => {
    const page = await chromium.newPage({ colorScheme })
    const problems: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("401")) {
        problems.push(`${message.text()} ${message.location().url}`)
      }
    })
    const look = async (name: string) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        if (await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")) {
          problems.push(`${name} is wider than ${width}`)
        }
        await takePicture(page, `${name}-${width}-${colorScheme}`)
        problems.push(...(await violations(page)).map((one) => `${name} at ${width}: ${one}`))
      }
    }
    await page.goto(`${world.origin}${path}`)
    await page.getByLabel("API token").fill((await world.member("edit")).token)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByLabel("What it is for").fill("Build server")
    await page.getByLabel("Ends after").selectOption("365")
    await page.getByRole("button", { name: "Create token" }).click()
    await page.getByRole("status").waitFor()
    await page.getByLabel("Delete the token test").click()
    await look("tokens")
    await page.getByLabel("Delete the token Build server").click()
    const sure = page.getByRole("listitem").filter({ hasText: "Build server" })
    await sure.getByRole("button", { name: "Delete for good" }).click()
    await page.getByRole("status").waitFor({ state: "detached" })
    await page.getByText("Build server").waitFor({ state: "detached" })
    expect(problems).toEqual([])
    await page.close()
  })
})
