/** Redirects to what is on a site and has no page yet. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Places without pages", (store) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(store)
  })
  afterAll(() => world.stop())

  it("are where redirects to them lead, with what a section and a space is called", async () => {
    const { api } = world
    const org = `/v1/orgs/${world.organization}`
    const [first, second] = [await world.space("First"), await world.space("Second")]
    const site = `${org}/sites/${(await api.post(`${org}/sites`, { title: "Handbook", spaces: [first] })).body.id}`
    const section = (await api.post(`${site}/sections`, { spaceId: second, title: "Later" })).body
    const destinations = {
      "/to-section": { kind: "site-section", siteSectionId: section.id },
      "/to-space": { kind: "site-space", siteSpaceId: section.siteSpaces[0].id }
    }
    for (const [source, destination] of Object.entries(destinations)) {
      const made = await api.post(`${site}/redirects`, { source, destination })
      expect(made.status, made.text).toBe(201)
      const found = await api.get(`${site}/redirect?source=${encodeURIComponent(source)}`)
      expect(found.status, `${source} ${found.text}`).toBe(200)
      expect(found.body.redirect.id).toBe(made.body.id)
      expect(found.body.target).toContain(`/${section.path}`)
    }
    // what is below them is no place
    expect((await api.get(`${site}/redirect?source=${encodeURIComponent("/to-space/x")}`)).status).toBe(404)
  })
})
