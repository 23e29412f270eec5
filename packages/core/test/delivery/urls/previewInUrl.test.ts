import { describe, expect, it } from "vitest"
import { previewInUrl } from "../../../src/delivery/urls/previewInUrl.ts"

describe("the preview that a path names", () => {
  it.each([
    ["~/changes/3", [], { changeRequest: "3" }, []],
    ["v2/~/changes/abc/guides/start", ["v2"], { changeRequest: "abc" }, ["guides", "start"]],
    ["de/v2/~/revisions/r1", ["de", "v2"], { revision: "r1" }, []],
    ["~/changes/3/~/revisions/r1", [], { changeRequest: "3" }, ["~", "revisions", "r1"]]
  ])("%s", (path, before, ids, rest) => {
    const found = previewInUrl(path.split("/"))!
    expect(found).toMatchObject({ before, ...ids, rest })
    expect([...found.before, ...found.prefix, ...found.rest].join("/")).toBe(path)
  })
  it.each(["", "changes/3", "~", "~/changes", "~/other/3", "a/~/b/~/changes/3", "~preview/3"])("%s: none", (path) => {
    expect(previewInUrl(path.split("/"))).toBeUndefined()
  })
})
