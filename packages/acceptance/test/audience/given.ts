import { afterAll, beforeAll, expect } from "vitest"
import { type Answer, makeClient } from "../../src/client.ts"
import { importSample, type Sample } from "../../src/sample.ts"
import type { Store } from "../../src/stores.ts"
import { startWorld, type World } from "../../src/world.ts"

export const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
export const secretPage = "Version"

/** Registers what starts and stops it; answers what is there once it runs. */
export const furnishAudience = (store: Store) => {
  let world: World
  let sample: Sample
  let serial = 0
  const fresh = (name: string): string => `${name} ${serial++}`

  beforeAll(async () => {
    world = await startWorld(store)
    sample = await importSample(world)
  })
  afterAll(async () => {
    await sample?.git.close()
    await world?.stop()
  })

  /** Nobody, with or without cookies. */
  const ask = (path: string, cookie?: string, headers: Record<string, string> = {}) =>
    makeClient(world.origin).get(path, { headers: { ...(cookie === undefined ? {} : { cookie }), ...headers } })

  const newSite = async (visibility: string, more: object = {}) => {
    const sites = `/v1/orgs/${world.organization}/sites`
    const title = fresh(`Audience ${store.name}`)
    const { body } = await world.api.post(sites, { title, visibility, spaces: [sample.space] })
    const api = `${sites}/${body.id}`
    await world.api.post(`${api}/publish`)
    if (Object.keys(more).length > 0) await world.api.patch(api, more)
    const root = `/sites/${body.basename}/`
    return { api, id: body.id as string, root }
  }

  const newLink = async (api: string) => {
    const { body } = await world.api.post(`${api}/share-links`, { name: "Friends" })
    return {
      path: new URL(body.urls.published).pathname,
      id: body.id as string,
      key: body.urls.published.split("/").at(-2)
    }
  }

  const keyOf = async (api: string) => (await world.api.get(`${api}/publishing/auth`)).body.privateKey as string

  const cookiesOf = (answer: Answer) => answer.headers.getSetCookie()
  /** The `Cookie` header of a browser that was given these. */
  const kept = (answer: Answer) =>
    cookiesOf(answer)
      .map((line) => line.split(";")[0])
      .join("; ")

  /** Addresses of every kind, below the root of a site that shows the sample. */
  const addresses = async (root: string, cookie?: string) => {
    const { text } = await ask(root, cookie)
    const found = (pattern: RegExp) => {
      const [path] = pattern.exec(text) ?? []
      expect(path, String(pattern)).toBeDefined()
      return path!.slice(root.length)
    }
    return [
      "",
      "guides/start",
      "guides/start/install.md",
      "README.md",
      "llms.txt",
      "llms-full.txt",
      "robots.txt",
      "sitemap.xml",
      "nothing/here",
      found(new RegExp(`${root}_octavo/[^"]+\\.css`)),
      found(new RegExp(`${root}~files/[^"]+`)),
      "~navigation/en/0000000000000000",
      "~logout"
    ]
  }

  return () => ({
    fresh,
    world,
    sample,
    ask,
    newSite,
    newLink,
    keyOf,
    cookiesOf,
    kept,
    addresses
  })
}

export type Audience = ReturnType<typeof furnishAudience>
