import { describe, expect, it } from "vitest"
import {
  basenamePattern,
  basenameProblem,
  basenames,
  freePath,
  pathPattern,
  slug,
  versionPath
} from "../../../src/delivery/sites/names.ts"

const plain = { publicUrl: "https://acme.com", version: "0", built: "" }
const wildcard = { publicUrl: "https://app.docs.acme.com", siteHost: "docs.acme.com", version: "0", built: "" }

describe("slug", () => {
  it.each([
    ["Product Docs", "product-docs"],
    ["  --Über uns!--  ", "uber-uns"],
    ["API v2.0", "api-v2-0"],
    ["日本語", "site"],
    ["", "site"],
    ["a".repeat(200), "a".repeat(50)],
    [`${"a".repeat(49)} b`, "a".repeat(49)],
    ["<script>", "script"]
  ])("%s", (title, expected) => {
    expect(slug(title, "site")).toBe(expected)
    expect(slug(title, "site")).toMatch(basenamePattern)
    expect(slug(title, "site")).toMatch(pathPattern)
  })
})

describe("versionPath", () => {
  it.each([
    ["1.4", "1.4"],
    ["v2.0 Beta", "v2.0-beta"],
    ["Über 3..1.", "uber-3.1"],
    ["日本語", "version"],
    ["...", "version"],
    ["~drafts", "drafts"],
    ["㏂".repeat(50), `${"a-m-".repeat(12)}a`],
    [`${"a".repeat(49)}.b`, "a".repeat(49)]
  ])("%s", (title, expected) => {
    expect(versionPath(title)).toBe(expected)
    expect(versionPath(title)).toMatch(pathPattern)
  })
})

describe("basenames", () => {
  it("ends with one that is as good as free", () => {
    expect(basenames(plain, "Docs", "aB3xY9zQ")).toEqual([
      "docs",
      "docs-2",
      "docs-3",
      "docs-4",
      "docs-5",
      "docs-ab3xy9zq"
    ])
  })
  it("leaves out the address of Octavo itself", () => {
    expect(basenames(wildcard, "App", "x")[0]).toBe("app-2")
  })
  it("says why a basename cannot be", () => {
    expect(basenameProblem(plain, "app")).toBeUndefined()
    expect(basenameProblem(plain, "a".repeat(100))).toBeUndefined()
    expect(basenameProblem(wildcard, "app")).toContain("reserved")
    expect(basenameProblem(wildcard, "a".repeat(64))).toContain("63")
    expect(basenameProblem(plain, "xn--docs")).toContain("xn--")
  })
  it.each(["-a", "a-", "A", "a b", "a.b", "a/b", "ä", ""])("%s is none", (text) => {
    expect(basenamePattern.test(text)).toBe(false)
  })
})

describe("paths", () => {
  it("get a number when they are taken", () => {
    expect(freePath("docs", new Set())).toBe("docs")
    expect(freePath("docs", new Set(["docs", "docs-2"]))).toBe("docs-3")
  })
  it.each(["..", ".", "~gitbook", "a/b", "a b", "a%2f", "", "?"])("%s is none", (text) => {
    expect(pathPattern.test(text)).toBe(false)
  })
  it.each(["v1.0", "API", "a_b", "_x", "a~b"])("%s is one", (text) => {
    expect(pathPattern.test(text)).toBe(true)
  })
})
