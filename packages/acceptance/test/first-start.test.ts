/** How people begin without a terminal: the page that sets an installation up, and addresses that sign in once. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { SetUp } from "@octavo/core/content/set-up/SetUp"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Effect } from "effect"
import { HtmlValidate } from "html-validate"
import type { Browser as Chromium, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeBrowser } from "../src/browse.ts"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { octavo } from "../src/command.ts"
import { type Database, onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { configOf, listen, startWorld, type World, type WorldConfig } from "../src/world.ts"

/** A server on a store without an organization. */
const startEmpty = async (database: Database, more: Partial<WorldConfig> = {}) => {
  const { close, origin, server } = await listen({ ...configOf(database), ...more })
  const services = await Effect.runPromise(server.ready)
  const run = <A>(effect: Effect.Effect<A, unknown, SetUp | Organizations | CurrentActor>) =>
    Effect.runPromise(
      effect.pipe(Effect.provideService(CurrentActor, operator), Effect.provideContext(services), Effect.orDie)
    )
  return {
    origin,
    close,
    /** What `octavo serve` tells in its log. */
    address: () => run(Effect.flatMap(SetUp, ({ address }) => address)) as Promise<string>,
    titles: () =>
      run(
        Effect.flatMap(Organizations, ({ list }) =>
          Effect.map(list({}), ({ items }) => items.map(({ title }) => title))
        )
      )
  }
}

const ada = { organization: "Acme", name: "Ada", email: "ada@acme.test" }
const bob = { organization: "Other", name: "Bob", email: "bob@acme.test" }

const onFreshStore = async (store: Store, story: (database: Database) => Promise<void>) => {
  const database = await store.fresh()
  try {
    await story(database)
  } finally {
    await database.drop()
  }
}

onBothStores("The first start", (store) => {
  it("makes one organization, of two servers and two browsers, and signs in who was first", () =>
    onFreshStore(store, async (database) => {
      const servers = [await startEmpty(database), await startEmpty(database)]
      const [one, two] = servers as [(typeof servers)[0], (typeof servers)[0]]
      const front = await makeBrowser().get(`${one.origin}/`)
      expect(front.text).toContain('href="/app">Set up Octavo')
      const app = await makeBrowser().get(`${one.origin}/app`)
      expect([app.status, app.text]).toEqual([200, expect.stringContaining("an address with a key into its log")])
      expect(app.text).not.toContain("<form")

      const typed = { organization: 'A "<b>', name: "", email: "ada" }
      const browsers = [makeBrowser(), makeBrowser()]
      const page = await browsers[0]!.get(await one.address())
      const wrong = await browsers[0]!.submit(page, typed)
      expect([wrong.status, browsers[0]!.cookies()]).toEqual([400, []])
      expect(wrong.form().fields.get("organization")).toBe(typed.organization)
      expect(wrong.text).toContain('value="A &quot;&lt;b&gt;"')
      expect(wrong.text).toContain("2 fields need another answer")
      expect(await one.titles()).toEqual([])
      expect((await makeBrowser().post(page.url.split("?")[0]!, ada, "https://evil.test")).status).toBe(403)

      // a key of the other server is as good
      const forms = [wrong, await browsers[1]!.get((await one.address()).replace(one.origin, two.origin))]
      const answers = await Promise.all(
        forms.map((form, i) => browsers[i]!.submit(form, i === 0 ? ada : bob, "/set-up"))
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const winner = answers.findIndex(({ status }) => status === 200)
      expect([new URL(answers[winner]!.url).pathname, await one.titles()]).toEqual([
        "/app",
        [[ada, bob][winner]!.organization]
      ])
      expect(answers[winner]!.text).toContain(`You are signed in as ${[ada, bob][winner]!.name}`)
      expect(browsers.map((browser) => browser.cookies().length)).toEqual(winner === 0 ? [1, 0] : [0, 1])
      expect(answers[1 - winner]!.text).toContain("nothing of yours was added")

      const after = await makeBrowser().get(page.url)
      expect([after.status, after.text]).toEqual([404, expect.stringContaining("This installation is set up")])
      expect((await makeBrowser().get(`${two.origin}/`)).text).not.toContain("Set up Octavo")
      expect((await makeBrowser().get(`${two.origin}/app`)).status).toBe(401)
      for (const { close } of servers) await close()
    }))

  it("ends guesses of its key, and counts no wrong answers in the form (threats: share key guessing, first come, first served)", () =>
    onFreshStore(store, async (database) => {
      const limit = 3
      const server = await startEmpty(database, { rateLimits: undefined, triesLimit: limit })
      const browser = makeBrowser()
      const address = await server.address()
      const page = await browser.get(address)
      for (let i = 0; i <= limit; i++) expect((await browser.submit(page, { ...ada, email: "ada" })).status).toBe(400)
      for (let i = 0; i < limit; i++) {
        const guess = `${address.slice(0, -4)}${1000 + i}`
        const form = { ...ada, key: new URL(guess).searchParams.get("key")! }
        const tried = i === 0 ? await browser.get(guess) : await browser.submit(page, form)
        expect([tried.status, tried.text]).toEqual([403, expect.stringContaining("This key is not good")])
      }
      // the right one is no exception: else there would be no end of guesses
      expect([(await browser.get(address)).status, (await browser.submit(page, ada)).status]).toEqual([429, 429])
      expect(await server.titles()).toEqual([])
      await server.close()
    }))
})

onBothStores("octavo user link", (store) => {
  let world: World
  const link = (person: string, ...flags: ReadonlyArray<string>) =>
    octavo(["user", "link", person, "--database", world.database.url, ...flags], { data: world.database.directory })
  beforeAll(async () => {
    world = await startWorld(store)
  })
  afterAll(() => world.stop())

  it("prints an address that signs in once, while the server runs", async () => {
    const reader = await world.member("read")
    const made = await link(reader.email.toUpperCase(), "--url", world.origin, "--json")
    expect([made.code, made.stderr]).toEqual([0, ""])
    const { expiresAt, url, user } = JSON.parse(made.stdout)
    expect([user.id, user.email, new URL(url).origin]).toEqual([reader.id, reader.email, world.origin])
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    const browser = makeBrowser()
    const page = await browser.get(url)
    expect(page.text).toContain(`This link signs you in as ${reader.email}`)
    expect((await makeBrowser().get(url)).status).toBe(200)
    const there = await browser.submit(page, {}, "/sign-in-link")
    expect([there.status, new URL(there.url).pathname]).toEqual([200, "/app"])
    expect(there.text).toContain(reader.email)
    const again = await makeBrowser().submit(page, {}, "/sign-in-link")
    expect(again.status).toBe(403)
    const { body } = await world.api.get(`/v1/orgs/${world.organization}/audit-events?target=${reader.id}`)
    expect(body.items.map(({ action, actor }: any) => [action, actor.type])).toEqual(
      expect.arrayContaining([
        ["session.link", "system"],
        ["session.start", "user"]
      ])
    )
  })

  it("says for whom in lines, by id too, and where it takes the server to be", async () => {
    const reader = await world.member("read")
    const { code, stderr, stdout } = await link(reader.id)
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("taken to be at http://localhost:4000: say --url (OCTAVO_URL)")
    ])
    expect(stdout).toMatch(
      new RegExp(`^For +.*<${reader.email}>\nAddress +http://localhost:4000/app/\\S+\nEnds +2\\S+`)
    )
  })

  it("refuses in one line who is unknown, was removed, or comes in another way alone", async () => {
    const removed = await world.member("read")
    await world.api.request("DELETE", `/v1/orgs/${world.organization}/members/${removed.id}`)
    const elsewhere = await world.member("read")
    const sso = await world.api.request("POST", `/v1/orgs/${world.organization}/members/${elsewhere.id}/sso`)
    expect(sso.status).toBeLessThan(300)
    for (const [person, words] of [
      ["nobody@octavo.test", "There is no user"],
      [removed.email, "is in no organization"],
      [elsewhere.email, "single sign-on alone"]
    ] as const) {
      const { code, stderr, stdout } = await link(person, "--url", world.origin)
      expect([code, stdout, stderr.split("\n").length]).toEqual([1, "", 2])
      expect(stderr).toContain(words)
    }
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
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here, so nobody sets Octavo up in one")

describe.skipIf(executable === undefined)("In Chromium, the first start", { timeout: 120_000 }, () => {
  let chromium: Chromium
  beforeAll(async () => {
    chromium = await launchChromium(executable!)
  }, 120_000)
  afterAll(() => chromium?.close())

  it.each(["light", "dark"] as const)("is a page that fits and is accessible: %s", (colorScheme) =>
    onFreshStore(sqlite, async (database) => {
      const server = await startEmpty(database)
      const context = await chromium.newContext({ colorScheme })
      const page = await context.newPage()
      const problems: Array<string> = []
      const look = async (name: string) => {
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 })
          if (await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")) {
            problems.push(`${name} is wider than ${width}`)
          }
          await takePicture(page, `set-up-${name}-${width}-${colorScheme}`)
          problems.push(...(await violations(page)).map((one) => `${name} at ${width}: ${one}`))
        }
      }
      const field = (name: string) => page.getByRole("textbox", { name, exact: true })
      const create = page.getByRole("button", { name: "Create", exact: true })

      await page.goto(`${server.origin}/`)
      await look("front")
      await page.getByRole("link", { name: "Set up Octavo" }).click()
      await page.getByRole("heading", { name: "Set up Octavo", level: 1 }).waitFor()
      await look("without-key")
      const address = await server.address()
      await page.goto(`${address}x`)
      await page.getByRole("alert").getByText("This key is not good").waitFor()
      await look("wrong-key")

      await page.goto(address)
      await page.getByRole("heading", { name: "Set up Octavo", level: 1 }).waitFor()
      await look("form")
      const words = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(5)
      await field("Organization").fill("x")
      await field("Your name").fill(words)
      // what a browser takes, and no mail server
      await field("E-mail address").fill("ada@localhost")
      await create.click()
      await page.getByRole("alert").getByText("3 fields need another answer").waitFor()
      await expect.poll(() => field("Your name").inputValue()).toBe(words)
      await expect.poll(() => field("E-mail address").getAttribute("aria-invalid")).toBe("true")
      await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("organization")
      await look("errors")

      await field("Organization").fill("Acme")
      await field("Your name").fill("Ada")
      await field("E-mail address").fill("ada@acme.test")
      await create.click()
      await page.getByText("You are signed in as Ada (ada@acme.test)").waitFor()
      expect(new URL(page.url()).pathname).toBe("/app")
      await look("landed")
      await page.getByRole("link", { name: "Spaces of Acme" }).click()
      await page.getByRole("link", { name: "Documentation" }).click()
      await page.getByRole("heading", { level: 1 }).first().waitFor()

      await page.goto(address)
      await page.getByRole("heading", { name: "This installation is set up" }).waitFor()
      await look("again")
      expect(problems).toEqual([])
      const validator = new HtmlValidate({
        extends: ["html-validate:recommended", "html-validate:document"],
        rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off" }
      })
      const plain = makeBrowser()
      const sources = await Promise.all(
        ["/", "/app", "/app/~/set-up?key=x"].map((path) => plain.get(server.origin + path))
      )
      const reports = await Promise.all(sources.map(({ text }) => validator.validateString(text)))
      const found = reports.flatMap(({ results }) => results.flatMap(({ messages }) => messages))
      expect(found.map(({ message, ruleId }) => `${ruleId}: ${message}`)).toEqual([])
      await context.close()
      await server.close()
    })
  )
})
