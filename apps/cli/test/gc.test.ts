import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { cleanUp, initialized, octavo, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

it("removes nothing that has a name, and says what it did", async () => {
  const database = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
  await initialized(database)
  expect(await octavo(["gc", "--database", database, "--json"])).toMatchObject({
    code: 0,
    json: { named: 0, removed: 0, bytes: 0, leftovers: 0 }
  })
  expect(await octavo(["gc", "--database", database, "--grace", "0"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("hours from 1 to 8760")
  })
})
