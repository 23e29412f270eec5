/** Unlisted sites, previews, sites that close, and what is not there for this reader. */
import { HtmlValidate } from "html-validate"
import { expect, it } from "vitest"
import { type Answer, rawRequest } from "../../src/client.ts"
import { signed } from "../../src/visitorToken.ts"
import type { Audience } from "./given.ts"

export const visibility = (given: Audience): void => {
  it("unlisted sites are open to people and closed to robots, at every address (threat: hidden content listed)", async () => {
    const { addresses, ask, newSite } = given()
    const open = await newSite("public")
    const unlisted = await newSite("unlisted")
    for (const path of await addresses(unlisted.root)) {
      const answer = await ask(unlisted.root + path)
      expect(answer.headers.get("x-robots-tag"), path).toBe("noindex")
      // a page that was answered before is written by another lane
      expect((await ask(unlisted.root + path)).headers.get("x-robots-tag"), path).toBe("noindex")
      if (path === "" || path === "guides/start") {
        expect(answer.text).toContain('<meta name="robots" content="noindex">')
        const other = await ask(open.root + path)
        expect(other.headers.get("x-robots-tag")).toBeNull()
        expect(other.text).not.toContain("noindex")
      }
    }
    expect((await ask(`${unlisted.root}robots.txt`)).text).toContain("Disallow: /")
    expect((await ask(`${unlisted.root}sitemap.xml`)).status).toBe(404)
    expect((await ask(`${open.root}sitemap.xml`)).status).toBe(200)
    expect((await ask(open.root)).headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
  })

  it("members see a preview: unpublished, with drafts, as a visitor, for as long as they are members", async () => {
    const { addresses, ask, cookiesOf, newSite, world } = given()
    const { api, root } = await newSite("share-link")
    await world.api.post(`${api}/unpublish`)
    const draft = (await world.api.post(`${api}/site-spaces`, { spaceId: await world.space("Plans"), draft: true }))
      .body
    const member = await world.member("read")
    const begin = async (query = "") => {
      const { body } = await member.client.get(`${api}/publishing/preview${query}`)
      expect(body.url).toContain(`${root}~preview/`)
      return new URL(body.url).pathname
    }
    const start = await begin("?target=guides/start")
    const token = start.slice(`${root}~preview/`.length).split("/")[0]!
    const preview = `${root}~preview/${token}/`
    expect(start).toBe(`${preview}guides/start`)
    const page = await ask(start)
    expect([
      page.status,
      page.headers.get("cache-control"),
      page.headers.get("x-robots-tag"),
      page.headers.get("referrer-policy")
    ]).toEqual([200, "private, no-cache", "noindex", "strict-origin"])
    // what lets in is the address, and nothing that a browser would send elsewhere
    expect(cookiesOf(page)).toEqual([])
    expect((await ask(`${root}guides/start`)).status).toBe(404)
    // all that the page leads to, and loads, is of the preview
    for (const path of await addresses(preview)) {
      const answer = await ask(preview + path)
      if (path !== "~logout") expect(cookiesOf(answer), path).toEqual([])
      expect(answer.text, path).not.toMatch(new RegExp(`(?:href|src)="${root}(?!~preview/)`))
    }
    expect(await begin(`?siteSpace=${draft.id}`)).toMatch(new RegExp(`/${draft.path}$`))
    // a published, public site at hand does not stand in the way, and draft=false shows what visitors see
    await world.api.patch(api, { visibility: "public" })
    await world.api.post(`${api}/publish`)
    const [with_, without] = [await begin(), await begin("?draft=false")]
    for (let time = 0; time < 2; time++) {
      expect((await ask(root)).text).not.toContain("Plans")
      expect((await ask(with_)).text).toContain("Plans")
      expect((await ask(without)).text).not.toContain("Plans")
    }
    // of another site, forged, or at another address: nothing
    const other = await newSite("public")
    for (const path of [
      `${root}~preview`,
      `${other.root}~preview/${token}`,
      `${root}~preview/${token.slice(0, -1)}x`,
      `${root}~preview/x.y`
    ]) {
      expect((await ask(path)).status, path).toBe(404)
      expect((await ask(`${path}/guides/start`)).status, path).toBe(404)
    }
    for (const query of ["claims=(", "target=..%2F..", "siteSpace=none", "target=//evil.test"]) {
      expect((await member.client.get(`${api}/publishing/preview?${query}`)).status, query).toBe(400)
    }
    await world.api.post(`${api}/unpublish`)
    expect((await ask(with_)).status).toBe(200)
    await world.api.delete(`/v1/orgs/${world.organization}/members/${member.id}`)
    expect((await ask(with_)).status).toBe(404)
    expect((await ask(start)).status).toBe(404)
  })

  it("a page that is at hand is not when its site closes", async () => {
    const { ask, newLink, newSite, world } = given()
    const { api, root } = await newSite("public")
    for (let time = 0; time < 3; time++) expect((await ask(`${root}guides/start`)).status).toBe(200)
    await world.api.patch(api, { visibility: "share-link" })
    expect((await ask(`${root}guides/start`)).status).toBe(404)
    const { path } = await newLink(api)
    expect((await ask(`${path}guides/start`)).status).toBe(200)
    for (let time = 0; time < 3; time++) expect((await ask(`${root}guides/start`)).status).toBe(404)
    await world.api.patch(api, { visibility: "public" })
    expect((await ask(`${root}guides/start`)).status).toBe(200)
  })

  it("what is not there, or not for this reader, is one page in a browser and one error for programs", async () => {
    const { ask, newSite, world } = given()
    const { root } = await newSite("share-link")
    const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
    const seen = ({ headers, status, text }: Answer) => [status, headers.get("content-type"), headers.get("vary"), text]
    const hidden = seen(await ask(root, undefined, browser))
    for (const path of ["/sites/nothing-of-this-name/", `${root}guides/start`, "/elsewhere"]) {
      expect(seen(await ask(path, undefined, browser)), path).toEqual(hidden)
    }
    expect(hidden.slice(0, 3)).toEqual([404, "text/html; charset=utf-8", "accept"])
    const { results } = await new HtmlValidate({
      extends: ["html-validate:recommended", "html-validate:document"]
    }).validateString(String(hidden[3]))
    expect(results).toEqual([])
    for (const [path, headers] of [
      [root, { accept: "application/json" }],
      [root, {}],
      ["/sites/nothing-of-this-name/", { accept: "*/*" }],
      ["/v1/nothing", { accept: "application/json" }]
    ] as const) {
      const { body, status } = await ask(path, undefined, headers)
      expect([path, status, body.error.code]).toEqual([path, 404, 404])
    }
    expect(seen(await ask("/v1/nothing", undefined, browser)).slice(0, 2)).toEqual([404, "text/html; charset=utf-8"])
    // the root of a site's own host is no door to the installation's first page
    const gone = await rawRequest(world.origin, "/", { headers: { host: "docs.gone.example", ...browser } })
    expect([gone.status, gone.body.toString()]).toEqual([404, hidden[3]])
    const own = await rawRequest(world.origin, "/", { headers: browser })
    expect([own.status, own.body.toString()]).toEqual([200, expect.stringContaining("What is published here")])
  })

  it("frames, scripts and forms of other sites get nothing (threats: stored scripts, requests across sites)", async () => {
    const { ask, keyOf, newSite, sample } = given()
    const { api, root } = await newSite("visitor-auth")
    const cookie = `octavo-visitor=${signed(await keyOf(api), {})}`
    const page = await ask(root, cookie, { origin: "https://evil.test" })
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self'")
    expect(page.headers.get("access-control-allow-origin")).toBeNull()
    const door = await ask(root)
    expect(door.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    // cookies of a site say nothing to the API
    expect((await ask(`/v1/spaces/${sample.space}`, cookie)).status).toBe(401)
  })
}
