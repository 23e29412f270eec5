import { describe, expect, it } from "vitest"
import { baseOf, isOutdated } from "../../../src/content/change-requests/ChangeRequest.ts"
import {
  type ChangeRequestAct,
  type ChangeRequestStatus,
  countedAs,
  mayIn
} from "../../../src/content/change-requests/status.ts"

describe("what may be done to a change request", () => {
  const acts: ReadonlyArray<ChangeRequestAct> = ["describe", "status", "edit", "review", "update", "merge", "revert"]
  const table: Readonly<Record<ChangeRequestStatus, string>> = {
    draft: "describe status edit review update merge",
    open: "describe status edit review update merge",
    archived: "describe status update",
    merged: "describe revert"
  }
  for (const [status, may] of Object.entries(table) as ReadonlyArray<[ChangeRequestStatus, string]>) {
    it(status, () => expect(acts.filter((act) => mayIn(status, act)).join(" ")).toBe(may))
  }
})

describe("counts on the space", () => {
  it.each([
    ["draft", { open: 0, draft: 1 }],
    ["open", { open: 1, draft: 0 }],
    ["archived", { open: 0, draft: 0 }],
    ["merged", { open: 0, draft: 0 }]
  ] as const)("%s", (status, counts) => expect(countedAs(status)).toEqual(counts))
})

describe("outdated", () => {
  const record = (status: ChangeRequestStatus, initial: string, ancestor: string | null, primaryRevision: string) => ({
    status,
    revisionInitial: initial,
    revisionMergedAncestor: ancestor,
    primaryRevision
  })
  it.each([
    ["at its first revision", record("draft", "r1", null, "r1"), false],
    ["the space moved on", record("open", "r1", null, "r2"), true],
    ["updated", record("open", "r1", "r2", "r2"), false],
    ["updated, and the space moved on", record("archived", "r1", "r2", "r3"), true],
    ["merged", record("merged", "r1", null, "r2"), false]
  ] as const)("%s", (_, one, outdated) => expect(isOutdated(one)).toBe(outdated))

  it("counts from the last update", () => {
    expect(baseOf(record("open", "r1", null, "r3"))).toBe("r1")
    expect(baseOf(record("open", "r1", "r2", "r3"))).toBe("r2")
  })
})
