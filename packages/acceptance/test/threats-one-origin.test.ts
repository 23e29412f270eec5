/** Sites and application on one origin (`threats.md` 62): what a script that ran in a page of a site could ask for. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { tokenRequest } from "../src/authorize.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("A script in a page of a site on the application's origin", (store) => {
  let world: World
  let cookie: string
  beforeAll(async () => {
    world = await startWorld(store)
    const signed = await fetch(`${world.origin}/app/~/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: world.origin },
      body: new URLSearchParams({ token: world.admin.token, to: "" })
    })
    const line = signed.headers.get("set-cookie")!
    // neither to be read by scripts, nor sent to sites
    expect(line).toMatch(/; Path=\/app; HttpOnly; SameSite=Lax$/)
    cookie = line.split(";")[0]!
  })
  afterAll(() => world.stop())

  const asked = (path: string, headers: Record<string, string>, body?: URLSearchParams) =>
    fetch(`${world.origin}${path}`, {
      redirect: "manual",
      headers: { cookie, "sec-fetch-site": "same-origin", ...headers },
      ...(body === undefined ? {} : { method: "POST", body })
    })
  const pages = ["/app/~/tokens", `/app/~/authorize?${tokenRequest().asked}`]

  it("reads no page of the session: none is for scripts or frames", async () => {
    for (const path of pages) {
      const own = await asked(path, { "sec-fetch-dest": "document" })
      const text = await own.text()
      expect([own.status, /name="form" value="[^"]+"/.test(text)], path).toEqual([200, true])
      // a window that a page opens is none of that page's
      expect(own.headers.get("cross-origin-opener-policy"), path).toBe("noopener-allow-popups")
      expect(own.headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'")
      for (const dest of ["empty", "iframe", "frame", "object", "embed", "script", "image", "worker"]) {
        const refused = await asked(path, { "sec-fetch-dest": dest })
        const answer = await refused.text()
        expect([refused.status, answer.includes(world.admin.email)], `${path} ${dest}`).toEqual([401, false])
        expect(answer).not.toMatch(/name="form"/)
      }
    }
  })

  it("sends no form as the person, with or without the mark of one", async () => {
    const own = await asked("/app/~/tokens", { "sec-fetch-dest": "document" })
    const form = /name="form" value="([^"]+)"/.exec(await own.text())![1]!
    const before = (await world.api.get("/v1/user/tokens")).body.count
    for (const dest of ["empty", "iframe"]) {
      const headers = { origin: world.origin, "sec-fetch-dest": dest }
      const made = await asked("/app/~/tokens", headers, new URLSearchParams({ form, label: "stolen", days: "" }))
      expect([made.status, (await made.text()).includes("oct_")], dest).toEqual([401, false])
    }
    expect((await world.api.get("/v1/user/tokens")).body.count).toBe(before)
  })

  it("is nobody at the API: that looks at no cookie", async () => {
    for (const path of ["/v1/user", "/v1/orgs", "/v1/user/tokens"]) {
      expect((await asked(path, { "sec-fetch-dest": "empty" })).status, path).toBe(401)
    }
  })
})
