/** What the scripts of pages decide, without a browser. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { otherTheme } from "../src/logic/colorTheme.ts"
import { isTyped, opensSearch, resultAfter, tabAfter } from "../src/logic/keyboard.ts"
import { isSlow, type Line } from "../src/logic/line.ts"
import { currentHeading, isPageOf } from "../src/logic/pages.ts"
import { readRecent, readSearches, recentKey, searchesKey, withRecent, withSearch } from "../src/logic/recent.ts"
import { readable, requestOf } from "../src/logic/tryIt.ts"

const keys = (key: string, held: "ctrlKey" | "metaKey" | "altKey" | "" = "") => ({
  key,
  ctrlKey: held === "ctrlKey",
  metaKey: held === "metaKey",
  altKey: held === "altKey"
})

describe("The search dialog", () => {
  it.each([
    ["ArrowDown", -1, 3, 0],
    ["ArrowDown", 0, 3, 1],
    ["ArrowDown", 2, 3, 2],
    ["ArrowUp", 2, 3, 1],
    ["ArrowUp", 0, 3, -1],
    ["ArrowUp", -1, 3, -1],
    ["ArrowDown", -1, 0, undefined],
    ["Enter", 1, 3, undefined],
    ["constructor", 1, 3, undefined]
  ])("%s at result %i of %i leads to %s", (key, index, count, next) => {
    expect(resultAfter(key, index, count)).toBe(next)
  })

  it("reaches every result and the field again by arrows, and never leads beyond them", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.constantFrom("ArrowDown", "ArrowUp"), { maxLength: 60 }),
        (count, pressed) => {
          const at = pressed.reduce((index, key) => resultAfter(key, index, count)!, -1)
          expect(at).toBeGreaterThanOrEqual(-1)
          expect(at).toBeLessThan(count)
          const down = Array.from({ length: count }).reduce<number>(
            (index) => resultAfter("ArrowDown", index, count)!,
            at
          )
          expect(down).toBe(count - 1)
          const up = Array.from({ length: count }).reduce<number>(
            (index) => resultAfter("ArrowUp", index, count)!,
            down
          )
          expect(up).toBe(-1)
        }
      )
    )
  })

  it.each([
    ["k with Ctrl", keys("k", "ctrlKey"), false, true],
    ["K with Ctrl, while somebody writes", keys("K", "ctrlKey"), true, true],
    ["k with Cmd", keys("k", "metaKey"), false, true],
    ["k with Alt", keys("k", "altKey"), false, false],
    ["k", keys("k"), false, false],
    ["a slash", keys("/"), false, true],
    ["a slash that is written", keys("/"), true, false],
    ["a slash with Ctrl", keys("/", "ctrlKey"), false, false],
    ["a slash with Cmd", keys("/", "metaKey"), false, false],
    ["a slash with Alt", keys("/", "altKey"), false, false]
  ])("hears %s", (_, pressed, isWriting, opens) => {
    expect(opensSearch(pressed, isWriting)).toBe(opens)
  })

  it("gives the field what is typed on a result, and nothing else", () => {
    expect(isTyped(keys("a"))).toBe(true)
    expect(isTyped(keys("ä"))).toBe(true)
    for (const pressed of [keys("Enter"), keys("Tab"), keys("c", "ctrlKey"), keys("c", "metaKey")])
      expect(isTyped(pressed)).toBe(false)
  })

  it("remembers the last five results, each once, the latest first", () => {
    const one = (n: number) => ({ href: `/p${n}`, title: `Page ${n}` })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 30 }), (opened) => {
        // through the browser's store each time, as text
        const kept = opened.reduce(
          (text, n) => JSON.stringify(withRecent(readRecent(text), one(n))),
          null as string | null
        )
        const latest = [...new Set(opened.toReversed())].slice(0, 5).map(one)
        expect(readRecent(kept)).toEqual(latest)
      })
    )
  })

  it("remembers the last five queries, each once, in large or small letters, the latest first", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "A", "b", "c", "D", "d", "e", "f", "g")), (typed) => {
        const kept = typed.reduce(
          (text, one) => JSON.stringify(withSearch(readSearches(text), one)),
          null as string | null
        )
        const latest = new Map<string, string>()
        for (const one of typed.toReversed()) if (!latest.has(one.toLowerCase())) latest.set(one.toLowerCase(), one)
        expect(readSearches(kept)).toEqual([...latest.values()].slice(0, 5))
      })
    )
  })

  it.each([null, "", "null", "{}", "3", "[", '[null,3,{"href":1}]', '{"length":2}'])("reads nothing of %s", (text) => {
    expect([...readRecent(text), ...readSearches(text)]).toEqual([])
  })

  it("reads no more than it keeps, whoever wrote it", () => {
    expect(readSearches(JSON.stringify(Array(9).fill("a")))).toHaveLength(5)
    expect(readRecent(JSON.stringify(Array(9).fill({ href: "/", title: "a" })))).toHaveLength(5)
  })

  it("remembers nothing where the address lets in, and what it remembers for each site apart", () => {
    expect(recentKey("/sites/a")).toBe("octavo-recent/sites/a")
    expect(recentKey("/sites/a")).not.toBe(recentKey("/sites/b"))
    expect(searchesKey("octavo-recent/sites/recent")).toBe("octavo-searches/sites/recent")
    expect(recentKey("/sites/a/~preview/eyJ.sig")).toBeUndefined()
    expect(recentKey(undefined)).toBeUndefined()
  })
})

describe("Tabs", () => {
  it("go around by arrows, and to both ends", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), (count, seed) => {
        const index = seed % count
        expect(tabAfter("Home", index, count)).toBe(0)
        expect(tabAfter("End", index, count)).toBe(count - 1)
        const right = tabAfter("ArrowRight", index, count)!
        expect(right).toBe(index === count - 1 ? 0 : index + 1)
        expect(tabAfter("ArrowLeft", right, count)).toBe(index)
        for (const key of ["ArrowDown", "Enter", " ", "toString"]) expect(tabAfter(key, index, count)).toBeUndefined()
      })
    )
  })
})

describe("The typeface", () => {
  it.each<[line: Line | undefined, waits: boolean]>([
    [undefined, false],
    [{}, false],
    [{ rtt: 50, downlink: 10, saveData: false }, false],
    [{ rtt: 150, downlink: 10 }, true],
    [{ rtt: 50, downlink: 1.6 }, true],
    [{ rtt: 50, downlink: 10, saveData: true }, true]
  ])("waits for the style sheet on a slow line: %j", (line, waits) => {
    expect(isSlow(line)).toBe(waits)
  })
})

describe("The switch of colours", () => {
  it.each([
    [undefined, "light", "dark", false],
    [undefined, "dark", "light", false],
    ["dark", "light", "light", true],
    ["light", "dark", "dark", true],
    // a site that has one of its own, which is shown
    ["dark", "dark", "light", false]
  ])("from %s, where %s is usual, to %s; usual: %s", (shown, usual, next, isUsual) => {
    expect(otherTheme(shown, usual)).toEqual({ next, isUsual })
  })
})

describe("Page changes without a reload", () => {
  const link = (href: string, { target = "", download = false } = {}) => {
    const { origin, pathname } = new URL(href, "https://docs.test")
    return { origin, pathname, target, hasAttribute: (name: string) => download && name === "download" }
  }
  it.each<[string, ReturnType<typeof link>, string | undefined, boolean]>([
    ["a page", link("/sites/a/guide"), "/sites/a", true],
    ["the first page", link("/sites/a/"), "/sites/a", true],
    ["a page with a dot that is no extension", link("/sites/a/v1.2.2026-01-01"), "/sites/a", true],
    ["the site's own root without a slash", link("/sites/a"), "/sites/a", false],
    ["another site on this host", link("/sites/b/guide"), "/sites/a", false],
    ["a site whose name begins like it", link("/sites/ab/guide"), "/sites/a", false],
    ["the same path on another host", link("https://other.test/sites/a/guide"), "/sites/a", false],
    ["a file", link("/sites/a/files/one.PDF"), "/sites/a", false],
    ["Markdown", link("/sites/a/guide.md"), "/sites/a", false],
    ["a download", link("/sites/a/guide", { download: true }), "/sites/a", false],
    ["a link for another window", link("/sites/a/guide", { target: "_blank" }), "/sites/a", false],
    ["a page of a site that is loaded as a whole", link("/sites/a/guide"), undefined, false],
    ["a page of a site with a host of its own", link("/guide"), "", true]
  ])("%s", (_, one, base, expected) => {
    expect(isPageOf(one, "https://docs.test", base)).toBe(expected)
  })
})

describe("The outline", () => {
  it.each([
    ["before the first heading", [100, 200], 0],
    ["below the second", [-50, 10, 200], 1],
    ["where one is in a closed tab", [-50, undefined, 200], 0],
    ["where none is shown", [undefined, undefined], 0]
  ])("names the heading %s", (_, tops, at) => {
    expect(currentHeading(tops, 24, false)).toBe(at)
  })

  it("names the last one at the end of the page", () => {
    expect(currentHeading([-50, 300, 500], 24, true)).toBe(2)
  })
})

describe("The form that tries an operation", () => {
  const field = (place: string, name: string, value: string, prefix = "") => ({ place, name, value, prefix })

  it("fills in the path, the query and headers", () => {
    const fields = [
      field("path", "id", "a/b ?#"),
      field("query", "q&", "1=2"),
      field("query", "empty", ""),
      field("header", "X-Key", "secret"),
      field("header", "Authorization", "abc", "Bearer "),
      field("header", "X-None", "", "Bearer ")
    ]
    expect(requestOf("https://api.test/v1/{id}/{id}/{other}", fields)).toEqual({
      url: "https://api.test/v1/a%2Fb%20%3F%23/a%2Fb%20%3F%23/{other}?q%26=1%3D2",
      headers: { "X-Key": "secret", Authorization: "Bearer abc" }
    })
    expect(requestOf("https://api.test/?v=1", [field("query", "a", "b")]).url).toBe("https://api.test/?v=1&a=b")
  })

  it("asks the operation's own host, with what was written as it was written", () => {
    const word = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" })
    fc.assert(
      fc.property(word, word, (inPath, inQuery) => {
        // a part of a path that is one or two dots means another path, however it is written
        fc.pre(!/^\.{1,2}$/.test(inPath))
        const { url } = requestOf("https://api.test/v1/{id}", [
          field("path", "id", inPath),
          field("query", "q", inQuery)
        ])
        const { host, pathname, searchParams } = new URL(url)
        expect(host).toBe("api.test")
        expect(decodeURIComponent(pathname.slice("/v1/".length))).toBe(inPath)
        expect(searchParams.get("q")).toBe(inQuery)
      })
    )
  })

  it("shows JSON in lines, and other answers as they are", () => {
    expect(readable('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
    for (const text of ["", "<p>", '{"a":', "12 apples"]) expect(readable(text)).toBe(text)
  })
})
