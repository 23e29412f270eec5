/** From every kind of URL of a published site to what a renderer reads there, previews included. */
import { startDns, type TestDns } from "@octavo/outbound/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, makeClient } from "../src/client.ts"
import { publishSections, type SectionsSite } from "../src/sections.ts"
import { onBothStores } from "../src/stores.ts"
import { payloadOf, signed } from "../src/visitorToken.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("The published chain", (store) => {
  let world: World
  let dns: TestDns
  let site: SectionsSite
  let base: string
  let root: string

  beforeAll(async () => {
    dns = await startDns()
    world = await startWorld(store, {
      dnsServers: dns.server,
      hostnameTarget: "octavo.example.com",
      siteHost: "docs.test"
    })
    site = await publishSections(world)
    base = `http://${new URL(site.url).host}`
    root = new URL(site.url).pathname
  }, 120_000)
  afterAll(async () => {
    await world?.stop()
    await dns?.close()
  })

  const resolve = (url: string, body: object = {}, token = world.api.token): Promise<Answer> =>
    world.api.post("/v1/urls/published", { url, ...body }, { token })
  const within = async (token: string, path: string) => (await world.api.get(path, { token })).status

  it("finds the section, the variant and the page of each path", async () => {
    const cases: ReadonlyArray<readonly [path: string, space: string, below: string, page: string, complete: boolean]> =
      [
        ["", "Guides", "", "/", false],
        ["install", "Guides", "", "/install", true],
        ["deutsch", "Handbuch", "deutsch/", "/", true],
        ["deutsch/install", "Handbuch", "deutsch/", "/install", true],
        ["api", "Version 2", "api/", "/", false],
        ["api/users", "Version 2", "api/", "/users", true],
        ["api/v1", "Version 1", "api/v1/", "/", true],
        ["api/v1/users/deep%20er", "Version 1", "api/v1/", "/users/deep%20er", true],
        ["terms/terms?a=b#c", "Terms", "terms/", "/terms", true],
        ["draft", "Guides", "", "/draft", true]
      ]
    for (const [path, space, below, pathname, complete] of cases) {
      const { body, status } = await resolve(`${base}${root}${path}`)
      expect([path, status]).toEqual([path, 200])
      expect(body, path).toMatchObject({
        organization: world.organization,
        site: site.path.split("/").at(-1),
        siteSpace: site.ids.siteSpaces[space],
        space: site.ids.spaces[space],
        siteBasePath: root,
        basePath: `${root}${below}`,
        pathname,
        canonicalUrl: `${site.url}${below}${pathname.slice(1)}`,
        complete
      })
      expect(body.siteSection, path).toBeDefined()
      const claims = payloadOf(body.apiToken)
      // the same for all who ask within the hour, and good for a while after it
      expect([claims.iat % 3600, claims.exp - claims.iat]).toEqual([0, 3900])
      expect((await resolve(`${base}${root}${path}`)).body.apiToken, path).toBe(body.apiToken)
      expect(claims).toMatchObject({ kind: "site", site: body.site, space: body.space })
      expect(claims.spaces).toContain(body.space)
      expect(claims.spaces).not.toContain(site.ids.spaces["Draft"])
      expect(await within(body.apiToken, `/v1/spaces/${body.space}/content`)).toBe(200)
      expect(await within(body.apiToken, `/v1/spaces/${site.ids.spaces["Draft"]}/content`)).toBe(404)
    }
    for (const url of ["http://none.docs.test/", "http://docs.elsewhere.com/", `${world.origin}/v1/`]) {
      expect((await resolve(url)).status, url).toBe(404)
    }
  })

  it("the home page of a space is at its root, and no other page is below it", async () => {
    const space = site.ids.spaces["Version 1"]!
    const siteSpace = `${site.path}/site-spaces/${site.ids.siteSpaces["Version 1"]}`
    const users = (await world.api.get(`/v1/spaces/${space}/content/path/users`)).body.id
    expect((await world.api.patch(siteSpace, { pageId: users })).status).toBe(200)
    const top = `${base}${root}api/v1`
    const canonicalUrl = `${site.url}api/v1/`
    expect((await resolve(top)).body).toMatchObject({ pathname: "/users", canonicalUrl, complete: false })
    expect((await resolve(`${top}/intro`)).body).toMatchObject({ pathname: "/intro", complete: true })
    await world.api.patch(siteSpace, { pageId: null })
    expect((await resolve(top)).body).toMatchObject({ pathname: "/", canonicalUrl, complete: true })
  })

  it("a hostname of one's own, and a proxy, are the root", async () => {
    const [hostname, sites] = ["docs.acme.com", `/v1/orgs/${world.organization}/sites`]
    const { body } = await world.api.post(sites, { title: "Named", spaces: [site.ids.spaces["Terms"]], hostname })
    const { body: claimed } = await world.api.get(`/v1/custom-hostnames/${hostname}`)
    dns.zone.set("octavo.example.com", { addresses: ["192.0.2.1"] })
    dns.zone.set(hostname, { addresses: ["192.0.2.1"] })
    dns.zone.set(claimed.records.proof.name, { aliases: [claimed.records.proof.value] })
    await world.api.post(`${sites}/${body.id}/publish`)
    expect((await resolve(`http://${hostname}/terms`)).status).toBe(404)
    expect((await world.api.patch(`/v1/custom-hostnames/${hostname}`)).status).toBe(204)
    const found = (await resolve(`http://${hostname}/terms`)).body
    expect(found).toMatchObject({
      site: body.id,
      siteBasePath: "/",
      basePath: "/",
      pathname: "/terms",
      canonicalUrl: `http://${hostname}/terms`
    })
  })

  it("a share link is in the paths that links are made of, and in the token", async () => {
    const sites = `/v1/orgs/${world.organization}/sites`
    const spaces = [site.ids.spaces["Terms"], site.ids.spaces["Privacy"]]
    const { body } = await world.api.post(sites, { title: "Shared", visibility: "share-link", spaces })
    const api = `${sites}/${body.id}`
    await world.api.post(`${api}/publish`)
    const link = (await world.api.post(`${api}/share-links`, { name: "Friends" })).body
    const url = new URL(link.urls.published)
    const key = url.pathname.split("/").at(-2)!
    const origin = `${url.origin}${url.pathname.slice(0, -key.length - 1)}`
    for (const at of [`${origin}${key}/privacy/privacy`, `${origin}privacy/privacy?shareKey=${key}`]) {
      const found = (await resolve(at)).body
      expect(found, at).toMatchObject({ shareKey: key, pathname: "/privacy", space: spaces[1] })
      expect(found.basePath.endsWith(`${at.includes("?") ? "" : `${key}/`}privacy/`), at).toBe(true)
      expect(await within(found.apiToken, `/v1/spaces/${spaces[1]}/content`)).toBe(200)
    }
    expect((await resolve(`${origin}privacy/privacy`)).status).toBe(404)
    const { apiToken } = (await resolve(link.urls.published)).body
    await world.api.patch(`${api}/share-links/${link.id}`, { active: false })
    expect(await within(apiToken, `/v1/spaces/${spaces[1]}/content`)).toBe(404)
  })

  it("a visitor's token lets in, its claims are the token's, and its end is the token's end", async () => {
    const sites = `/v1/orgs/${world.organization}/sites`
    const spaces = [site.ids.spaces["Terms"]]
    const { body } = await world.api.post(sites, { title: "Signed", visibility: "visitor-auth", spaces })
    const api = `${sites}/${body.id}`
    await world.api.patch(api, { adaptiveContent: { enabled: true } })
    const { published } = (await world.api.post(`${api}/publish`)).body.urls
    const fallbackURL = "https://login.example.com/in"
    await world.api.patch(`${api}/publishing/auth`, { backend: "custom", fallbackURL })
    const key = (await world.api.get(`${api}/publishing/auth`)).body.privateKey
    // the switch is about tokens that are wrong
    for (const redirectOnError of [true, false]) {
      const away = (await resolve(`${published}terms`, { redirectOnError })).body
      expect(away).toMatchObject({ target: "external", site: body.id })
      expect(away.redirect).toContain(fallbackURL)
    }
    const exp = Math.floor(Date.now() / 1000) + 600
    const jwtToken = signed(key, { plan: "pro", exp })
    const found = (await resolve(`${published}terms`, { visitor: { jwtToken, unsignedClaims: { lang: "de" } } })).body
    expect(found.contextId).toBeDefined()
    const claims = payloadOf(found.apiToken)
    expect(claims).toMatchObject({ claims: { plan: "pro" }, unsignedClaims: { lang: "de" } })
    expect(claims.exp).toBeLessThanOrEqual(exp)
    expect(await within(found.apiToken, `/v1/spaces/${spaces[0]}/content`)).toBe(200)
    const forged = signed(`${key}x`, { exp })
    expect((await resolve(`${published}terms`, { visitor: { jwtToken: forged } })).status).toBe(404)

    // a member looks at a draft of it without one
    const draft = await world.api.post(`/v1/spaces/${spaces[0]}/change-requests`, { subject: "Fairer" })
    const seen = await resolve(`${published}~/changes/${draft.body.number}/terms`)
    expect(seen.body).toMatchObject({ changeRequest: draft.body.id, pathname: "/terms" })
    const revision = `/v1/spaces/${spaces[0]}/change-requests/${draft.body.id}/content`
    expect(await within(seen.body.apiToken, revision)).toBe(200)
    const stranger = (await world.stranger()).token
    const shut = await resolve(`${published}~/changes/${draft.body.number}/terms`, {}, stranger)
    expect(shut.body).toMatchObject({ target: "external", site: body.id })
    expect(shut.text).not.toMatch(new RegExp(`apiToken|${draft.body.id}`))
  })

  describe("a preview", () => {
    let space: string
    let change: { id: string; number: number; revision: string }
    let other: { id: string; revision: string }
    let first: string

    const newDraft = async (subject: string) => {
      const path = `/v1/spaces/${space}/change-requests`
      const { body } = await world.api.post(path, { subject })
      const page = { operation: "insert_page", slug: "drafted", document: { markdown: `# ${subject}\n` } }
      expect((await world.api.post(`${path}/${body.id}/content`, { changes: [page] })).status).toBe(200)
      return (await world.api.get(`${path}/${body.id}`)).body
    }

    beforeAll(async () => {
      space = site.ids.spaces["Version 1"]!
      first = (await world.api.get(`/v1/spaces/${space}`)).body.revision
      change = await newDraft("Soon")
      other = await newDraft("Later")
    })

    const reads = async (token: string) => {
      const at = `/v1/spaces/${space}`
      return {
        change: await within(token, `${at}/change-requests/${change.number}`),
        changes: await within(token, `${at}/change-requests/${change.id}/changes`),
        draft: await within(token, `${at}/change-requests/${change.id}/content/path/drafted`),
        revision: await within(token, `${at}/revisions/${change.revision}?metadata=true`),
        semantic: await within(token, `${at}/revisions/${change.revision}/changes`),
        live: await within(token, `${at}/content`),
        other: await within(token, `${at}/change-requests/${other.id}`),
        otherRevision: await within(token, `${at}/revisions/${other.revision}`),
        list: await within(token, `${at}/change-requests`),
        reviews: await within(token, `${at}/change-requests/${change.id}/reviews`),
        comments: await within(token, `${at}/change-requests/${change.id}/comments`),
        history: await within(token, `${at}/revisions`)
      }
    }
    const closed = { list: 403, reviews: 403, comments: 403, history: 403 }

    it("of a change request: its draft is read with the token, and nothing else that is not published", async () => {
      const url = `${base}${root}api/v1/~/changes/${change.number}/drafted`
      for (const at of [url, url.replace(`/${change.number}/`, `/${change.id}/`)]) {
        const { body, status } = await resolve(at)
        expect([status, body]).toMatchObject([
          200,
          {
            space,
            changeRequest: change.id,
            basePath: `${root}api/v1/~/changes/${at === url ? change.number : change.id}/`,
            siteBasePath: root,
            pathname: "/drafted",
            canonicalUrl: `${site.url}api/v1/drafted`,
            complete: true,
            preview: true
          }
        ])
        expect(body).not.toHaveProperty("revision")
        expect(await reads(body.apiToken)).toEqual({
          ...closed,
          change: 200,
          changes: 200,
          draft: 200,
          revision: 200,
          semantic: 200,
          live: 200,
          other: 404,
          otherRevision: 404
        })
      }
    })

    it("of a revision, of a draft or of what was published", async () => {
      const { body } = await resolve(`${base}${root}api/v1/~/revisions/${change.revision}/drafted`)
      expect(body).toMatchObject({ revision: change.revision, pathname: "/drafted" })
      expect(await reads(body.apiToken)).toEqual({
        ...closed,
        change: 404,
        changes: 404,
        draft: 404,
        revision: 200,
        semantic: 200,
        live: 200,
        other: 404,
        otherRevision: 404
      })
      expect((await resolve(`${base}${root}api/v1/~/revisions/${first}/`)).body).toMatchObject({ revision: first })
    })

    it("is for those who may read it, as long as they may", async () => {
      const url = `${base}${root}api/v1/~/changes/${change.number}`
      const { apiToken: open } = (await resolve(`${base}${root}api/v1/`)).body
      const [stranger, guest, reader] = [await world.stranger(), await world.member(null), await world.member("read")]
      const { body: narrow } = await reader.client.post("/v1/user/tokens", { label: "x", scopes: ["site:read"] })
      for (const token of [open, stranger.token, guest.token, narrow.token]) {
        expect((await resolve(url, {}, token)).status).toBe(404)
      }
      expect(await reads(open)).toMatchObject({ ...closed, live: 200, revision: 404, change: 404, draft: 404 })
      const { apiToken } = (await resolve(url, {}, reader.token)).body
      expect((await reads(apiToken)).draft).toBe(200)
      // a renderer asks again with the token it was given, for the space and for the preview
      const plain = (await resolve(`${base}${root}api/v1/`, {}, apiToken)).body
      expect(plain).not.toHaveProperty("changeRequest")
      expect(plain.preview).toBe(true)
      expect((await resolve(`${base}${root}api/v1/`, {}, reader.token)).body).not.toHaveProperty("preview")
      expect((await reads(plain.apiToken)).draft).toBe(200)
      expect(payloadOf(plain.apiToken).exp).toBeLessThanOrEqual(payloadOf(apiToken).exp)
      expect((await resolve(url, {}, apiToken)).body).toMatchObject({ changeRequest: change.id })
      expect((await resolve(url.replace(/\d+$/, other.id), {}, apiToken)).status).toBe(404)
      await world.api.delete(`/v1/orgs/${world.organization}/members/${reader.id}`)
      expect(await reads(apiToken)).toMatchObject({ draft: 404, change: 404, revision: 404, live: 200 })
    })

    it("begins where a space does, and names what there is", async () => {
      for (const path of [
        `api/v1/users/~/changes/${change.number}`,
        `~/changes/${change.number}`,
        "api/v1/~/changes/99",
        "api/v1/~/changes",
        `api/v1/~/revisions/${other.id}`,
        `api/v1/~/revisions/`
      ]) {
        const { body, status } = await resolve(`${base}${root}${path}`)
        expect(status === 404 || body.changeRequest === undefined, path).toBe(true)
        if (status === 200) expect(body.pathname, path).toContain("~")
      }
      // published pages know no previews: those are read by who has signed in to the application
      const page = await makeClient(world.origin).get(`${root}api/v1/~/changes/${change.number}/drafted`, {
        headers: { host: new URL(base).host }
      })
      expect(page.status).toBe(404)
    })
  })
})
