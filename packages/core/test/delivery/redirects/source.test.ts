import { describe, expect, it } from "vitest"
import {
  segmentsOf,
  sourceKey,
  sourceOf,
  sourcePattern,
  sourceProblem
} from "../../../src/delivery/redirects/source.ts"

const long = (length: number) => `/${"a".repeat(length - 1)}`
const longEncoded = (length: number) => `/${"%41".repeat(200)}${"b".repeat(length - 601)}`

/** What may be a source. */
const sources: ReadonlyArray<string> = [
  "/a",
  "/A",
  "/0",
  "/old",
  "/old/page",
  "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p",
  "/OLD/Page",
  "/2024/01/31",
  "/v1.2",
  "/index.html",
  "/guide/index.html",
  "/.well-known/security.txt",
  "/a.b.c",
  "/a..b",
  "/...",
  "/.",
  "/..",
  "/a/../b",
  "/a/./b",
  "/-",
  "/_",
  "/~",
  "/~user",
  "/snake_case",
  "/kebab-case",
  "/-.-_~",
  "/%20",
  "/a%20b",
  "/%C3%A9t%C3%A9",
  "/%c3%a9t%c3%a9",
  "/%e6%97%a5%E6%9C%AC",
  "/%F0%9F%98%80",
  "/%2F",
  "/a%2Fb",
  "/%2e%2e",
  "/%25",
  "/%2525",
  "/%00",
  "/%FF",
  "/%3F%23",
  "/%0D%0A",
  "/a%2Bb",
  "/%2A",
  long(2),
  long(511),
  long(512)
]

/** What may not, with a word of the reason. */
const refused: ReadonlyArray<readonly [string, string]> = [
  ["", "begin"],
  [" ", "begin"],
  ["a", "begin"],
  ["a/b", "begin"],
  ["./a", "begin"],
  ["../a", "begin"],
  ["\\a", "begin"],
  ["https://a.test/b", "begin"],
  ["javascript:alert(1)", "begin"],
  ["é", "begin"],
  ["/", "below the root"],
  ["//", "end with a slash"],
  ["/a/", "end with a slash"],
  ["/a/b/", "end with a slash"],
  ["/a//", "end with a slash"],
  ["//a", "empty segment"],
  ["/a//b", "empty segment"],
  ["///a", "empty segment"],
  ["//evil.test/a", "empty segment"],
  ["/%", "hexadecimal"],
  ["/%2", "hexadecimal"],
  ["/%2/a", "hexadecimal"],
  ["/%GG", "hexadecimal"],
  ["/%2g", "hexadecimal"],
  ["/%%20", "hexadecimal"],
  ["/a%", "hexadecimal"],
  ["/a b", "percent-encoded"],
  ["/a ", "percent-encoded"],
  ["/a\t", "percent-encoded"],
  ["/a\r\nlocation: x", "percent-encoded"],
  ["/a\n", "percent-encoded"],
  ["/a\0", "percent-encoded"],
  ["/\\evil", "percent-encoded"],
  ["/a?b", "percent-encoded"],
  ["/a?b=c", "percent-encoded"],
  ["/a#b", "percent-encoded"],
  ["/a+b", "percent-encoded"],
  ["/a*", "percent-encoded"],
  ["/a/*", "percent-encoded"],
  ["/*", "percent-encoded"],
  ["/a&b", "percent-encoded"],
  ["/a=b", "percent-encoded"],
  ["/a:b", "percent-encoded"],
  ["/a@b", "percent-encoded"],
  ["/a;b", "percent-encoded"],
  ["/a,b", "percent-encoded"],
  ["/a!b", "percent-encoded"],
  ["/a$b", "percent-encoded"],
  ["/a(b)", "percent-encoded"],
  ["/a'b", "percent-encoded"],
  ['/a"b', "percent-encoded"],
  ["/<a>", "percent-encoded"],
  ["/{a}", "percent-encoded"],
  ["/[a]", "percent-encoded"],
  ["/a|b", "percent-encoded"],
  ["/a^b", "percent-encoded"],
  ["/a`b", "percent-encoded"],
  ["/été", "percent-encoded"],
  ["/日本", "percent-encoded"],
  ["/😀", "percent-encoded"],
  ["/\uD83D", "percent-encoded"],
  ["/a\u200Bb", "percent-encoded"],
  ["/a\u0301", "percent-encoded"],
  ["/ａ", "percent-encoded"],
  ["/１", "percent-encoded"],
  [long(513), "512"],
  [longEncoded(700), "512"],
  [`${long(512)}/`, "512"]
]

describe("The grammar of sources", () => {
  it.each(sources)("has %j", (source) => {
    expect(sourceProblem(source)).toBeUndefined()
  })

  it.each(refused)("lacks %j: %s", (source, reason) => {
    expect(sourceProblem(source)).toContain(reason)
  })

  it("is the pattern that the OpenAPI document shows, with the length", () => {
    for (const source of [...sources, ...refused.map(([one]) => one)]) {
      expect(sourcePattern.test(source) && source.length <= 512, source).toBe(sourceProblem(source) === undefined)
    }
  })
})

describe("Sources that mean the same", () => {
  const same: ReadonlyArray<readonly [string, string]> = [
    ["/a", "/a"],
    ["/%61", "/a"],
    ["/%41", "/A"],
    ["/a%2db", "/a-b"],
    ["/%2E%2e", "/.."],
    ["/%7euser", "/~user"],
    ["/%c3%a9", "/%C3%A9"],
    ["/%2f", "/%2F"],
    ["/%2525", "/%2525"],
    ["/%2561", "/%2561"]
  ]
  it.each(same)("%s is %s", (source, key) => {
    expect(sourceKey(source)).toBe(key)
    expect(sourceKey(key)).toBe(key)
  })

  it("differ in their case and in an encoded slash", () => {
    expect(sourceKey("/A")).not.toBe(sourceKey("/a"))
    expect(sourceKey("/a%2fb")).not.toBe(sourceKey("/a/b"))
  })
})

describe("Paths of requests", () => {
  const paths: ReadonlyArray<readonly [string, ReadonlyArray<string> | undefined]> = [
    ["/a/b", ["a", "b"]],
    ["/a/b/", ["a", "b"]],
    ["a/b", ["a", "b"]],
    ["/", []],
    ["", []],
    ["/a?b#c", ["a"]],
    ["/a%20b/%C3%A9", ["a b", "é"]],
    ["/été", ["été"]],
    ["/a%2Fb", ["a/b"]],
    ["/a+b", ["a+b"]],
    ["/%2e%2e/x", undefined],
    ["/./x", undefined],
    ["/a//b", undefined],
    ["//a", undefined],
    ["/%", undefined],
    ["/%FF", undefined],
    ["/\uD83D", undefined],
    ["/%00", undefined]
  ]
  it.each(paths)("%s", (path, segments) => {
    expect(segmentsOf(path)).toEqual(segments)
    if (segments === undefined || segments.length === 0) return
    const source = sourceOf(segments)
    expect(sourceProblem(source)).toBeUndefined()
    expect(sourceKey(source)).toBe(source)
    expect(segmentsOf(source)).toEqual(segments)
  })

  it("everything that is not unreserved is encoded", () => {
    expect(sourceOf(["it's (a*b)!", "x/y"])).toBe("/it%27s%20%28a%2Ab%29%21/x%2Fy")
  })
})
