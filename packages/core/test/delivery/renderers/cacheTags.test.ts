import { describe, expect, it } from "vitest"
import { lifetimeOfPath, tagsOfPath } from "../../../src/delivery/renderers/cacheTags.ts"

const month = 30 * 86_400

describe("what is read at a path", () => {
  it.each([
    ["/v1/spaces/s", ["space:s"], 3600],
    ["/v1/spaces/s?shareKey=k", ["space:s"], 3600],
    ["/v1/spaces/s/content/page/p", ["space:s"], 3600],
    ["/v1/spaces/s/revisions/r?metadata=true", ["space:s"], month],
    ["/v1/spaces/s/revisions/r/page/p/document?evaluated=true", ["space:s"], month],
    ["/v1/spaces/s/revisions", ["space:s"], 3600],
    ["/v1/spaces/s/change-requests/3/changes?limit=2", ["space:s", "space:s:change-request:3"], 3600],
    ["/v1/spaces/s/change-requests", ["space:s"], 3600],
    ["/v1/orgs/o/sites/x/published?shareKey=", ["site:x"], 3600],
    ["/v1/orgs/o/sites/x/redirect?source=/a", ["site:x"], 3600],
    ["/v1/orgs/o/openapi/pets/versions/latest/content", ["organization:o:openapi:pets"], 3600],
    ["/v1/orgs/o/sites", [], 3600],
    ["/v1/orgs/o", [], 3600],
    ["/v1/user", [], 3600],
    ["/v1/spaces/", [], 3600],
    // what would be more than one tag, or none, is none
    ["/v1/spaces/a,b", [], 3600],
    ["/v1/orgs/o/sites/%2C%0A", [], 3600],
    [`/v1/spaces/${"s".repeat(400)}`, [], 3600]
  ])("%s", (path, tags, lifetime) => {
    expect([tagsOfPath(path), lifetimeOfPath(path)]).toEqual([tags, lifetime])
  })
})
