/** Repositories as people type them, and what imports and exports did, in words. */
import { describe, expect, it } from "vitest"
import type { GitOperation } from "../src/logic/api.ts"
import {
  branchOf,
  lastPlace,
  placeWords,
  refOf,
  repositoryProblem,
  resultWords,
  stateWords,
  treeUrlOf,
  withCredentials
} from "../src/logic/gitRuns.ts"

it.each([
  ["main", "refs/heads/main"],
  [" docs/next ", "refs/heads/docs/next"],
  ["refs/tags/v1", "refs/tags/v1"]
])("The branch %j is the ref %s, and comes back", (typed, ref) => {
  expect(refOf(typed)).toBe(ref)
  expect(refOf(branchOf(ref))).toBe(ref)
})

it.each([
  ["https://github.com/acme/docs", undefined],
  [" http://git.local:3000/docs.git ", undefined],
  ["git@github.com:acme/docs.git", /begins with https/],
  ["ssh://git@github.com/acme/docs.git", /over http and https/],
  ["docs", /begins with https/]
])("The address %j is right, or it is said why not", (typed, problem) => {
  const found = repositoryProblem(typed)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(problem)
})

it.each([
  ["https://a.org/x.git", "", "", "https://a.org/x.git"],
  [" https://a.org/x.git ", "", "t", "https://oauth2:t@a.org/x.git"],
  ["https://a.org/x.git", "ada", "p:@/ ?", "https://ada:p%3A%40%2F%20%3F@a.org/x.git"],
  // what stands in the address already goes
  ["https://old:secret@a.org/x.git", "ada", "t", "https://ada:t@a.org/x.git"],
  ["https://a.org/x@y.git", "", "t", "https://oauth2:t@a.org/x@y.git"]
])("%j of %j with %j is %s, as servers read it again", (url, user, token, whole) => {
  const typed = withCredentials(url, { user, token })
  expect(typed).toBe(whole)
  if (token !== "") expect(decodeURIComponent(new URL(typed).password)).toBe(token)
})

it.each([
  ["https://github.com/acme/docs.git", "main", "https://github.com/acme/docs/blob/main"],
  ["https://github.com/acme/docs/", "a/b c", "https://github.com/acme/docs/blob/a/b%20c"],
  ["https://gitlab.acme.org/g/s/docs.git", "main", "https://gitlab.acme.org/g/s/docs/-/blob/main"],
  ["https://git.acme.org/docs.git", "main", undefined],
  ["https://github.com/acme/docs", "refs/tags/v1", undefined],
  ["https://github.com/", "main", undefined],
  ["docs", "main", undefined]
])("%s on %s is seen at %s", (url, branch, seen) => expect(treeUrlOf({ url, branch })).toBe(seen))

describe("An operation", () => {
  const operation = (more: Partial<GitOperation>): GitOperation => ({
    object: "git-operation",
    id: "o",
    space: "s",
    kind: "import",
    state: "completed",
    url: "https://github.com/acme/docs.git",
    ref: "refs/heads/main",
    repoProjectDirectory: "",
    attempts: 1,
    createdAt: "2026-01-01T00:00:00Z",
    ...more
  })
  const counts = { pages: 3, files: 1, reusableContents: 0, created: 0, updated: 0, deleted: 0, warnings: [] }

  it.each<[Partial<GitOperation>, string, string | undefined]>([
    [{ state: "pending", attempts: 0 }, "Waits for its turn", undefined],
    [{ state: "pending" }, "Waits to be tried again", undefined],
    [{ state: "running" }, "Under way", undefined],
    [{ state: "running", progress: { message: "Reading", fraction: 0.426 } }, "Reading (43 %)", undefined],
    [{ state: "failed", error: { reason: "Empty", message: "No" } }, "Not imported", undefined],
    [{ state: "failed", kind: "export" }, "Not exported", undefined],
    [{ counts }, "Imported", "3 pages and 1 file in Git: nothing was new here."],
    [
      { counts: { ...counts, created: 1, updated: 2, deleted: 3 } },
      "Imported",
      "3 pages and 1 file in Git: 1 page new, 2 changed, 3 deleted."
    ],
    [
      { counts, changeRequest: "c" },
      "Imported",
      "3 pages and 1 file in Git. Both sides changed the same: Git's version waits."
    ],
    [{ kind: "export", commit: "abc" }, "Exported", undefined]
  ])("%o is told in words", (more, state, result) => {
    expect([stateWords(operation(more)), resultWords(operation(more))]).toEqual([state, result])
  })

  it("says where it took from, and the last that succeeded is where the next one goes", () => {
    expect(placeWords(operation({ repoProjectDirectory: "docs" }))).toBe("acme/docs, main, folder docs")
    expect(placeWords(operation({ url: "http://127.0.0.1/a.git", ref: "refs/tags/v1" }))).toBe("a, refs/tags/v1")
    const failed = operation({ state: "failed", ref: "refs/heads/wrong" })
    expect(lastPlace([failed, operation({ repoProjectDirectory: "docs" })])).toEqual({
      url: "https://github.com/acme/docs.git",
      branch: "main",
      folder: "docs"
    })
    expect(lastPlace([failed])?.branch).toBe("wrong")
    expect(lastPlace([])).toBeUndefined()
  })
})
