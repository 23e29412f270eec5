import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { canonicalJson, sameJson } from "../../../src/content/revisions/model/MapNode.ts"
import { PageRecord } from "../../../src/content/revisions/model/Records.ts"
import { contentHash, makeHasher, utf8 } from "../../../src/kernel/shared/hash.ts"
import { makeLru, setCacheBudget } from "../../../src/kernel/shared/lru.ts"
import { page } from "./support.ts"

describe("contentHash", () => {
  it("is SHA-256 in base64url, at once or in pieces", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
        const expected = createHash("sha256").update(bytes).digest("base64url")
        assert.strictEqual(contentHash(bytes), expected)
        const hasher = makeHasher()
        hasher.update(bytes.subarray(0, cut))
        hasher.update(bytes.subarray(cut))
        assert.strictEqual(hasher.digest(), expected)
      })
    )
  })

  it("keeps a byte order mark in text", () => {
    assert.strictEqual(utf8.decode(utf8.encode("\uFEFFé")), "\uFEFFé")
  })
})

describe("canonicalJson", () => {
  it("is JSON, the same for equal values", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        assert.deepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
        const reversed = JSON.parse(JSON.stringify(value), (_, inner) =>
          inner !== null && typeof inner === "object" && !Array.isArray(inner)
            ? Object.fromEntries(Object.entries(inner).reverse())
            : inner
        )
        assert.strictEqual(canonicalJson(reversed), text)
      })
    )
    assert.strictEqual(canonicalJson({ b: undefined, a: [1, "x", null] }), `{"a":[1,"x",null]}`)
  })
})

describe("sameJson", () => {
  it("agrees with canonical text", () => {
    const value = fc.jsonValue({ maxDepth: 2 })
    const pair = fc.oneof(
      fc.tuple(value, value),
      value.map((v) => [v, JSON.parse(canonicalJson(v))] as const)
    )
    fc.assert(
      fc.property(pair, ([a, b]) => {
        assert.strictEqual(sameJson(a, b), canonicalJson(a) === canonicalJson(b))
      })
    )
    assert.isTrue(sameJson({ a: 1, b: undefined }, { a: 1 }))
    assert.isFalse(sameJson({ a: 1, b: null }, { a: 1 }))
    assert.isFalse(sameJson({ a: 1 }, { a: 1, b: 2 }))
    assert.isFalse(sameJson([], {}))
    assert.isFalse(sameJson({}, { constructor: "x" }))
    assert.isFalse(sameJson({ constructor: "x" }, {}))
    assert.isFalse(sameJson({}, JSON.parse(`{"__proto__":"x"}`)))
  })
})

describe("makeLru", () => {
  it("keeps what is read and forgets the rest, within its bound", () => {
    const lru = makeLru<number>(100, "test")
    for (let i = 0; i < 50; i++) {
      lru.set(`k${i}`, i, 10)
      assert.strictEqual(lru.get("k0"), 0)
      assert.isAtMost(lru.bytes(), 100)
    }
    assert.strictEqual(lru.get("k49"), 49)
    assert.isUndefined(lru.get("k20"))
  })

  it("counts what a value weighs later, while that is kept", () => {
    const lru = makeLru<object>(100, "test")
    const [first, second] = [{}, {}]
    lru.set("k", first, 40)
    lru.weigh("k", first, 10)
    assert.strictEqual(lru.bytes(), 10)
    lru.set("k", second, 20)
    lru.weigh("k", first, 5)
    assert.strictEqual(lru.bytes(), 20)
    assert.strictEqual(lru.get("k"), second)
  })

  it("shares one budget: all caches together hold no more, and each what is read", () => {
    setCacheBudget(1_000)
    try {
      const caches = Array.from({ length: 10 }, () => makeLru<number>(1_000, "test"))
      const hot = makeLru<number>(1_000, "test")
      hot.set("hot", 1, 100)
      const random = fc.sample(fc.tuple(fc.nat(9), fc.nat(30), fc.integer({ min: 1, max: 250 })), {
        numRuns: 3_000,
        seed: 7
      })
      for (const [i, key, bytes] of random) {
        caches[i]!.set(`k${key}`, key, bytes)
        assert.strictEqual(hot.get("hot"), 1)
        assert.isAtMost(
          [hot, ...caches].reduce((sum, cache) => sum + cache.bytes(), 0),
          1_000
        )
      }
      assert.isAtLeast(
        [hot, ...caches].reduce((sum, cache) => sum + cache.bytes(), 0),
        250
      )
      hot.set("heavy", 2, 251)
      assert.isUndefined(hot.get("heavy"))
    } finally {
      setCacheBudget(256_000_000)
    }
  })

  it("replaces values and keeps none that is too heavy", () => {
    const lru = makeLru<number>(100, "test")
    lru.set("a", 1, 10)
    lru.set("a", 2, 20)
    assert.deepStrictEqual([lru.get("a"), lru.bytes()], [2, 20])
    lru.set("a", 3, 51)
    assert.deepStrictEqual([lru.get("a"), lru.bytes()], [undefined, 0])
    lru.set("b", 4, 50)
    assert.strictEqual(lru.get("b"), 4)
    lru.clear()
    assert.deepStrictEqual([lru.get("b"), lru.bytes()], [undefined, 0])
  })

  it("never gives a value other than the last one set", () => {
    const key = fc.constantFrom("a", "b", "c", "d", "e")
    const step = fc.record({ key, bytes: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => {
        const lru = makeLru<number>(100, "test")
        const last = new Map<string, number>()
        steps.forEach(({ key, bytes }, i) => {
          if (bytes === undefined) {
            const value = lru.get(key)
            if (value !== undefined) assert.strictEqual(value, last.get(key))
          } else {
            lru.set(key, i, bytes)
            last.set(key, i)
            if (bytes <= 50) assert.strictEqual(lru.get(key), i)
          }
          assert.isAtMost(lru.bytes(), 100)
          assert.isAtLeast(lru.bytes(), 0)
        })
      })
    )
  })
})

describe("PageRecord", () => {
  const decode = Schema.decodeUnknownSync(PageRecord)

  it("decodes what is stored", () => {
    const full = page("p", {
      type: "link",
      target: { kind: "page", page: "q", space: "s" },
      href: "q.md",
      layout: { width: "wide", outline: false },
      cover: { ref: { kind: "file", file: "f" }, yPos: 10.5 },
      metaLinks: { canonical: { kind: "url", url: "https://x.y" }, alternates: [] },
      computed: { type: "builtin:openapi", props: { models: true }, dependencies: {} },
      tags: [{ tag: "t", primary: true }]
    })
    assert.deepStrictEqual(decode(JSON.parse(canonicalJson(full))), full)
  })

  it("refuses what no record is", () => {
    assert.throws(() => decode({ ...page("p"), type: "sheet" }))
    assert.throws(() => decode({ ...page("p"), title: undefined }))
  })
})
