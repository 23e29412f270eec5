import { expect, it } from "vitest"
import { onBothStores } from "../src/stores.ts"
import { startWorld } from "../src/world.ts"
onBothStores("smoke", (store) => {
  it("works", async () => {
    const world = await startWorld(store)
    const id = await world.space()
    expect((await world.api.get(`/v1/spaces/${id}`)).status).toBe(200)
    console.log(world.logs, (await world.api.get(`/v1/spaces/${id}`)).body.urls)
    await world.stop()
  })
})
