import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { orderOf } from "../../../src/content/git/GitSync.ts"
import {
  formatCredentials,
  parseCredentials,
  repositoryName,
  repositoryTree
} from "../../../src/content/git/repository.ts"

describe("orderOf", () => {
  const now = "2026-01-02T00:00:00.000Z"
  it.each([
    ["2026-01-01T12:00:00Z", "2026-01-01T12:00:00.000Z"],
    ["2026-01-01T12:00:00+02:00", "2026-01-01T10:00:00.000Z"],
    // a clock that runs ahead does not shut out what comes later (threat: order of imports)
    ["2199-01-01T00:00:00Z", now],
    ["1999-01-01T00:00:00Z", "1999-01-01T00:00:00.000Z"],
    ["tomorrow", undefined],
    ["1", undefined],
    ["", undefined]
  ])("%s is ordered at %s", (timestamp, expected) => {
    expect(orderOf(timestamp, now)).toBe(expected)
  })
})

describe("repositories", () => {
  it.each([
    ["https://example.org/owner/name.git", "owner/name"],
    ["https://example.org/owner/name/", "owner/name"],
    ["https://example.org/group/sub/name", "sub/name"],
    ["https://example.org/", "example.org"]
  ])("%s is called %s", (url, name) => {
    expect(repositoryName(url)).toBe(name)
  })
  it.each<readonly [treeURL: string | null, directory: string, tree: string | undefined]>([
    ["https://github.com/o/r/blob/main", "", "https://github.com/o/r/blob/main"],
    ["https://github.com/o/r/blob/main/", "docs", "https://github.com/o/r/blob/main/docs"],
    ["https://github.com/o/r/tree/release/1.x", "a b/ü", "https://github.com/o/r/tree/release/1.x/a%20b/%C3%BC"],
    ["https://gitlab.com/g/s/p/-/blob/fix#7", "docs#", "https://gitlab.com/g/s/p/-/blob/fix%237/docs%23"],
    ["https://gitlab.com/g/s/p/-/blob/fix%237", "", "https://gitlab.com/g/s/p/-/blob/fix%237"],
    ["https://github.com/o/r/blob/100%", "", "https://github.com/o/r/blob/100%25"],
    [null, "docs", undefined]
  ])("files of the tree %s, in %j, are below %s", (treeURL, directory, tree) => {
    const gitSync = {
      repoName: "o/r",
      installationProvider: "github",
      integration: null,
      url: "",
      updatedAt: ""
    } as const
    expect(repositoryTree({ gitSync: { ...gitSync, treeURL, directory } })).toBe(tree)
  })
  it("nobody knows where files are of a space that is in none", () => {
    expect(repositoryTree({ gitSync: null })).toBeUndefined()
  })
  it("credentials survive being one text", () => {
    const { username, password } = parseCredentials(
      formatCredentials({ username: "me", password: Redacted.make("a:b@c/d%") })
    )
    expect([username, Redacted.value(password)]).toEqual(["me", "a:b@c/d%"])
  })
})
