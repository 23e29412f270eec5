/**
 * Each part of a server that is loaded when it is needed, used once as people do: what others wrote is bundled, and what a
 * bundler could break fails here.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { readPdf } from "@octavo/pdf/testing"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { expect } from "vitest"
import { makeBrowser } from "./browse.ts"
import type { Client } from "./client.ts"
import { startIdentityProvider } from "./identityProvider.ts"
import { lookAgain } from "./lookAgain.ts"
import { startMailServer } from "./mailServer.ts"
import { followSpec } from "./openapi.ts"
import { startOpenIdProvider } from "./openIdProvider.ts"
import { pixel } from "./sample.ts"
import { announce, bytesOf, caveat, freshFont, send } from "./uploads.ts"

/** What a server reaches outside of itself. */
export const startOutside = async (directory: string) => {
  const bucket = join(directory, "bucket")
  const s3 = new S3rver({
    directory: bucket,
    port: 0,
    silent: true,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: "files", configs: [] }]
  })
  const [{ port }, mail, saml, oidc] = await Promise.all([
    s3.run(),
    startMailServer(),
    startIdentityProvider(),
    startOpenIdProvider()
  ])
  const { oidcClientId, oidcClientSecret, oidcIssuer } = oidc.settings
  return {
    /** Settings of a server that has all of it. */
    environment: {
      OCTAVO_FILES: `s3:http://localhost:${port}/files/octavo`,
      OCTAVO_S3_ACCESS_KEY_ID: "S3RVER",
      OCTAVO_S3_SECRET_ACCESS_KEY: "S3RVER",
      OCTAVO_SMTP_URL: mail.url,
      OCTAVO_MAIL_FROM: "Octavo <octavo@octavo.test>",
      OCTAVO_OIDC_ISSUER: oidcIssuer,
      OCTAVO_OIDC_CLIENT_ID: oidcClientId,
      OCTAVO_OIDC_CLIENT_SECRET: oidcClientSecret,
      OCTAVO_ALLOW_PRIVATE_NETWORKS: "true"
    },
    mails: mail.mails,
    saml,
    oidc,
    /** Names of what lies in the bucket. */
    bucket: () => readdirSync(bucket, { recursive: true, encoding: "utf8" }).filter((name) => /octavo./.test(name)),
    close: async () => {
      await Promise.all([s3.close(), mail.close(), saml.close(), oidc.close()])
    }
  }
}

export interface InstalledServer {
  readonly outside: Awaited<ReturnType<typeof startOutside>>
  /** Of an admin. */
  readonly api: Client
  readonly organization: string
  /** The space and the published site of `pages`. */
  readonly space: string
  readonly site: { readonly id: string; readonly url: string }
  readonly log: () => string
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

/** Files of a repository that ask for many parts. */
export const pages: Readonly<Record<string, string | Uint8Array>> = {
  "README.md":
    "# Handbook\n\nWelcome **aboard**.\n\n```ts\nconst one: number = 1\n```\n\n$$\\frac{a}{b}$$\n\n" +
    "![dot](dot.png)\n\n![drawing](drawing.svg)\n\n![moves](moves.gif)\n\nAnd 手冊, 안내서.\n",
  "dot.png": pixel,
  "drawing.svg": drawing,
  "moves.gif": Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")
}

const eventually = async <A>(find: () => A | undefined | Promise<A | undefined>): Promise<A> => {
  const again = lookAgain()
  for (const end = Date.now() + 60_000; Date.now() < end; await again()) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error("it did not happen in a minute")
}

const pageOf = async ({ site }: InstalledServer) => {
  const answer = await fetch(site.url)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return text
}

const zipOf = async (files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [path, text] of Object.entries(files)) await writer.add(path, new Uint8ArrayReader(bytesOf(text)))
  return writer.close()
}

const openapi = async ({ api, organization }: InstalledServer, slug: string, description: object) => {
  const path = `/v1/orgs/${organization}/openapi/${slug}`
  const made = await api.request("PUT", path, { body: { source: { text: JSON.stringify(description) } } })
  expect(made.status, made.text).toBe(201)
  return followSpec(api, path)
}

/** By what they are for. */
export const insideParts: Readonly<Record<string, (server: InstalledServer) => Promise<void>>> = {
  "code in colours": async (server) => {
    expect(await pageOf(server)).toMatch(/<span class="[^"]+">[^<]*const\b/)
  },
  formulas: async (server) => {
    expect(await pageOf(server)).toContain("<mfrac>")
  },
  "files in S3-compatible storage": async (server) => {
    expect(server.outside.bucket().length).toBeGreaterThan(2)
    const sources = [...(await pageOf(server)).matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, source]) => source!)
    const images = sources.filter((source) => /\.(?:png|svg|gif)/.test(source))
    expect(images.length).toBeGreaterThan(2)
    for (const image of images) {
      const answer = await fetch(new URL(image, server.site.url))
      expect([answer.status, answer.headers.get("content-type")], image).toEqual([
        200,
        expect.stringMatching(/^image\//)
      ])
    }
  },
  "sites as static files": async ({ api, organization, space }) => {
    const sites = `/v1/orgs/${organization}/sites`
    const { body: site } = await api.post(sites, { title: "Files", spaces: [space] })
    expect((await api.post(`${sites}/${site.id}/publish`)).status).toBe(200)
    const { body: begun } = await api.post(`${sites}/${site.id}/exports`)
    const done = await eventually(async () => {
      const { body } = await api.get(`${sites}/${site.id}/exports/${begun.id}`)
      return body.completedAt === undefined ? undefined : body
    })
    expect([done.status, done.reason]).toEqual(["completed", undefined])
    const zip = new Uint8Array(await (await fetch(done.downloadURL)).arrayBuffer())
    expect([...zip.subarray(0, 2)].map((byte) => String.fromCharCode(byte)).join("")).toBe("PK")
    expect(zip.length).toBe(done.size)
  },
  "addresses of titles in Chinese": async ({ api, space }) => {
    const changes = [{ operation: "insert_page", title: "手冊", document: { markdown: "文字" } }]
    const made = await api.post(`/v1/spaces/${space}/content`, { changes })
    expect(made.status, made.text).toBe(200)
    const page = await api.get(`/v1/spaces/${space}/content/path/shou-ce`)
    expect([page.status, page.body?.title]).toEqual([200, "手冊"])
  },
  "PDFs with pictures, and words about fonts that are not installed": async ({ api, log, space }) => {
    const { body } = await api.get(`/v1/spaces/${space}/pdf`)
    const pdf = await readPdf(new Uint8Array(await (await fetch(body.url)).arrayBuffer()))
    expect(pdf.text).toContain("Welcome")
    expect(pdf.sheets.reduce((sum, { images }) => sum + images, 0)).toBe(3)
    for (const name of ["@embedpdf/fonts-sc", "@embedpdf/fonts-kr"]) {
      expect(log().match(new RegExp(`boxes[^\\n]*npm install ${name},`, "g")), name).toHaveLength(1)
    }
  },
  "descriptions of APIs": async (server) => {
    const pets = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} }
    const good = await openapi(server, "pets", pets)
    expect(good).toMatchObject({ lastVersion: expect.any(String), lastProcessedErrors: [] })
    const old = await openapi(server, "old", { swagger: "2.0", info: { title: "Old", version: "1" }, paths: {} })
    expect(old).toMatchObject({ lastVersion: expect.any(String), lastProcessedErrors: [] })
    const bad = await openapi(server, "bad", { ...pets, info: { version: "1" } })
    expect(bad.lastProcessedErrors[0].message).toContain("title")
  },
  "agents that read": async ({ api, site }) => {
    const answer = await api
      .as(undefined)
      .post(
        `${site.url}~mcp`,
        { jsonrpc: "2.0", id: 1, method: "tools/list" },
        { headers: { accept: "application/json, text/event-stream" } }
      )
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("searchDocumentation")])
  },
  "imports of HTML in archives": async ({ api, organization }) => {
    const bytes = await zipOf({
      "page.html": "<!doctype html><title>Tea</title><h1>Tea</h1><ul><li>Brew <b>it</b></ul>"
    })
    const type = "application/zip"
    const { body } = await announce(api, organization, bytes, { kind: "import_file", name: "tea.zip", type })
    expect((await send(api, body.url, bytes, type)).status).toBe(200)
    const space = (await api.post(`/v1/orgs/${organization}/spaces`, { title: "Imported" })).body.id
    const source = { type: "file", files: [body.key] }
    const run = await api.post(`/v1/org/${organization}/imports`, { source, target: { space } })
    expect(run.status, run.text).toBe(201)
    const done = await eventually(async () => {
      const now = await api.get(new URL(run.body.urls.location).pathname)
      return ["pending", "in-progress"].includes(now.body.status) ? undefined : now.body
    })
    expect(done).toMatchObject({ status: "completed", pages: [{}] })
    const page = await api.get(`/v1/spaces/${space}/content/page/${done.pages[0].id}?format=markdown`)
    expect(page.body.markdown).toContain("* Brew **it**")
  },
  "custom fonts": async ({ api, organization }) => {
    expect(await freshFont(api, organization)).toMatchObject({ fontFaces: [{ weight: 400 }] })
    expect(caveat(400).length).toBeGreaterThan(1000)
  },
  "custom hostnames": async ({ api, organization, site }) => {
    const path = `/v1/orgs/${organization}/sites/${site.id}`
    // a name under which others have theirs
    const refused = await api.patch(path, { hostname: "s3.us-east-1.amazonaws.com" })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("hostname")])
    expect((await api.patch(path, { hostname: "docs.acme.co.uk" })).status).toBe(200)
  },
  mail: async ({ api, organization, outside }) => {
    const invited = await api.post(`/v1/orgs/${organization}/invites`, { emails: ["bob@octavo.test"], role: "read" })
    expect(invited.body).toMatchObject({ invited: 1 })
    const mail = await eventually(() => outside.mails.find(({ to }) => to.includes("bob@octavo.test")))
    expect(mail.text).toContain("Acme")
  },
  "single sign-on with SAML": async ({ api, organization, outside: { saml } }) => {
    const made = await api.post(`/v1/orgs/${organization}/saml`, {
      label: "Okta",
      ...saml.settings,
      defaultRole: "read"
    })
    expect(made.status, made.text).toBe(201)
    saml.answersFor({ id: "subject", email: "sam@octavo.test", name: "Sam Sample" })
    const browser = makeBrowser()
    await browser.submit(await browser.get(made.body.service.startURL))
    expect(browser.cookies().map(({ name }) => name)).toContain("octavo-session")
  },
  "single sign-on with OpenID Connect": async ({ api, organization, outside: { oidc } }) => {
    await api.post(`/v1/orgs/${organization}/invites`, { emails: ["olga@octavo.test"], role: "read" })
    oidc.open(api.origin)
    oidc.answersFor({ sub: "olga", email: "olga@octavo.test", email_verified: true, name: "Olga Open" })
    const browser = makeBrowser()
    await browser.get(`${api.origin}/app/~/oidc/start`)
    expect(browser.cookies().map(({ name }) => name)).toContain("octavo-session")
  }
}
