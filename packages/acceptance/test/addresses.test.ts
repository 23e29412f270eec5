/** Wherever an address is taken: one that is none is refused with what to change, and never a fault of the server. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { tokenRequest } from "../src/authorize.ts"
import { makeBrowser } from "../src/browse.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Texts that begin as addresses do, and that nothing can be reached at. */
const bad = [
  "http://127.0.0.1:99999/callback",
  "https://example.com:65536/",
  "https://example.com:-1/",
  "http://[::1/",
  "http://[zz]/",
  "https://",
  "http://:80/",
  "http://exa mple.com/",
  "http://%zz.example.com/",
  "https://user:pass@:443/",
  "http://1.2.3.4.5/",
  "http://256.256.256.256/"
]

onBothStores("An address that is none is refused", (store) => {
  let world: World
  let space: string
  let site: string
  let publishedURL: string
  let program: { ask: (address: string) => Promise<number>; allow: (address: string) => Promise<number> }

  beforeAll(async () => {
    world = await startWorld(store)
    space = await world.space()
    site = (
      await world.api.post(`/v1/orgs/${world.organization}/sites`, { type: "basic", title: "Site", spaces: [space] })
    ).body.id
    await world.api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: "insert_page", title: "Here", document: { markdown: "Words.\n" } }]
    })
    publishedURL = (await world.api.post(`/v1/orgs/${world.organization}/sites/${site}/publish`)).body.urls.published
    const browser = makeBrowser()
    await browser.post(`${world.origin}/app/~/sign-in`, { token: world.admin.token, to: "" }, world.origin)
    const asked = (redirect_uri: string) => ({ ...Object.fromEntries(tokenRequest().asked), redirect_uri })
    const path = `${world.origin}/app/~/authorize`
    const form = (await browser.get(`${path}?${tokenRequest().asked}`)).form("/authorize").fields.get("form")!
    program = {
      ask: async (address) => (await browser.ask(`${path}?${new URLSearchParams(asked(address))}`)).status,
      allow: async (address) => (await browser.post(path, { ...asked(address), form }, world.origin, false)).status
    }
  })
  afterAll(() => world.stop())

  const org = () => `/v1/orgs/${world.organization}`
  const sent = (method: string, path: () => string, body: (address: string) => object) => async (address: string) =>
    (await world.api.request(method, path(), { body: body(address) })).status
  const asked = (path: (address: string) => string) => async (address: string) =>
    (await world.api.get(path(encodeURIComponent(address)))).status
  const siteAt = (rest: string) => () => `${org()}/sites/${site}/${rest}`
  const spaceAt = (rest: string) => () => `/v1/spaces/${space}/${rest}`

  const places: Readonly<Record<string, (address: string) => Promise<number>>> = {
    "the page of programs": (address) => program.ask(address),
    "the yes to programs": (address) => program.allow(address),
    "a person's picture": sent(
      "PATCH",
      () => `/v1/users/${world.admin.id}`,
      (photoURL) => ({ photoURL })
    ),
    "an organization's logo": sent("PATCH", org, (logo) => ({ logo })),
    "a space's icon": sent(
      "PATCH",
      () => `/v1/spaces/${space}`,
      (icon) => ({ icon })
    ),
    "single sign-on": sent(
      "POST",
      () => `${org()}/saml`,
      (ssoURL) => ({ label: "x", ssoURL })
    ),
    webhooks: sent(
      "POST",
      () => `${org()}/webhooks`,
      (url) => ({ name: "x", url, events: ["comment_created"] })
    ),
    "OpenAPI specifications": sent(
      "POST",
      () => `${org()}/openapi`,
      (url) => ({ slug: "petstore", source: { url } })
    ),
    "an import from Git": sent("POST", spaceAt("git/import"), (url) => ({ url, ref: "refs/heads/main" })),
    "an export to Git": sent("POST", spaceAt("git/export"), (url) => ({
      url,
      ref: "refs/heads/main",
      commitMessage: "x"
    })),
    "a repository's pages": sent("POST", spaceAt("git/import"), (repoTreeURL) => ({
      url: "https://example.com/x.git",
      ref: "refs/heads/main",
      repoTreeURL
    })),
    "imports of websites": sent(
      "POST",
      () => `/v1/org/${world.organization}/imports`,
      (url) => ({
        source: { type: "website", url },
        target: { space }
      })
    ),
    "files by address": sent("POST", spaceAt("content"), (url) => ({
      changes: [{ operation: "insert_files", files: [{ name: "a.json", url }] }]
    })),
    "MCP servers": sent("POST", siteAt("mcp-servers"), (url) => ({ name: "x", url })),
    redirects: sent("POST", siteAt("redirects"), (url) => ({ source: "/a", destination: { kind: "external", url } })),
    "redirects in bulk": sent("PUT", siteAt("redirects"), (url) => ({
      redirects: [{ source: "/b", destination: { kind: "external", url } }]
    })),
    "links of a site": sent("POST", siteAt("external-links"), (url) => ({ title: "Elsewhere", url })),
    "where visitors sign in": sent("PATCH", siteAt("publishing/auth"), (fallbackURL) => ({
      backend: "custom",
      fallbackURL
    })),
    "where visitors sign out": sent("PATCH", siteAt("publishing/auth"), (logoutURL) => ({
      backend: "custom",
      logoutURL
    })),
    embeds: asked((url) => `/v1/urls/embed?url=${url}`),
    "embeds of a space": asked((url) => `/v1/spaces/${space}/embed?url=${url}`),
    "content by address": asked((url) => `/v1/urls/content?url=${url}`),
    "published content by address": asked((url) => `/v1/urls/published?url=${url}`),
    "published content by address, posted": sent(
      "POST",
      () => "/v1/urls/published",
      (url) => ({ url })
    )
  }

  /** What is taken where not every address is. */
  const published = () => publishedURL
  const good: Readonly<Record<string, () => string>> = {
    "the page of programs": () => "http://127.0.0.1:8080/callback",
    "the yes to programs": () => "http://127.0.0.1:8080/callback",
    "files by address": () => `${world.origin}/openapi.json`,
    "content by address": () => `${world.origin}/app/s/${space}/`,
    "published content by address": published,
    "published content by address, posted": published
  }

  it.each(Object.keys(places))("%s", async (place) => {
    // the address is all that is wrong with what is refused
    expect(await places[place]!(good[place]?.() ?? "https://example.com/here")).toBeLessThan(400)
    for (const address of bad) {
      const status = await places[place]!(address)
      expect(status, address).toBeGreaterThanOrEqual(400)
      expect(status, address).toBeLessThan(500)
    }
  })
})
