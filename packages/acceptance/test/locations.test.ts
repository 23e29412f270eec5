/** `Location` of everything that is made (RFC 9110, 15.3.2): it is there, and leads to what was made. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Document, readDocument } from "../src/document.ts"
import { bodies, furnish, type Ids } from "../src/furnished.ts"
import { smallestBody, urlOf } from "../src/requests.ts"
import { onBothStores } from "../src/stores.ts"
import { caveat, upload } from "../src/uploads.ts"
import { startWorld, type World } from "../src/world.ts"

/** Answers 201 of which nothing can be read by an address of its own, with the reason. */
const placeless: Readonly<Record<string, string>> = {
  createToken: "a token is shown once, and then only listed",
  generateStorageUploadURL: "the answer says where the file is to be sent",
  createSiteRedirect: "the contract names none: redirects are listed",
  applyTemplateToSpace: "the answer is empty: what is made is many pages"
}

onBothStores("Locations", (store) => {
  let world: World
  let document: Document
  let ids: Ids
  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    const person = await world.member("comment")
    ids = await furnish(world.api, world.organization, person.id, "Own")
  })
  afterAll(() => world.stop())

  /** Bodies that make something, where those of other walks only try to. */
  const making = async (id: string): Promise<unknown> => {
    switch (id) {
      case "addSectionToSite":
      case "addSpaceToSite":
        return { spaceId: await world.space(id) }
      case "addSectionToGroup":
        return { sectionId: ids["siteSectionId"] }
      case "applyTemplateToSpace":
        return { id: "blank" }
      case "startSiteExport":
        // only a published site becomes files
        await world.api.post(`/v1/orgs/${world.organization}/sites/${ids["siteId"]}/publish`)
        return {}
      case "createCustomFont": {
        const storageKey = await upload(world.api, world.organization, caveat(400))
        return { fontFamily: "Made", fontFaces: [{ weight: 400, storageKey }] }
      }
      default:
        return bodies[id]?.(ids)
    }
  }

  /** Id of a change request that is merged. */
  const merged = async (): Promise<string> => {
    const at = `/v1/spaces/${ids["spaceId"]}/change-requests`
    const { id } = (await world.api.post(at, { subject: "Merged" })).body
    const changes = [{ operation: "insert_page", title: "Merged", document: { markdown: "x" } }]
    await world.api.post(`${at}/${id}/content`, { changes })
    await world.api.post(`${at}/${id}/merge`)
    return id
  }

  it("lead to what was made, of every operation that makes something", async () => {
    const problems: Array<string> = []
    const followed: Array<string> = []
    for (const operation of document.operations) {
      if (operation.definition["responses"]["201"] === undefined) continue
      const body = (await making(operation.id)) ?? smallestBody(document, operation)
      const path = urlOf(document, operation, {
        ...ids,
        ...(operation.method === "PUT" ? { specSlug: "made" } : {}),
        ...(operation.id === "revertChangeRequest" ? { changeRequestId: await merged() } : {})
      })
      const made = await world.api.request(operation.method, path, body === undefined ? {} : { body })
      if (made.status !== 201) {
        problems.push(`${operation.id} ${made.status} ${made.text.slice(0, 200)}`)
        continue
      }
      const location = made.headers.get("location")
      if (operation.id in placeless) expect(location, operation.id).toBeNull()
      else if (location === null) problems.push(`${operation.id} has no Location`)
      else {
        const found = await world.api.get(location)
        if (found.status !== 200) problems.push(`${operation.id} ${location} ${found.status}`)
        else if (operation.id !== "addSectionToGroup" && found.body.id !== made.body?.id)
          problems.push(`${operation.id} ${location} is of ${found.body.id}`)
        else followed.push(operation.id)
      }
    }
    expect(problems).toEqual([])
    expect(followed).toEqual(expect.arrayContaining(["addSectionToSite", "addSectionGroupToSite", "addSpaceToSite"]))
    expect(followed.length).toBeGreaterThan(20)
  })

  it("that objects tell of themselves lead to them", async () => {
    const found = new Map<string, string>()
    const collect = (value: unknown): void => {
      if (value === null || typeof value !== "object") return
      const { id, urls } = value as { readonly id?: string; readonly urls?: { readonly location?: string } }
      if (id !== undefined && urls?.location !== undefined) found.set(urls.location, id)
      for (const inner of Object.values(value)) collect(inner)
    }
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      collect((await world.api.get(urlOf(document, operation, ids))).body)
    }
    expect(found.size).toBeGreaterThan(15)
    for (const [location, id] of found) {
      const { body, status } = await world.api.get(location)
      expect([location, status, body.id]).toEqual([location, 200, id])
    }
  })
})
