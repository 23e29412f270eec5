import { describe, expect, it } from "vitest"
import { versionStateOf } from "../../../src/delivery/site-records/versions.ts"

const one = (id: string, versionOf: string | null = null, isDefault = false) => ({ id, versionOf, isDefault })
const [docs, root] = [one("docs"), one("docs", null, true)]
const [v2, v1, other] = [one("v2", "docs"), one("v1", "docs"), one("other")]

describe("versionStateOf", () => {
  // what is read, what there is, the newest and how it stands to it
  const table: ReadonlyArray<readonly [typeof docs, ReadonlyArray<typeof docs>, string | undefined]> = [
    [v1, [root, v2, v1], "docs older"],
    [root, [root, v2, v1], "docs newest"],
    // nothing at the root is one of them: translations that are no default
    [v1, [one("others", null, true), docs, v2, v1], "docs older"],
    [docs, [docs, one("v2", "docs", true), v1], "v2 next"],
    [v1, [docs, one("v2", "docs", true), v1], "v2 older"],
    [one("v2", "docs", true), [docs, one("v2", "docs", true), v1], "v2 newest"],
    // what they were cut from is not on the site, or not shown
    [v1, [v2, v1], "v2 older"],
    [v2, [v2, v1], "v2 newest"],
    [v1, [v1, other], undefined],
    [other, [root, v1, other], undefined],
    [docs, [docs, other], undefined]
  ]
  it.each(table)("%# %#", (read, all, expected) => {
    const found = versionStateOf(read, all)
    expect(found && `${found.newest.id} ${found.state}`).toBe(expected)
  })
})
