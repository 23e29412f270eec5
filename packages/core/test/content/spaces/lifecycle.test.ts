import { describe, expect, it } from "vitest"
import {
  copyTitle,
  isRestorable,
  parsePurgeJob,
  purgeBefore,
  purgeJob,
  versionTitle
} from "../../../src/content/spaces/lifecycle.ts"
import { codePoints } from "../../../src/kernel/shared/text.ts"

describe("the seven days of a deleted space", () => {
  const deletedAt = "2026-03-01T12:00:00.000Z"
  it.each([
    ["2026-03-01T12:00:00.000Z", true, false],
    ["2026-03-08T11:59:59.999Z", true, false],
    // at the very instant both may happen: whichever comes first
    ["2026-03-08T12:00:00.000Z", true, true],
    ["2026-03-08T12:00:00.001Z", false, true],
    // a clock that went back purges nothing
    ["2026-02-27T12:00:00.000Z", true, false]
  ])("at %s: restorable %s, due %s", (now, restorable, due) => {
    expect(isRestorable(deletedAt, now)).toBe(restorable)
    expect(deletedAt <= purgeBefore(now)).toBe(due)
  })

  it("a job names one deletion, within the 36 letters of a queue", () => {
    const id = "0123456789ABCDEFGHIJab"
    const job = purgeJob({ id, deletedAt })
    expect(job.length).toBeLessThanOrEqual(36)
    expect(parsePurgeJob(job)).toEqual({ id, deletedAt })
    expect(purgeJob({ id, deletedAt: "2026-03-01T12:00:00.001Z" })).not.toBe(job)
    expect(purgeJob({ id, deletedAt: "9999-12-31T23:59:59.999Z" }).length).toBeLessThanOrEqual(36)
  })
})

describe("versionTitle", () => {
  it.each([
    ["Guide", "1.4", "Guide 1.4"],
    ["", "1.4", "1.4"],
    ["📘".repeat(50), "1.4", `${"📘".repeat(46)} 1.4`],
    ["Guide", "x".repeat(50), "x".repeat(50)],
    ["Guide", "x".repeat(49), "x".repeat(49)]
  ])("%s as %s", (title, version, expected) => {
    expect(versionTitle(title, version)).toBe(expected)
    expect(codePoints(versionTitle(title, version))).toBeLessThanOrEqual(50)
  })
})

describe("copyTitle", () => {
  it.each([
    ["Guide", "Guide (copy)"],
    ["", " (copy)"],
    ["Guide (copy)", "Guide (copy) (copy)"],
    ["x".repeat(43), `${"x".repeat(43)} (copy)`],
    ["x".repeat(44), `${"x".repeat(43)} (copy)`],
    ["📘".repeat(50), `${"📘".repeat(43)} (copy)`],
    [`${"x".repeat(42)} yz`, `${"x".repeat(42)} (copy)`]
  ])("%s", (title, expected) => {
    const copy = copyTitle(title)
    expect(copy).toBe(expected)
    expect(Array.from(copy).length).toBeLessThanOrEqual(50)
  })
})
