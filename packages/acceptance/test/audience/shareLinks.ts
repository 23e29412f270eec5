import { describe, expect, it } from "vitest"
import { shapeOf } from "../../src/client.ts"
import { type Audience, secretPage } from "./given.ts"

export const shareLinks = (given: Audience): void => {
  describe("share links", () => {
    it("12: without a key the site is like one that never was, at every address", async () => {
      const { addresses, ask, kept, newLink, newSite } = given()
      const { api, root } = await newSite("share-link")
      const link = await newLink(api)
      const cookie = kept(await ask(link.path))
      const nowhere = `/sites/${root.slice(7, -1).replace(/[a-z]/g, "q")}/`
      for (const path of await addresses(root, cookie)) {
        for (const headers of [{}, { accept: "text/markdown" }, { range: "bytes=0-1" }]) {
          expect(shapeOf(await ask(root + path, undefined, headers)), path).toEqual(
            shapeOf(await ask(nowhere + path, undefined, headers))
          )
        }
      }
    })

    it("let in by the URL, then by a cookie of the site alone, and nothing of it is kept for others (threat: cache leaks)", async () => {
      const { addresses, ask, cookiesOf, kept, newLink, newSite } = given()
      const { api, root } = await newSite("share-link")
      const link = await newLink(api)
      expect(link.path).toBe(`${root}${link.key}/`)
      for (const path of [`${link.path}guides/start`, `${root}guides/start?shareKey=${link.key}`]) {
        const first = await ask(path)
        expect([first.status, first.text.includes(secretPage)], path).toEqual([200, true])
        expect(first.text).not.toContain(link.key)
        expect(cookiesOf(first)).toEqual([
          `octavo-share=${link.key}; Max-Age=2592000; Path=${root.slice(0, -1)}; HttpOnly; SameSite=Lax`
        ])
        expect(first.headers.get("cache-control")).toBe("private, no-cache")
        const second = await ask(`${root}guides/start`, kept(first))
        expect([second.status, second.text === first.text, cookiesOf(second)]).toEqual([200, true, []])
      }
      const cookie = `octavo-share=${link.key}`
      for (const path of await addresses(root, cookie)) {
        for (const headers of [{}, { accept: "text/markdown" }]) {
          const answer = await ask(root + path, cookie, headers)
          expect(answer.headers.get("cache-control"), path).toMatch(/^private, no-(?:cache|store)$|^no-store$/)
          expect(answer.headers.get("x-robots-tag"), path).toBe("noindex")
          expect(answer.headers.get("vary"), path).toContain("cookie")
          expect((await ask(root + path, undefined, headers)).status, path).toBe(404)
        }
      }
      // the site's own root, written either way, is in the cookie's path
      expect((await ask(root.slice(0, -1), cookie)).status).toBe(200)
    })

    it("12: guesses, near misses, keys of other sites and doubled parameters let nobody in", async () => {
      const { ask, newLink, newSite, world } = given()
      const { api, root } = await newSite("share-link")
      const { key } = await newLink(api)
      const other = await newLink((await newSite("share-link")).api)
      const absent = shapeOf(await ask(`${root}none`))
      const last = key.at(-1) === "a" ? "b" : "a"
      for (const guess of [
        "",
        key.slice(0, -1),
        `${key}a`,
        key.slice(0, -1) + last,
        key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase(),
        "0".repeat(22),
        other.key,
        "%00",
        "..%2f",
        "x".repeat(4000)
      ]) {
        const nowhere = `/sites/${"q".repeat(20)}/`
        for (const [path, cookie] of [
          [`${guess}/guides/start`],
          [`guides/start?shareKey=${guess}`],
          ["guides/start", `octavo-share=${guess}`]
        ] as const) {
          expect(shapeOf(await ask(root + path, cookie)), guess).toEqual(shapeOf(await ask(nowhere + path, cookie)))
        }
      }
      expect(shapeOf(await ask(`${root}?shareKey=${key}&shareKey=${key}`))).toEqual(absent)
      expect(shapeOf(await ask(`${root}?shareKey=${other.key}&shareKey=${key}`))).toEqual(absent)
      for (const url of [`${root}${other.key}/`, `${root}?shareKey=${key}&shareKey=${key}`, root]) {
        const answer = await world.api.post("/v1/urls/published", { url: world.origin + url })
        expect(answer.status, url).toBe(404)
      }
    })

    it("5: a link that is turned off, deleted, or whose site goes down, lets nobody in from then on", async () => {
      const { ask, newLink, newSite, world } = given()
      const { api, root } = await newSite("share-link")
      const [first, second] = [await newLink(api), await newLink(api)]
      const reads = async (link: typeof first) => [
        (await ask(link.path)).status,
        (await ask(root, `octavo-share=${link.key}`)).status,
        (await world.api.post("/v1/urls/published", { url: world.origin + link.path })).status
      ]
      expect([await reads(first), await reads(second)]).toEqual([
        [200, 200, 200],
        [200, 200, 200]
      ])
      await world.api.patch(`${api}/share-links/${first.id}`, { active: false })
      expect([await reads(first), await reads(second)]).toEqual([
        [404, 404, 404],
        [200, 200, 200]
      ])
      await world.api.patch(`${api}/share-links/${first.id}`, { active: true })
      expect(await reads(first)).toEqual([200, 200, 200])
      await world.api.delete(`${api}/share-links/${first.id}`)
      expect(await reads(first)).toEqual([404, 404, 404])
      await world.api.post(`${api}/unpublish`)
      expect(await reads(second)).toEqual([404, 404, 404])
      await world.api.post(`${api}/publish`)
      await world.api.patch(api, { visibility: "visitor-auth" })
      expect(await reads(second)).toEqual([403, 403, 404])
      // links are good for a site that opens to everybody
      await world.api.patch(api, { visibility: "public" })
      expect(await reads(second)).toEqual([200, 200, 200])
      await world.api.patch(api, { visibility: "share-link" })
      expect((await ask(root)).status).toBe(404)
    })

    it("with `shareKey`, reads of the API answer URLs that the key opens; another key changes nothing", async () => {
      const { ask, fresh, newLink, newSite, sample, world } = given()
      const own = await world.space("Shared")
      const page = { operation: "insert_page", slug: "here", document: { markdown: "# Here\n" } }
      await world.api.post(`/v1/spaces/${own}/content`, { changes: [page] })
      const sites = `/v1/orgs/${world.organization}/sites`
      const { body } = await world.api.post(sites, {
        title: fresh("Shared"),
        visibility: "share-link",
        spaces: [own]
      })
      const api = `${sites}/${body.id}`
      const published = (await world.api.post(`${api}/publish`)).body.urls.published as string
      const { items } = (await world.api.get(`${api}/site-spaces`)).body
      const destination = { kind: "site-space", siteSpaceId: items[0].id }
      await world.api.post(`${api}/redirects`, { source: "/old", destination })
      const link = await newLink(api)
      const other = await newLink((await newSite("share-link")).api)
      const reads: ReadonlyArray<readonly [path: string, url: (answer: any) => string]> = [
        [`/v1/spaces/${own}?`, ({ urls }) => urls.published],
        [`${api}/published?`, ({ site }) => site.urls.published],
        [`${api}/structure?`, ({ structure }) => structure[0].urls.published],
        [`${api}/site-spaces?`, ({ items: [one] }) => one.urls.published],
        [`${api}/redirect?source=/old&`, ({ target }) => target]
      ]
      const check = async (key: string, expected: string) => {
        for (const [path, url] of reads) {
          const answer = await world.api.get(`${path}shareKey=${key}`)
          expect([path, answer.status, url(answer.body)]).toEqual([path, 200, expected])
        }
      }
      await check(link.key!, `${published}${link.key}/`)
      expect((await ask(new URL(`${published}${link.key}/`).pathname)).text).toContain("Here")
      await check(other.key!, published)
      await check("", published)
      // sections too
      await world.api.post(`${api}/sections`, { spaceId: sample.space, title: "More" })
      const sections = await world.api.get(`${api}/sections?shareKey=${link.key}`)
      expect(sections.body.items.map((one: any) => one.urls.published)).toEqual([
        `${published}${link.key}/`,
        `${published}${link.key}/${sections.body.items[1].path}/`
      ])
      await world.api.patch(`${api}/share-links/${link.id}`, { active: false })
      expect((await world.api.get(`/v1/spaces/${own}?shareKey=${link.key}`)).body.urls.published).toBe(published)
    })

    it("are what a renderer resolves, and its token reads the site until the link ends (threats: stale authority, token misuse)", async () => {
      const { newLink, newSite, sample, world } = given()
      const { api, id, root } = await newSite("share-link")
      const link = await newLink(api)
      const { body } = await world.api.post("/v1/urls/published", { url: `${world.origin}${link.path}guides/start` })
      expect(body).toMatchObject({
        site: id,
        space: sample.space,
        pathname: "/guides/start",
        basePath: link.path,
        siteBasePath: link.path,
        shareKey: link.key
      })
      expect(body.canonicalUrl).toBe(`${world.origin}${root}guides/start`)
      const reader = world.api.as(body.apiToken)
      const reads = async () => [
        (await reader.get(`/v1/spaces/${sample.space}`)).status,
        (await reader.get(`${api}/published`)).status,
        (await reader.get(`${api}/share-links`)).status,
        (await reader.get(`${api}/publishing/auth`)).status
      ]
      expect(await reads()).toEqual([200, 200, 403, 403])
      await world.api.patch(`${api}/share-links/${link.id}`, { active: false })
      expect(await reads()).toEqual([404, 404, 404, 404])
      expect(world.logs.join("\n")).not.toContain(link.key)
    })
  })
}
