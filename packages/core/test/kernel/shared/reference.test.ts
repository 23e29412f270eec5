import { globSync, readFileSync } from "node:fs"
import * as Context from "effect/Context"
import { expect, it } from "vitest"
import { ofRequests, reference } from "../../../src/kernel/shared/reference.ts"

const root = new URL("../../../../../", import.meta.url)

it("a request has an application's references and what the library's are set to, and none of its services", () => {
  const Limit = reference<number>("@octavo/core/test/Limit", () => 1)
  const Service = Context.Service<{ readonly name: string }>("@octavo/core/test/Service")
  const LibrarysOwn = Context.Reference("@effect/test/LibrarysOwn", { defaultValue: () => 1 })
  const application = Context.make(Service, { name: "one" }).pipe(Context.add(Limit, 2), Context.add(LibrarysOwn, 3))
  const request = ofRequests(application as Context.Context<never>)
  expect([...request.mapUnsafe.keys()]).toEqual(["@octavo/core/test/Limit", "@effect/test/LibrarysOwn"])
  expect([Context.get(request, Limit), Context.get(request, LibrarysOwn)]).toEqual([2, 3])
})

it("every reference is made so that requests have it", () => {
  const making = globSync("{packages,apps}/*/src/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => readFileSync(new URL(file, root), "utf8").includes("Context.Reference<"))
    .sort()
  expect(making).toEqual([
    "packages/core/src/kernel/shared/reference.ts",
    // set around reads and never for an application; that package may not import core
    "packages/storage-postgres/src/changedParts.ts"
  ])
})
