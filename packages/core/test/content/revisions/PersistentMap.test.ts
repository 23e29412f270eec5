import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { canonicalJson, endsChunk } from "../../../src/content/revisions/model/MapNode.ts"
import type { MapEdit } from "../../../src/content/revisions/model/PersistentMap.ts"
import * as PersistentMap from "../../../src/content/revisions/model/PersistentMap.ts"
import { makeMaps } from "./support.ts"

const key = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((n) => `k${String(n).padStart(4, "0")}`),
  fc.string({ maxLength: 6, unit: "binary" })
)
const batch = fc.uniqueArray(fc.tuple(key, fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 1 }))), {
  selector: ([k]) => k,
  maxLength: 150,
  size: "max"
})
const history = fc.array(batch, { maxLength: 6 })

const bySortedKey = (map: ReadonlyMap<string, unknown>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

const applyTo = (model: Map<string, unknown>, changes: ReadonlyArray<readonly [string, unknown]>) => {
  for (const [k, value] of changes) {
    if (value === undefined) model.delete(k)
    else model.set(k, value)
  }
}

const numbered = (count: number): ReadonlyArray<readonly [string, number]> =>
  Array.from({ length: count }, (_, i) => [`key-${String(i).padStart(6, "0")}`, i] as const)

describe("PersistentMap", () => {
  it("behaves as a sorted Map under any edits", () => {
    fc.assert(
      fc.property(history, (batches) => {
        const maps = makeMaps()
        const model = new Map<string, unknown>()
        let root: PersistentMap.MapRoot<unknown> = null
        for (const changes of batches) {
          const edited: MapEdit<unknown> = maps.edit(root, changes)
          root = edited.root
          applyTo(model, changes)
          assert.strictEqual(edited.size, model.size)
          assert.strictEqual(PersistentMap.size(maps.lookup, root), model.size)
        }
        const expected = bySortedKey(model)
        assert.strictEqual(canonicalJson(PersistentMap.scan(maps.lookup, root)), canonicalJson(expected))
        for (const [k] of batches.flat()) {
          assert.strictEqual(canonicalJson(PersistentMap.get(maps.lookup, root, k)), canonicalJson(model.get(k)))
        }
      })
    )
  })

  it("gives equal content equal hash, whatever the history", () => {
    fc.assert(
      fc.property(history, fc.integer(), (batches, seed) => {
        const maps = makeMaps()
        const model = new Map<string, unknown>()
        let root: PersistentMap.MapRoot<unknown> = null
        for (const changes of batches) {
          root = maps.edit(root, changes).root
          applyTo(model, changes)
        }
        const content = bySortedKey(model)
        assert.strictEqual(maps.edit<unknown>(null, content).root, root)
        // one by one, in another order
        const shuffled = content.map((entry, i) => [entry, Math.imul(seed + i, 0x9e3779b1) >>> 0] as const)
        let other: PersistentMap.MapRoot<unknown> = null
        for (const [entry] of shuffled.sort((a, b) => a[1] - b[1])) other = maps.edit(other, [entry]).root
        assert.strictEqual(other, root)
      }),
      { numRuns: 60 }
    )
  })

  it("creates exactly the nodes that the old map does not have", () => {
    fc.assert(
      fc.property(batch, batch, (first, second) => {
        const maps = makeMaps()
        const before = maps.edit(null, first)
        const after = maps.edit(before.root, second)
        const fromNothing = makeMaps()
        const content = PersistentMap.scan(maps.lookup, after.root)
        const whole = fromNothing.edit<unknown>(null, content).created
        for (const hash of after.created.keys()) {
          assert.isTrue(whole.has(hash))
          assert.isFalse(before.created.has(hash))
        }
        for (const hash of whole.keys()) assert.isTrue(after.created.has(hash) || before.created.has(hash))
      })
    )
  })

  it("changes nothing when nothing changes", () => {
    const maps = makeMaps()
    const { root } = maps.edit(null, numbered(500))
    const same = maps.edit<number>(root, [
      ["key-000123", 123],
      ["absent", undefined],
      ["key-000400", 400]
    ])
    assert.strictEqual(same.root, root)
    assert.strictEqual(same.created.size, 0)
    assert.strictEqual(same.size, 500)
    assert.strictEqual(maps.edit(root, []).root, root)
  })

  it("is null again when everything is removed", () => {
    const maps = makeMaps()
    const { root } = maps.edit(null, numbered(500))
    const edited = maps.edit<number>(
      root,
      numbered(500).map(([k]) => [k, undefined])
    )
    assert.deepStrictEqual([edited.root, edited.size, edited.created.size], [null, 0, 0])
  })

  it("diffs as a naive comparison does", () => {
    fc.assert(
      fc.property(history, history, (shared, own) => {
        const maps = makeMaps()
        const left = new Map<string, unknown>()
        let a: PersistentMap.MapRoot<unknown> = null
        for (const changes of shared) {
          a = maps.edit(a, changes).root
          applyTo(left, changes)
        }
        const right = new Map(left)
        let b = a
        for (const changes of own) {
          b = maps.edit(b, changes).root
          applyTo(right, changes)
        }
        const expected = [...new Set([...left.keys(), ...right.keys()])]
          .sort((x, y) => (x < y ? -1 : 1))
          .filter((k) => canonicalJson(left.get(k)) !== canonicalJson(right.get(k)) || left.has(k) !== right.has(k))
          .map((k) => ({
            key: k,
            ...(left.has(k) ? { before: left.get(k) } : {}),
            ...(right.has(k) ? { after: right.get(k) } : {})
          }))
        assert.strictEqual(canonicalJson(PersistentMap.diff(maps.lookup, a, b)), canonicalJson(expected))
      })
    )
  })

  it("visits on an edit, a read and a diff only what differs", () => {
    const maps = makeMaps()
    const { root } = maps.edit(null, numbered(10_000))
    const visits = (f: () => unknown) => {
      maps.visited.clear()
      f()
      return maps.visited.size
    }
    let next: PersistentMap.MapRoot<number> = null
    assert.isAtMost(
      visits(() => PersistentMap.get(maps.lookup, root, "key-005000")),
      7
    )
    assert.isAtMost(
      visits(() => {
        next = maps.edit(root, [["key-005000", -1]]).root
      }),
      7
    )
    assert.isAtMost(
      visits(() => PersistentMap.diff(maps.lookup, root, next)),
      14
    )
    assert.isAtMost(
      visits(() => maps.edit(root, [["key-005000x", 1]])),
      40
    )
    assert.isAtMost(
      visits(() => PersistentMap.scan(maps.lookup, root, { prefix: "key-00500" })),
      12
    )
    assert.isAtMost(
      visits(() => PersistentMap.scan(maps.lookup, root, { after: "key-005000", limit: 20 })),
      16
    )
  })

  it("scans ranges as a filter would", () => {
    const maps = makeMaps()
    const words = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom("a", "b", "/") })
    fc.assert(
      fc.property(
        fc.uniqueArray(words, { maxLength: 100 }),
        fc.option(words, { nil: undefined }),
        fc.option(words, { nil: undefined }),
        fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
        (keys, prefix, after, limit) => {
          const { root } = maps.edit(
            null,
            keys.map((k) => [k, 0])
          )
          const expected = [...keys]
            .sort()
            .filter((k) => k.startsWith(prefix ?? "") && (after === undefined || k > after))
            .slice(0, limit)
          const scanned = PersistentMap.scan(maps.lookup, root, { prefix, after, limit }).map(([k]) => k)
          assert.deepStrictEqual(scanned, expected)
        }
      )
    )
  })

  it.each([
    ["never", (k: string) => !endsChunk(k, 0, 5)],
    ["always", (k: string) => endsChunk(k, 0, 5)]
  ] as const)("stays canonical with keys that %s end a node", (_, chosen) => {
    const keys = numbered(2_000)
      .flatMap(([k]) => (chosen(k) ? [k] : []))
      .slice(0, 300)
    const maps = makeMaps()
    fc.assert(
      fc.property(fc.subarray(keys), fc.subarray(keys), (some, gone) => {
        const full = maps.edit(
          null,
          some.map((k) => [k, 0])
        )
        const less = maps.edit<number>(
          full.root,
          gone.map((k) => [k, undefined])
        )
        const left = some.filter((k) => !gone.includes(k))
        assert.strictEqual(
          less.root,
          maps.edit(
            null,
            left.map((k) => [k, 0])
          ).root
        )
        const kept = new Set(some)
        const back = gone.filter((k) => kept.has(k))
        assert.strictEqual(
          maps.edit<number>(
            less.root,
            back.map((k) => [k, 0])
          ).root,
          full.root
        )
      }),
      { numRuns: 30 }
    )
  })

  it("builds 10,000 entries at once, each looked at twice and nothing read", () => {
    let seen = 0
    const entries = Array.from({ length: 10_000 }, (_, i) => {
      const value = {
        get title() {
          seen++
          return `Page ${i}`
        },
        slug: `p-${i}`
      }
      return [`page-${i}`, value] as const
    })
    const { edit, visited } = makeMaps()
    const { size, created } = edit(null, entries)
    assert.strictEqual(size, 10_000)
    assert.isBelow(created.size, 2_500)
    assert.isAtMost(seen, 20_000)
    assert.strictEqual(visited.size, 0)
  })
})
