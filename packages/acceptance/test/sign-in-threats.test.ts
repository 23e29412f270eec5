/** What strangers can do where people sign in (threats: strangers make work, addresses resolved late); 59 is in `packages/saml`, 65 with the stories of sessions. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { tokenRequest } from "../src/authorize.ts"
import { makeBrowser } from "../src/browse.ts"
import { type IdentityProvider, startIdentityProvider } from "../src/identityProvider.ts"
import { makeReview, type Review } from "../src/review.ts"
import { everyRow } from "../src/rows.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Where people sign in", (store) => {
  let world: World
  let review: Review
  let provider: string
  let idp: IdentityProvider

  beforeAll(async () => {
    world = await startWorld(store)
    review = await makeReview(world)
    idp = await startIdentityProvider()
    const made = await world.api.post(`/v1/orgs/${world.organization}/saml`, {
      label: "Okta",
      ...idp.settings
    })
    provider = `/saml/${made.body.id}`
  })
  afterAll(async () => {
    await idp?.close()
    await world?.stop()
  })

  const app = (path: string) => `${world.origin}/app/~${path}`
  const ask = (path: string) => () => makeBrowser().ask(app(path))
  const post = (path: string, body: () => Readonly<Record<string, string>>) => () =>
    makeBrowser().post(app(path), body(), world.origin, false)

  /** Every door, as somebody knocks who is nobody. */
  const doors: Readonly<Record<string, () => Promise<{ readonly status: number }>>> = {
    "the page, 401": ask("/sign-in"),
    "the page of an organization, 200": () => ask(`/sign-in?organization=${world.organization}`)(),
    "an address, 401": post("/sign-in", () => ({ email: "nobody@octavo.test", to: "" })),
    "an address of no form, 401": post("/sign-in", () => ({ email: "%@%", to: "" })),
    "a mail for nobody, 303": post("/sign-in-mail", () => ({ email: "nobody@octavo.test", to: "" })),
    "a token that is none, 401": post("/sign-in", () => ({ token: `oct_${"x".repeat(43)}`, to: "" })),
    "a link that is none, 403": ask("/sign-in-link?token=a.b"),
    "the button of a link that is none, 403": post("/sign-in-link", () => ({ token: "a.b" })),
    "a provider's start, 303": () => ask(`${provider}/start`)(),
    "a provider's data, 200": () => ask(provider)(),
    "a provider's answer, 400": () => post(`${provider}/acs`, () => ({ SAMLResponse: "PHg+", RelayState: "" }))(),
    "the end of a sign-in, 401": ask("/finish?code=a.b"),
    "a program, 401": () => ask(`/authorize?${tokenRequest().asked}`)(),
    "a program's code, 400": post("/token", () => ({
      ...{ grant_type: "authorization_code", code: "a.b", redirect_uri: "urn:ietf:wg:oauth:2.0:oob" },
      code_verifier: "v".repeat(43)
    })),
    "the way out, 303": post("/sign-out", () => ({}))
  }

  /** Rows that knocking often leaves or changes, by table. */
  const left = async (knock: () => Promise<{ readonly status: number }>) => {
    const before = await everyRow(world.config)
    const statuses = new Set<number>()
    for (let i = 0; i < 20; i++) statuses.add((await knock()).status)
    const more = Object.entries(await everyRow(world.config)).map(([table, rows]) => [
      table,
      rows.filter((row) => before[table]?.includes(row) !== true).length
    ])
    return { statuses: [...statuses], rows: Object.fromEntries(more.filter(([, count]) => count !== 0)) }
  }

  it.each(Object.keys(doors))(
    "strangers leave nothing in the store, however often they knock (threat: strangers make work): %s",
    async (door) => {
      expect(await left(doors[door]!)).toEqual({ statuses: [Number(door.split(", ").at(-1))], rows: {} })
    }
  )

  it("a known address gets one mail, however often strangers ask (threat: strangers make work)", async () => {
    const { email } = await world.member("read")
    const { rows, statuses } = await left(post("/sign-in-mail", () => ({ email, to: "" })))
    expect([statuses, rows["mails"]]).toEqual([[303], 1])
  })

  const evil = [
    ...["https://evil.test/", "//evil.test", "/\\evil.test", "\\\\evil.test", "/v1/user", "javascript:alert(1)"],
    ...["https:evil.test", "http:/app/../x", "/app/s/../../x", "/app/s/%2e%2e/%2E./v1/user", "/app/s/..//evil.test"],
    ...[
      "/app/s/../~/sign-out",
      "/app/s/\t/../../x",
      "/app/s/\n",
      "/app/~/authorize/../sign-out?",
      "",
      "%00",
      "/app/s/ü"
    ]
  ]
  /** Ways in with where somebody wants to go; those through providers are in the tests of each. */
  const ways: Readonly<Record<string, (to: string) => Promise<string>>> = {
    "with a token": async (to) => {
      const answer = await makeBrowser().post(app("/sign-in"), { token: world.admin.token, to }, world.origin, false)
      expect(answer.status).toBe(303)
      return new URL(answer.headers.get("location")!, answer.url).href
    },
    "by mail": async (to) => {
      const person = await world.member("read")
      const before = world.logs.length
      const browser = makeBrowser()
      await browser.post(app("/sign-in-mail"), { email: person.email, to }, world.origin)
      const link = () =>
        world.logs
          .slice(before)
          .flatMap((line) => /http[^"\s]+\/~\/sign-in-link\?token=[\w.-]+/.exec(line)?.[0] ?? [])[0]
      for (let i = 0; i < 500 && link() === undefined; i++) await new Promise((resolve) => setTimeout(resolve, 20))
      const there = await browser.submit(await browser.get(link()!), {}, "/sign-in-link", false)
      expect(there.status).toBe(303)
      return new URL(there.headers.get("location")!, there.url).href
    }
  }

  it.each(Object.keys(ways))(
    "nobody is led elsewhere, whatever is asked (threat: addresses resolved late): %s",
    async (way) => {
      for (const to of evil) expect([to, await ways[way]!(to)]).toEqual([to, `${world.origin}/app`])
      expect(await ways[way]!(new URL(review.url).pathname)).toBe(review.url)
    }
  )
})
