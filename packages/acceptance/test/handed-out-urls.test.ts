/** Every address that answers hold, opened as a browser opens it: by who may see what is there, by others, and by nobody. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Document, readDocument } from "../src/document.ts"
import { furnish, type Ids } from "../src/furnished.ts"
import { requiredQuery } from "../src/requests.ts"
import { sessionOf } from "../src/review.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Addresses that are not to be opened: what they are of, and why. */
const notOpened = [
  // uploads are sent there
  /\/~uploads\//,
  // the document itself, for programs
  /\/~openapi\//,
  // where a provider of single sign-on has its answers sent, and where people begin once it is set up
  /\/~\/saml\/\w+\/(?:acs|start)$/
]

interface Found {
  readonly url: string
  /** The field: `urls.app`. */
  readonly field: string
  readonly operation: string
}

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

onBothStores("Addresses in answers", (store) => {
  let world: World
  let document: Document
  let found: ReadonlyArray<Found>
  let ids: Ids

  /** All that lead to this server, each once. */
  const collect = (value: unknown, operation: string, into: Map<string, Found>, field = ""): void => {
    if (typeof value === "string") {
      if (!value.startsWith(`${world.origin}/`) || !URL.canParse(value) || into.has(value)) return
      if (!notOpened.some((pattern) => pattern.test(value))) into.set(value, { url: value, field, operation })
    } else if (value !== null && typeof value === "object") {
      for (const [name, inner] of Object.entries(value)) {
        collect(inner, operation, into, Array.isArray(value) ? field : `${field}.${name}`.replace(/^\./, ""))
      }
    }
  }

  const open = async (url: string, cookie?: string) => {
    const response = await fetch(url, {
      redirect: "manual",
      headers: cookie === undefined ? browser : { ...browser, cookie }
    })
    return {
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      headers: response.headers,
      text: await response.text()
    }
  }

  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    const person = await world.member("comment")
    ids = await furnish(world.api, world.organization, person.id, "Own")
    const { api } = world
    const [org, space] = [`/v1/orgs/${ids["organizationId"]}`, `/v1/spaces/${ids["spaceId"]}`]
    // a space that is on no site, with pages in pages, a group, a link
    const apart = (await api.post(`${org}/spaces`, { title: "Apart" })).body.id
    const changes = [
      {
        operation: "insert_page",
        ref: "one",
        title: "One",
        document: { markdown: "# One\n\n<script>alert(1)</script>" }
      },
      { operation: "insert_page", into: "one", title: "Two", document: { markdown: "# Two" } }
    ]
    expect((await api.post(`/v1/spaces/${apart}/content`, { changes })).status).toBe(200)
    await api.post(`${org}/sites/${ids["siteId"]}/publish`)
    await api.patch(`${org}/openapi/${ids["specSlug"]}`, { visibility: "public" })
    await api.post(`${space}/comments`, { body: { markdown: "Well" } })
    const all: Ids = { ...ids, subdomain: "no-such", hostname: "no-such.test", userId: person.id }
    const into = new Map<string, Found>()
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      for (const spaceId of [ids["spaceId"]!, apart]) {
        const own: Ids = { ...all, spaceId }
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => own[name] ?? `no-${name}`)
        const query = new URLSearchParams(requiredQuery(document, operation)).toString()
        const answer = await api.get(query === "" ? path : `${path}?${query}`)
        collect(answer.body, operation.id, into)
        if (!operation.path.includes("{spaceId}")) break
      }
    }
    found = [...into.values()]
  })
  afterAll(() => world.stop())

  it("are many, and of many kinds", () => {
    const fields = new Set(found.map(({ field }) => field.replace(/^.*\b(urls\.\w+|\w*URL)$/, "$1")))
    expect([...fields]).toEqual(
      expect.arrayContaining(["urls.app", "urls.location", "urls.published", "urls.preview", "photoURL", "downloadURL"])
    )
    expect(found.filter(({ url }) => url.includes("/app/")).length).toBeGreaterThan(10)
  })

  describe("show a browser neither JSON nor an empty place", () => {
    const problemsOf = async (cookie: string | undefined, fine: (status: number) => boolean) => {
      const problems: Array<string> = []
      for (const { field, operation, url } of found) {
        const { status, text, type } = await open(url, cookie)
        const told = `${field} of ${operation}: ${new URL(url).pathname} answers ${status} ${type}`
        // a file is what it is
        if (type.includes("json") && field !== "downloadURL") problems.push(told)
        else if (/nothing is published here/i.test(text)) problems.push(`${told} Nothing is published here`)
        else if (!fine(status)) problems.push(told)
      }
      return problems
    }

    it("who is not signed in", async () => {
      expect(await problemsOf(undefined, (status) => status < 500)).toEqual([])
    })

    it("who is signed in", async () => {
      const cookie = await sessionOf(world, world.admin)
      // the API is for programs, with their tokens
      expect(await problemsOf(cookie, (status) => status < 400 || status === 401)).toEqual([])
      for (const { url } of found.filter(({ url }) => url.includes("/app/") && !url.includes("/~/saml/"))) {
        expect([200, 303], url).toContain((await open(url, cookie)).status)
      }
    })

    it("who came too late, or mistyped", async () => {
      for (const path of [
        "/v1/nothing",
        "/v1/spaces/nothing",
        "/~files/nothing/a.png",
        "/~pdf/nothing/a.pdf",
        "/app/nothing",
        "/app/x/y/z"
      ]) {
        const { status, text, type } = await open(world.origin + path)
        expect([path, type.split(";")[0], status >= 400 && status < 500]).toEqual([path, "text/html", true])
        expect(text).not.toMatch(/nothing is published here/i)
        // programs are answered as before
        const plain = await world.api.as(undefined).get(path)
        if (path.startsWith("/v1")) expect(plain.body.error.code).toBe(plain.status)
      }
    })
  })

  it("tell who sends a form in words, too", async () => {
    const send = async (path: string, type: string, body: string) => {
      const headers = { ...browser, "content-type": type }
      const answer = await fetch(world.origin + path, { method: "POST", redirect: "manual", headers, body })
      return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() }
    }
    const form = "application/x-www-form-urlencoded"
    const long = await send("/app/~/sign-out", form, "a".repeat(20_001))
    expect([long.status, long.type]).toEqual([413, "text/html; charset=utf-8"])
    expect(long.text).toContain("larger than 20000 bytes")
    for (const [status, path, type, body] of [
      [415, "/app/~/sign-out", "text/plain", "a"],
      [403, "/app/~/sign-out", form, "a=b"]
    ] as const) {
      const answer = await send(path, type, body)
      expect([path, answer.status, answer.type]).toEqual([path, status, "text/html; charset=utf-8"])
    }
    // what anybody may send is short
    const notes = await fetch(`${world.origin}/sites/x/~insights`, { method: "POST", body: "a".repeat(70_000) })
    expect([notes.status, (await notes.json()).error.message]).toEqual([413, "The body is larger than 65536 bytes"])
  })

  describe("of the application", () => {
    const urlOf = async (path: string) => (await world.api.get(path)).body.urls.app as string
    const pages = async () => {
      const space = `/v1/spaces/${ids["spaceId"]}`
      const org = `/v1/orgs/${ids["organizationId"]}`
      return {
        organization: [await urlOf(org), "Acme"],
        space: [await urlOf(space), "Own book"],
        collection: [await urlOf(`/v1/collections/${ids["collectionId"]}`), "Own shelf"],
        page: [await urlOf(`${space}/content/page/${ids["pageId"]}`), "Own page"],
        revision: [await urlOf(`${space}/content`), "Own book"],
        "change request": [await urlOf(`${space}/change-requests/${ids["changeRequestId"]}`), "Own change"],
        site: [await urlOf(`${org}/sites/${ids["siteId"]}`), "Own site"],
        specification: [await urlOf(`${org}/openapi/${ids["specSlug"]}`), ids["specSlug"]!]
      } as Record<string, [url: string, name: string]>
    }

    it("name what they are of, and where it is read", async () => {
      const cookie = await sessionOf(world, world.admin)
      for (const [kind, [url, name]] of Object.entries(await pages())) {
        const { headers, status, text } = await open(url, cookie)
        expect(status, `${kind} ${url}`).toBe(200)
        expect(text, kind).toContain(name)
        expect(text.toLowerCase(), kind).toContain(kind)
        expect(headers.get("content-security-policy"), kind).toContain("default-src 'none'")
        expect(headers.get("cache-control"), kind).toBe("private, no-store")
      }
      const { space } = await pages()
      const published = (await world.api.get(`/v1/spaces/${ids["spaceId"]}`)).body.urls.published
      expect((await open(space![0], cookie)).text).toContain(published)
      expect((await open(published)).status).toBeLessThan(400)
    })

    it("ask who is not signed in, and tell others what they tell of nothing", async () => {
      const { admin } = await world.neighbour()
      const other = await sessionOf(world, admin)
      for (const [kind, [url]] of Object.entries(await pages())) {
        const nowhere = url.replace(/[\w-]{20,}/g, (id) => id.replace(/[a-y]/gi, "z"))
        const [mine, none] = [await open(url), await open(nowhere)]
        expect([mine.status, none.status], kind).toEqual([401, 401])
        expect(mine.text.replaceAll(new URL(url).pathname, ""), kind).toBe(
          none.text.replaceAll(new URL(nowhere).pathname, "")
        )
        const [hidden, missing] = [await open(url, other), await open(nowhere, other)]
        expect([hidden.status, missing.status], kind).toEqual([404, 404])
        expect(hidden.text, kind).toBe(missing.text)
      }
    })

    it("are gone back to after signing in", async () => {
      for (const [kind, [url]] of Object.entries(await pages())) {
        const to = new URL(url).pathname
        const form = new URLSearchParams({ token: world.admin.token, to })
        const answer = await fetch(`${world.origin}/app/~/sign-in`, {
          method: "POST",
          redirect: "manual",
          headers: { origin: world.origin },
          body: form
        })
        expect([answer.status, answer.headers.get("location")], kind).toEqual([303, to])
      }
    })
  })

  describe("photoURL", () => {
    it("is a picture with the person's initials, which runs nothing and is kept for a while", async () => {
      const named = async (displayName: string) => {
        await world.api.patch(`/v1/users/${world.admin.id}`, { displayName })
        const { photoURL } = (await world.api.get("/v1/user")).body
        return { photoURL, ...(await open(photoURL)) }
      }
      const first = await named("Ada <script>alert(1)</script> Lovelace")
      expect([first.status, first.type]).toEqual([200, "image/svg+xml"])
      expect(first.text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
      expect(first.text).toContain(">AL</text>")
      expect(first.text).not.toMatch(/<script|Lovelace|on\w+=|href/i)
      expect(first.headers.get("content-security-policy")).toContain("default-src 'none'")
      expect(first.headers.get("x-content-type-options")).toBe("nosniff")
      expect(first.headers.get("cache-control")).toMatch(/^public, max-age=\d+$/)
      const again = await fetch(first.photoURL, { headers: { "if-none-match": first.headers.get("etag")! } })
      expect(again.status).toBe(304)
      for (const [name, initials] of [
        ["grace", "G"],
        ["Ägidius von Öst", "ÄÖ"],
        ["😀 Smile", "😀S"],
        ["<&", "&lt;"],
        ["山田 太郎", "山太"]
      ] as const) {
        const one = await named(name)
        expect(one.photoURL).toBe(first.photoURL)
        expect(one.text, name).toContain(`>${initials}</text>`)
      }
    })

    it("is nobody's where there is nobody, and there for the operator", async () => {
      const { photoURL } = (await world.api.get("/v1/user")).body
      const nobody = photoURL.replace(world.admin.id, "x".repeat(22))
      expect((await world.api.as(undefined).get(nobody)).status).toBe(404)
      expect((await open(nobody)).type).toContain("text/html")
      expect((await open(photoURL.replace(world.admin.id, "operator"))).status).toBe(200)
    })
  })
})
