/**
 * Where readers go from a page whose address lets in: the next site, on this host or another, is told which host they come
 * from, and nothing that opens a door. In a browser, since a browser makes the referrer.
 */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Request } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import type { Client } from "../src/client.ts"
import { everyRow } from "../src/rows.ts"
import { sqlite } from "../src/stores.ts"
import { signed } from "../src/visitorToken.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to follow links in")

/** A site of an organization; its second page leads to others. */
const publish = async (
  client: Client,
  organization: string,
  title: string,
  visibility: string,
  links: ReadonlyArray<string>
) => {
  const ok = ({ body, status, text }: { body: any; status: number; text: string }) => {
    expect(status, text).toBeLessThan(300)
    return body
  }
  const space = ok(await client.post(`/v1/orgs/${organization}/spaces`, { title }))
  const markdown = `# ${title}\n\n${links.map((url, n) => `[Link ${n + 1}](${url})\n\n`).join("")}`
  const changes = [
    // under its own name an address of the first page leads on
    { operation: "insert_page", slug: "first", document: { markdown: "# First\n" } },
    { operation: "insert_page", slug: "start", document: { markdown } }
  ]
  ok(await client.post(`/v1/spaces/${space.id}/content`, { changes }))
  const sites = `/v1/orgs/${organization}/sites`
  const { id } = ok(await client.post(sites, { title, visibility, spaces: [space.id] }))
  const { urls } = ok(await client.post(`${sites}/${id}/publish`))
  return { path: `${sites}/${id}`, url: urls.published as string }
}

describe.skipIf(executable === undefined)("In Chromium, a link out of a page that was opened with", () => {
  let world: World
  let browser: Browser
  let foreign: Server
  let foreignUrl: string
  /** What the foreign host was told. */
  const arrived: Array<string | undefined> = []
  let other: { readonly client: Client; readonly path: string; readonly url: string }
  /** A site that only those read who have something. */
  let closedTo: (visibility: string) => ReturnType<typeof publish>

  beforeAll(async () => {
    world = await startWorld(sqlite)
    browser = await launchChromium(executable!)
    foreign = createServer((request, response) => {
      if (request.url === "/arrived") arrived.push(request.headers.referer)
      response.setHeader("content-type", "text/html")
      response.end("<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>")
    }).listen(0, "127.0.0.1")
    await once(foreign, "listening")
    foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/arrived`
    const { admin, id } = await world.neighbour("Others")
    other = { client: admin.client, ...(await publish(admin.client, id, "Neighbours", "public", [])) }
    closedTo = (visibility) =>
      publish(world.api, world.organization, `Closed ${visibility}`, visibility, [other.url, foreignUrl])
  })
  afterAll(async () => {
    await browser?.close()
    foreign?.close()
    await world?.stop()
  })

  const shareKey = async () => {
    const { path, url } = await closedTo("share-link")
    const { body } = await world.api.post(`${path}/share-links`, { name: "Friends" })
    const key = body.urls.published.split("/").at(-2) as string
    expect(key).toMatch(/^[0-9A-Za-z]{22}$/)
    return { key, url }
  }

  /**
   * An address that lets in, and what of it nobody else may learn. `stays`: the page is shown under it; `isPreview`: who
   * looks is no reader, of whom nothing is told.
   */
  const doors: Readonly<
    Record<
      string,
      {
        readonly make: () => Promise<{ url: string; secret: string }>
        readonly stays: boolean
        readonly isPreview?: true
      }
    >
  > = {
    "a share link": {
      stays: true,
      make: async () => {
        const { key, url } = await shareKey()
        return { url: `${url}${key}/start`, secret: key }
      }
    },
    "a share link's key in the query": {
      stays: true,
      make: async () => {
        const { key, url } = await shareKey()
        return { url: `${url}start?shareKey=${key}`, secret: key }
      }
    },
    "a visitor's token": {
      // it moves into a cookie
      stays: false,
      make: async () => {
        const { path, url } = await closedTo("visitor-auth")
        const auth = `${path}/publishing/auth`
        await world.api.patch(auth, { backend: "custom", fallbackURL: foreignUrl })
        const secret = signed((await world.api.get(auth)).body.privateKey, { exp: Math.floor(Date.now() / 1000) + 600 })
        return { url: `${url}start?jwt_token=${secret}`, secret }
      }
    },
    "a member's preview": {
      stays: true,
      isPreview: true,
      make: async () => {
        const { path, url } = await closedTo("share-link")
        const { body } = await world.api.get(`${path}/publishing/preview?target=start`)
        expect(body.url).toContain(`${url}~preview/`)
        return { url: body.url, secret: body.url.split("/").at(-2) }
      }
    },
    "a token of somebody else's": {
      stays: true,
      make: async () => {
        const { url } = await closedTo("public")
        const secret = "ghp_Abcdefghijklmnop0123456789"
        return { url: `${url}start?access_token=${secret}`, secret }
      }
    }
  }

  it.each(Object.entries(doors))("%s tells neither host of it, and the page keeps it to itself", async (_, door) => {
    const { secret, url } = await door.make()
    const context = await browser.newContext()
    const page = await context.newPage()
    const beacons: Array<Request> = []
    page.on("request", (request) => {
      if (!request.url().endsWith("~insights")) return
      beacons.push(request)
    })
    /** Opens the page and goes on by a link of it; what the request for the next page had as referrer. */
    const follow = async (link: string, to: string): Promise<string | undefined> => {
      expect((await page.goto(url))!.status()).toBe(200)
      expect(page.url().includes(secret)).toBe(door.stays)
      const asked = page.waitForRequest((request) => request.isNavigationRequest() && request.url().startsWith(to))
      await page.getByRole("link", { name: link }).click()
      const { referer } = await (await asked).allHeaders()
      await page.waitForURL((at) => at.href.startsWith(to))
      expect(await page.evaluate("document.referrer")).toBe(referer ?? "")
      return referer
    }

    expect(await follow("Link 1", other.url)).toBe(`${world.origin}/`)
    const told = () =>
      beacons.map((request) => {
        const { path, referrer } = JSON.parse(request.postData()!)
        return [path, referrer]
      })
    const own = door.isPreview ? [] : [[new URL(url).pathname.replace(`${secret}/`, ""), ""]]
    await expect.poll(told).toEqual([...own, [new URL(other.url).pathname, `${world.origin}/`]])
    arrived.length = 0
    expect(await follow("Link 2", foreignUrl)).toBe(`${world.origin}/`)
    expect(arrived).toEqual([`${world.origin}/`])
    for (const request of beacons) {
      expect(request.postData()).not.toContain(secret)
      expect(request.headers()["referer"] ?? "").not.toContain(secret)
    }
    await context.close()

    // what the other organization is shown of where its readers come from, and what is kept of them
    const seen = async () =>
      (
        await other.client.post(`${other.path}/insights/events/aggregate`, {
          range: "last24Hours",
          groupBy: [{ column: "referrer" }]
        })
      ).body.columns[0].values
    await expect.poll(seen, { timeout: 60_000, interval: 500 }).toEqual([`${world.origin}/`])
    const { site_events: events } = await everyRow(world.config)
    expect(events!.length).toBeGreaterThan(0)
    expect(events!.join("\n")).not.toContain(secret)
  })
})
