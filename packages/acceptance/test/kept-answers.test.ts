/** An answer that is sent again, in front of the router, is the answer that the router gives: of every read. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { shapeOf } from "../src/client.ts"
import { type Document, readDocument } from "../src/document.ts"
import { furnish, type Ids } from "../src/furnished.ts"
import { urlOf } from "../src/requests.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Kept answers", (store) => {
  let world: World
  let document: Document
  let ids: Ids
  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    const person = await world.member("comment")
    ids = await furnish(world.api, world.organization, person.id, "Own")
    // longer than what is sent as it is
    await world.api.post(`/v1/spaces/${ids["spaceId"]}/content`, {
      changes: [
        { operation: "insert_page", title: "Long", slug: "long", document: { markdown: "many words ".repeat(500) } }
      ]
    })
  })
  afterAll(() => world.stop())

  it.each(["identity", "br", "gzip"])("are those of the router, of every operation that reads (%s)", async (coding) => {
    const headers = { "accept-encoding": coding }
    const different: Array<string> = []
    let read = 0
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      const path = urlOf(document, operation, ids)
      // a conditional request is not answered by what is kept
      const made = shapeOf(await world.api.get(path, { headers: { ...headers, "if-none-match": '"none"' } }))
      for (let time = 0; time < 3; time++) {
        const again = shapeOf(await world.api.get(path, { headers }))
        if (JSON.stringify(again) !== JSON.stringify(made)) {
          different.push(`${operation.id}: ${JSON.stringify(made)} and then ${JSON.stringify(again)}`)
          break
        }
      }
      read++
    }
    expect(different).toEqual([])
    expect(read).toBeGreaterThan(80)
  })
})
