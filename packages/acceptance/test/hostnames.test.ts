/** Custom hostnames over HTTP: DNS records over UDP, requests by their Host header (threats: hostname takeover, host poisoning). */
import { startDns, type TestDns } from "@octavo/outbound/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, rawRequest } from "../src/client.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Custom hostnames", (store) => {
  let world: World
  let dns: TestDns
  let api: Client
  const hostname = "docs.acme.com"
  const path = `/v1/custom-hostnames/${hostname}`

  const site = async (title: string, more: object = {}): Promise<any> => {
    const sites = `/v1/orgs/${world.organization}/sites`
    const space = await world.space(title)
    await api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: "insert_page", document: { markdown: `# Welcome to ${title}` } }]
    })
    const made = await api.post(sites, { title, spaces: [space], ...more })
    expect(made.status).toBe(201)
    await api.post(`${sites}/${made.body.id}/publish`)
    return { ...made.body, path: `${sites}/${made.body.id}` }
  }

  /** A page as somebody gets it who was led here under a name. */
  const visit = (host: string, target = "/", headers: Record<string, string> = {}) =>
    rawRequest(world.origin, target, { headers: { host, ...headers } })

  beforeAll(async () => {
    dns = await startDns()
    world = await startWorld(store, { dnsServers: dns.server, hostnameTarget: "octavo.example.com" })
    api = world.api
    dns.zone.set("octavo.example.com", { addresses: ["192.0.2.1"] })
  })
  afterAll(async () => {
    await world.stop()
    await dns.close()
  })

  it("a hostname is claimed, proven by DNS records, served, lost, and given up", async () => {
    const guide = await site("Guide", { hostname })
    expect(guide).toMatchObject({ hostname })
    const { body: claimed } = await api.get(path)
    expect(claimed.records.proof.value).toMatch(/^[a-z0-9]{26}\.octavo\.example\.com$/)
    // led here by anybody
    dns.zone.set(hostname, { addresses: ["192.0.2.1"] })
    expect((await visit(hostname)).status).not.toBe(200)
    const early = await api.patch(path)
    expect([early.status, early.body.error.message]).toEqual([400, expect.stringContaining(`_octavo.${hostname}`)])

    dns.zone.set(claimed.records.proof.name, { aliases: [claimed.records.proof.value] })
    expect((await api.patch(path)).status).toBe(204)
    expect((await api.get(path)).body).toMatchObject({ isActive: true, status: "live" })
    expect((await api.get(guide.path)).body.urls.published).toBe(`http://${hostname}/`)

    const page = await visit(hostname)
    expect(page.status).toBe(200)
    const html = page.body.toString()
    expect(html).toContain("Welcome to Guide")
    expect(html).toContain(`<link rel="canonical" href="http://${hostname}/`)
    for (const host of ["DOCS.Acme.com", `${hostname}.`, `${hostname}:8443`]) {
      expect((await visit(host)).status, host).toBe(200)
    }
    // what a proxy says does not count, and nothing of the installation is under a site's name
    expect((await visit("docs.elsewhere.com", "/", { "x-forwarded-host": hostname })).status).not.toBe(200)
    expect((await visit(`${hostname}@octavo.example.com`)).status).not.toBe(200)
    const lured = await visit(hostname, "/", { "x-forwarded-host": "evil.example.org" })
    expect(lured.body.toString()).not.toContain("evil.example.org")

    expect((await api.delete(path)).status).toBe(205)
    expect((await api.delete(path)).status).toBe(204)
    expect((await visit(hostname)).status).not.toBe(200)
    expect((await api.get(guide.path)).body).not.toHaveProperty("hostname")
    expect((await visit(new URL(world.origin).host, `/sites/${guide.basename}/`)).status).toBe(200)
  })

  it("a site behind a customer's proxy has its one address there", async () => {
    const guide = await site("Proxied")
    await api.patch(guide.path, { proxy: "company.com/docs" })
    const { host } = new URL(world.origin)
    const page = await visit(host, `/sites/${guide.basename}/`)
    expect(page.body.toString()).toContain('<link rel="canonical" href="https://company.com/docs/')
  })

  it("a customer's proxy serves a site whose links, files and cookies stay below its path", async () => {
    const { host } = new URL(world.origin)
    const guide = await site("Behind")
    const { body: set } = await api.patch(guide.path, { proxy: "company.com/docs/guide" })
    const { pathname: target } = new URL(set.proxy.target)
    /** What the proxy does: the path below its own is asked for below the target. */
    const through = async (path: string, headers: Record<string, string> = {}) => {
      expect(path.startsWith("/docs/guide/"), path).toBe(true)
      return visit(host, target + path.slice("/docs/guide/".length), headers)
    }
    const first = await through("/docs/guide/")
    expect(first.status).toBe(200)
    const html = first.body.toString()
    expect(html).not.toContain(`/sites/${guide.id}`)
    const named = [...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThan(3)
    for (const path of new Set(named))
      expect((await through(path.replace(/[?#].*/, ""))).status, path).toBeLessThan(400)
    // what moved stays behind the proxy, too
    const destination = { kind: "external", url: "https://company.com/docs/guide/" }
    expect((await api.post(`${guide.path}/redirects`, { source: "/old", destination })).status).toBe(201)
    expect((await through("/docs/guide/old")).headers.location).toBe("/docs/guide/")
    // and cookies are sent by browsers to its path alone
    await api.patch(guide.path, { visibility: "share-link" })
    const link = await api.post(`${guide.path}/share-links`, { name: "Friends" })
    const entered = await through(new URL(link.body.urls.published).pathname)
    expect(entered.headers["set-cookie"]?.join()).toContain("Path=/docs/guide;")
    // the site's own address is as it was
    await api.patch(guide.path, { visibility: "public" })
    expect((await visit(host, `/sites/${guide.basename}/`)).body.toString()).toContain(`"/sites/${guide.basename}/`)
  })

  describe("a name that is another's", () => {
    it("cannot be claimed by another organization, and nobody learns whose it is", async () => {
      await site("Taken", { hostname: "taken.acme.com" })
      const { admin, id } = await world.neighbour()
      const taken = await admin.client.post(`/v1/orgs/${id}/sites`, { title: "Mine", hostname: "taken.acme.com" })
      expect([taken.status, taken.body.error.message]).toEqual([409, "The hostname taken.acme.com is taken"])
      expect((await admin.client.get(`/v1/orgs/${id}/sites`)).body.count).toBe(0)
      const [there, nowhere] = [
        await admin.client.get("/v1/custom-hostnames/taken.acme.com"),
        await admin.client.get("/v1/custom-hostnames/nobody.acme.com")
      ]
      expect([there.status, there.text.replaceAll("taken", "nobody")]).toEqual([404, nowhere.text])
      expect((await admin.client.delete("/v1/custom-hostnames/taken.acme.com")).status).toBe(204)
      expect((await api.get("/v1/custom-hostnames/taken.acme.com")).status).toBe(200)
    })

    it("and Octavo's own is none", async () => {
      const refused = await api.post(`/v1/orgs/${world.organization}/sites`, { hostname: "octavo.example.com" })
      expect([refused.status, refused.body.error.message]).toEqual([400, "hostname is Octavo's own address"])
    })
  })
})
