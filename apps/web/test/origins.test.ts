/** Why somebody has a role, in words. */
import { expect, it } from "vitest"
import type { SpaceAccess } from "../src/logic/api.ts"
import { originWords } from "../src/logic/origins.ts"

const titles = {
  team: (id: string) => ({ t: "Writers" })[id],
  collection: (id: string) => ({ c: "Shelf", u: "" })[id]
}

it.each<[SpaceAccess["origin"], string]>([
  [{ type: "organization", organization: "o" }, "Role in the organization"],
  [{ type: "space", space: "s", reason: "member" }, "Given here"],
  [{ type: "space", space: "s", reason: "team", team: "t" }, "Team Writers, here"],
  [{ type: "space", space: "s", reason: "default" }, "All members, here"],
  [{ type: "collection", collection: "c", reason: "member" }, "Given in Shelf"],
  [{ type: "collection", collection: "c", reason: "team", team: "t" }, "Team Writers, in Shelf"],
  [{ type: "collection", collection: "u", reason: "default" }, "All members, in Untitled"],
  // what is not told, and what is gone meanwhile
  [{ type: "collection", reason: "team" }, "A team, in a collection around it"],
  [{ type: "collection", reason: "default" }, "All members, in a collection around it"],
  [{ type: "collection", collection: "x", reason: "member" }, "Given in a collection around it"],
  [{ type: "space", space: "s", reason: "team", team: "x" }, "A team, here"]
])("%o is %s", (origin, words) => expect(originWords({ origin }, titles)).toBe(words))
