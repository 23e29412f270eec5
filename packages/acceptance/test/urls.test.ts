/** What is behind URLs: content of the installation, and pages of others as they can be embedded. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Behind URLs", (store) => {
  let world: World
  let api: Client
  let provider: Server
  let origin: string
  const asked: Array<string> = []

  const at = (url: string, client = api) => client.get(`/v1/urls/content?url=${encodeURIComponent(url)}`)
  const embed = (url: string, client = api) => client.get(`/v1/urls/embed?url=${encodeURIComponent(url)}`)

  beforeAll(async () => {
    world = await startWorld(store)
    api = world.api
    provider = createServer((request, response) => {
      asked.push(request.url!)
      const html = (head: string) => {
        response.setHeader("content-type", "text/html; charset=utf-8")
        response.end(`<!doctype html><html><head>${head}</head><body>…</body></html>`)
      }
      const json = (body: object) => {
        response.setHeader("content-type", "application/json")
        response.end(JSON.stringify(body))
      }
      const oembed = (path: string) => `<link rel="alternate" type="application/json+oembed" href="${path}">`
      if (request.url === "/article") {
        html(
          '<title>T</title><meta property="og:title" content="An &quot;article&quot;"><link rel="icon" href="/i.png">'
        )
      } else if (request.url === "/video") html(`<title>A video</title>${oembed("/describe?video")}`)
      else if (request.url === "/describe?video") {
        const frame =
          '<iframe src="https://player.test/1" width="640" onload="alert(1)"></iframe><script>alert(1)</script>'
        json({ type: "video", provider_name: "Videos", html: frame })
      } else if (request.url === "/widget") html(`<title>A widget</title>${oembed("/describe?widget")}`)
      else if (request.url === "/describe?widget") json({ html: "<script src=https://evil.test/x.js></script>" })
      else if (request.url === "/moved") {
        response.writeHead(302, { location: "/article" })
        response.end()
      } else {
        response.statusCode = 404
        response.end("none")
      }
    })
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
    origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    provider.close()
    await world.stop()
  })

  describe("content", () => {
    it("is found by URLs of the application and of sites, for those who may read it", async () => {
      const space = await world.space("Lanterns")
      const page = { operation: "insert_page", title: "Wicks & oil", slug: "wicks", document: { markdown: "# Wicks" } }
      await api.post(`/v1/spaces/${space}/content`, { changes: [page] })
      const draft = (await api.post(`/v1/spaces/${space}/change-requests`, { subject: "Draft" })).body
      const site = (await api.post(`/v1/orgs/${world.organization}/sites`, { title: "Lanterns", spaces: [space] })).body
      await api.post(`/v1/orgs/${world.organization}/sites/${site.id}/publish`)
      const collection = (await api.post(`/v1/orgs/${world.organization}/collections`, { title: "Shelf" })).body
      const urls = (await api.get(`/v1/spaces/${space}`)).body.urls

      expect((await at(collection.urls.app)).body).toEqual({ collection })
      const found = (await at(urls.app)).body
      expect(found).toMatchObject({ space: { object: "space", id: space } })
      expect(Object.keys(found)).toEqual(["space"])
      for (const url of [
        `${urls.app}/wicks`,
        `${urls.app}/wicks?a=b#c`,
        `${world.origin}/sites/${site.basename}/wicks`
      ]) {
        expect((await at(url)).body, url).toMatchObject({
          space: { id: space },
          page: { path: "wicks", type: "document" }
        })
      }
      const inDraft = await at(`${draft.urls.app}/wicks`)
      expect(inDraft.body).toMatchObject({ changeRequest: { id: draft.id }, page: { path: "wicks" } })
      expect((await at(draft.urls.app)).body).not.toHaveProperty("page")

      const guest = (await world.member(null)).client
      const missing = await at(`${urls.app.replace(space, "nothing")}`, guest)
      expect([missing.status, (await at(urls.app, guest)).text]).toEqual([404, missing.text])
      for (const url of [collection.urls.app, draft.urls.app, `${world.origin}/sites/${site.basename}/wicks`]) {
        expect((await at(url, guest)).text, url).toBe(missing.text)
      }
      for (const url of [
        `${urls.app}/nothing`,
        `${urls.app}/~/changes/99`,
        `${urls.app}/~/revisions/nothing`,
        `${world.origin}/app/x/${space}`,
        `${world.origin}/v1/spaces/${space}`,
        urls.app.replace("://", "://evil."),
        "https://example.com/"
      ]) {
        expect((await at(url)).status, url).toBe(404)
      }
      for (const url of ["", "nothing", "javascript:alert(1)"]) expect((await at(url)).status, url).toBe(400)
    })
  })

  describe("embeds", () => {
    it("tell what a page says of itself, and are asked for once", async () => {
      const wanted = { type: "link", title: 'An "article"', site: new URL(origin).host, icon: `${origin}/i.png` }
      for (const path of ["/article", "/article#part", "/moved"]) {
        expect((await embed(origin + path)).body, path).toEqual(wanted)
      }
      const space = await world.space("Lanterns")
      const inSpace = `/v1/spaces/${space}/embed?url=${encodeURIComponent(`${origin}/article`)}`
      expect((await api.get(inSpace)).body).toEqual(wanted)
      // once itself, once by the redirect
      expect(asked.filter((path) => path === "/article")).toHaveLength(2)
      expect((await (await world.stranger()).client.get(inSpace)).status).toBe(404)
    })

    it("have the frame of a provider, and nothing else of its HTML", async () => {
      const { body } = await embed(`${origin}/video`)
      expect(body).toMatchObject({ type: "rich", title: "A video", site: "Videos" })
      expect(body.html).toMatch(
        /^<iframe src="https:\/\/player\.test\/1" width="640" sandbox="[^"]+"[^<>]*><\/iframe>$/
      )
      expect(body.html).not.toContain("onload")
      const widget = (await embed(`${origin}/widget`)).body
      expect(widget).toEqual({ type: "link", title: "A widget", site: new URL(origin).host })
    })

    it("of pages that cannot be read are links", async () => {
      for (const url of [`${origin}/none`, "http://127.0.0.1:9/"]) {
        expect((await embed(url)).body, url).toEqual({ type: "link", title: url, site: new URL(url).host })
      }
    })

    it("reach no private network, unless the server may (threat: fetches towards private networks)", async () => {
      const closed = await startWorld(store, { allowPrivateNetworks: false })
      const before = asked.length
      const hosts = [origin, origin.replace("127.0.0.1", "localhost"), "http://[::1]/", "http://169.254.169.254/latest"]
      for (const url of hosts) {
        const answer = await embed(url, makeClient(closed.origin, closed.api.token))
        expect([answer.status, answer.body.error.message], url).toEqual([400, expect.stringContaining("private")])
      }
      expect(asked).toHaveLength(before)
      await closed.stop()
      for (const url of ["ftp://example.com/", "file:///etc/passwd", "https://u:p@example.com/", "x"]) {
        expect((await embed(url)).status, url).toBe(400)
      }
    })
  })
})
