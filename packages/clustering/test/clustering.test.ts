import { type Example, maxExamples } from "@octavo/core/connections/conversations/Clustering"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ClusterIndex, makeClusterIndex } from "../src/ClusterIndex.ts"
import { labelsOf, summaryOf } from "../src/describe.ts"
import { featuresOf } from "../src/features.ts"
import { makeLatentSpace } from "../src/LatentSpace.ts"
import { successors } from "../src/matching.ts"
import { averageLink, cut, dot, partition } from "../src/partition.ts"
import { labelled } from "./labelled.ts"

/** Numbers from 0 to 1, the same each time. */
const randomly = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const shuffled = <A>(items: ReadonlyArray<A>, seed: number): Array<A> => {
  const random = randomly(seed)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** An id as Octavo makes them: ten letters that grow, then chance. */
const idsOf = (count: number, seed: number): ReadonlyArray<string> => {
  const random = randomly(seed)
  return Array.from(
    { length: count },
    (_, i) => `${i}`.padStart(10, "0") + `${Math.floor(random() * 1e12)}`.padStart(12, "0")
  )
}

const fresh = () => {
  let n = 0
  return makeClusterIndex([], { size: 0, arranged: 0, newId: () => `cluster-${`${n++}`.padStart(4, "0")}` })
}

/** Takes messages in one by one; answers the cluster of each. */
const taken = (index: ClusterIndex, texts: ReadonlyArray<string>, ids: ReadonlyArray<string>) => {
  for (const [i, text] of texts.entries()) {
    index.add(ids[i]!, text)
    if (index.isDue) index.rearrange()
  }
  return ids.slice(0, texts.length).map((id) => index.examples.get(id)?.cluster ?? null)
}

/** Adjusted Rand index of two groupings: 1 the same, 0 as chance would have it. `null` is a group of its own. */
const adjustedRand = (a: ReadonlyArray<string | null>, b: ReadonlyArray<string | null>): number => {
  const pairs = (counts: Iterable<number>) => Array.from(counts).reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
  const [both, left, right] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  for (const [i, x] of a.entries()) {
    const p = x ?? `alone ${i}`
    const q = b[i] ?? `alone ${i}`
    for (const [map, key] of [
      [both, `${p}|${q}`],
      [left, p],
      [right, q]
    ] as const) {
      map.set(key, (map.get(key) ?? 0) + 1)
    }
  }
  const [together, inA, inB] = [pairs(both.values()), pairs(left.values()), pairs(right.values())]
  const expected = (inA * inB) / ((a.length * (a.length - 1)) / 2)
  return inA + inB === 2 * expected ? 1 : (together - expected) / ((inA + inB) / 2 - expected)
}

/** Messages made of the words of a few topics, with some that all topics have. */
const generated = (topics: number, each: number, seed: number) => {
  const random = randomly(seed)
  const pick = <A>(list: ReadonlyArray<A>) => list[Math.floor(random() * list.length)]!
  const word = () =>
    Array.from({ length: 3 }, () => pick(["ka", "lo", "mi", "ter", "sun", "pra", "vel", "dor", "zin", "bu"])).join("")
  const common = Array.from({ length: 25 }, word)
  return Array.from({ length: topics }, () => Array.from({ length: 8 }, word)).flatMap((own, topic) =>
    Array.from({ length: each }, () => ({
      topic: `topic ${topic}`,
      text: shuffled(
        [...Array.from({ length: 4 }, () => pick(own)), ...Array.from({ length: 4 }, () => pick(common))],
        seed
      ).join(" ")
    }))
  )
}

const written = Object.entries(labelled).flatMap(([topic, texts]) => texts.map((text) => ({ topic, text })))

describe("clusters of messages", () => {
  for (const [name, set, least] of [
    ["written by hand, nine topics in four languages", written, 0.75],
    ["made of 12 vocabularies, 300 messages", generated(12, 25, 5), 0.8]
  ] as const) {
    it(`are what a person would make of them: ${name}`, () => {
      const scores = [1, 2, 3].map((seed) => {
        const messages = shuffled(set, seed)
        const found = taken(
          fresh(),
          messages.map(({ text }) => text),
          idsOf(messages.length, seed)
        )
        return adjustedRand(
          found,
          messages.map(({ topic }) => topic)
        )
      })
      console.log(`adjusted Rand index, ${name}: ${scores.map((score) => score.toFixed(2)).join(", ")}`)
      expect(Math.min(...scores)).toBeGreaterThan(least)
    })
  }

  it("are the same for the same messages", () => {
    const texts = shuffled(written, 4).map(({ text }) => text)
    const ids = idsOf(texts.length, 4)
    expect(taken(fresh(), texts, ids)).toEqual(taken(fresh(), texts, ids))
  })

  it("are much the same whether messages come one by one or all at once", () => {
    const texts = shuffled(generated(10, 20, 9), 9).map(({ text }) => text)
    const ids = idsOf(texts.length, 9)
    const oneByOne = taken(fresh(), texts, ids)
    const together = fresh()
    for (const [i, text] of texts.entries()) together.add(ids[i]!, text)
    together.rearrange()
    const atEnd = ids.map((id) => together.examples.get(id)!.cluster)
    expect(adjustedRand(oneByOne, atEnd)).toBeGreaterThan(0.8)
  })

  it("keep their ids as messages come: most stay where they were", () => {
    const texts = shuffled(generated(10, 30, 2), 2).map(({ text }) => text)
    const ids = idsOf(texts.length, 2)
    const index = fresh()
    const half = taken(index, texts.slice(0, 150), ids)
    for (const [i, text] of texts.slice(150).entries()) {
      index.add(ids[150 + i]!, text)
      if (index.isDue) index.rearrange()
    }
    const stayed = half.filter((cluster, i) => cluster !== null && index.examples.get(ids[i]!)!.cluster === cluster)
    expect(stayed.length / half.filter((cluster) => cluster !== null).length).toBeGreaterThan(0.85)
  })

  it("are the same when they are made anew from what is kept", () => {
    const texts = shuffled(generated(8, 20, 3), 3).map(({ text }) => text)
    const ids = idsOf(texts.length, 3)
    const index = fresh()
    taken(index, texts, ids)
    const examples: ReadonlyArray<Example> = shuffled([...index.examples.values()], 8)
    const again = makeClusterIndex(examples, { size: index.size, arranged: index.arranged, newId: () => "none" })
    const probes = generated(8, 5, 3).map(({ text }) => text)
    again.rearrange()
    index.rearrange()
    expect(probes.map(again.nearest)).toEqual(probes.map(index.nearest))
  })

  it("keep a bounded number of examples, some of every cluster", () => {
    const set = generated(6, 20, 1)
    const index = fresh()
    taken(
      index,
      set.map(({ text }) => text),
      idsOf(set.length, 1)
    )
    const clusters = new Set([...index.examples.values()].map(({ cluster }) => cluster))
    const ids = idsOf(maxExamples * 1.1 + set.length + 1, 6)
    for (let i = set.length; i < ids.length; i++) index.add(ids[i]!, set[i % set.length]!.text)
    expect(index.examples.size).toBeLessThanOrEqual(maxExamples * 1.1)
    expect(index.size).toBe(ids.length)
    expect(new Set([...index.examples.values()].map(({ cluster }) => cluster))).toEqual(clusters)
  })

  it("take in whatever text there is", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 40 }), { maxLength: 25 }), (texts) => {
        const ids = idsOf(texts.length, 1)
        const found = taken(fresh(), texts, ids)
        const sizes = new Map<string, number>()
        for (const cluster of found) if (cluster !== null) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
        return found.length === texts.length && [...sizes.values()].every((n) => n >= 2)
      }),
      { numRuns: 60 }
    )
  })

  it("begin with two that say nearly the same, and leave alone what is like nothing else", () => {
    const index = fresh()
    const ids = idsOf(8, 1)
    const texts = ["reset my password", "reset my password please", "reset the password", "a wholly different matter"]
    const found = taken(index, texts, ids)
    expect(found[0]).not.toBeNull()
    expect(found.slice(0, 3)).toEqual([found[0], found[0], found[0]])
    expect(found[3]).toBeNull()
    index.remove(ids[0]!)
    expect([index.size, index.examples.has(ids[0]!)]).toEqual([3, false])
  })
})

describe("average link", () => {
  it("merges the most alike first, and cuts where groups are no longer alike", () => {
    const at = (...xs: ReadonlyArray<number>) => {
      const length = Math.hypot(...xs)
      return Float32Array.from(xs, (x) => x / length)
    }
    const vectors = [at(1, 0), at(1, 0.1), at(0, 1), at(0.1, 1), at(-1, 0)]
    const merges = averageLink(vectors)
    expect(merges).toHaveLength(4)
    expect([...cut(5, merges, 0.5)]).toEqual([0, 0, 1, 1, -1])
    expect([...cut(5, merges, -1)]).toEqual([0, 0, 0, 0, 0])
    expect([...cut(5, merges, 1.1)]).toEqual([-1, -1, -1, -1, -1])
    expect([...partition([])]).toEqual([])
  })

  it("gives every merge the mean similarity of the two groups", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }), {
          minLength: 2,
          maxLength: 9
        }),
        (rows) => {
          const vectors = rows.map((row) => Float32Array.from(row))
          const merges = averageLink(vectors).toSorted((a, b) => b.similarity - a.similarity)
          const groups = new Map(vectors.map((_, i) => [i, [i]]))
          const of = (i: number) => [...groups.entries()].find(([, members]) => members.includes(i))!
          return merges.every(({ a, b, similarity }) => {
            const [x, xs] = of(a)
            const [y, ys] = of(b)
            if (x === y) return false
            const mean =
              xs.flatMap((i) => ys.map((j) => dot(vectors[i]!, vectors[j]!))).reduce((s, v) => s + v, 0) /
              (xs.length * ys.length)
            groups.delete(y)
            groups.set(x, [...xs, ...ys])
            return Math.abs(mean - similarity) < 1e-3
          })
        }
      ),
      { numRuns: 100 }
    )
  })
})

describe("the space", () => {
  it("places messages with length one, and those without known words nowhere", () => {
    const space = makeLatentSpace(written.map(({ text }) => featuresOf(text)))
    const vector = space.place(featuresOf("invoice download"))
    expect(dot(vector, vector)).toBeCloseTo(1, 4)
    const nothing = space.place(featuresOf("xyzzy"))
    expect(dot(nothing, nothing)).toBe(0)
    expect(dot(vector, space.place(featuresOf("download the invoices")))).toBeGreaterThan(
      dot(vector, space.place(featuresOf("dark theme")))
    )
  })

  it("holds when messages repeat or say nothing", () => {
    for (const texts of [[], [""], ["a a", "a a"], Array<string>(30).fill("the same again and again")]) {
      const space = makeLatentSpace(texts.map(featuresOf))
      const all = texts.map((text) => space.place(featuresOf(text)))
      expect(all.every((vector) => vector.every(Number.isFinite))).toBe(true)
    }
  })
})

describe("features", () => {
  it("are words, pairs, and letters of words; pairs of letters where no spaces are", () => {
    expect([...featuresOf("Dark mode").keys()]).toEqual(
      expect.arrayContaining(["wdark", "wmode", "bdark mode", "c da", "cdark", "c mod"])
    )
    expect([...featuresOf("退款申请").keys()]).toEqual([
      "w退款",
      "w款申",
      "b退款 款申",
      "w申请",
      "b款申 申请",
      "w请",
      "b申请 请"
    ])
    expect(featuresOf("Überweisung").get("wuberweisung")).toBe(1)
  })
})

describe("ids of new groups", () => {
  const cases: ReadonlyArray<
    readonly [string, ReadonlyArray<string | null>, ReadonlyArray<number>, ReadonlyArray<string>, object]
  > = [
    ["each keeps its own", ["a", "a", "b", "b"], [0, 0, 1, 1], ["a", "b"], { a: "a", b: "b" }],
    ["two became one: the larger one's", ["a", "a", "a", "b"], [0, 0, 0, 0], ["a"], { a: "a", b: "a" }],
    ["one became two: the larger part keeps it", ["a", "a", "a", "a"], [0, 0, 0, 1], ["a", "new"], { a: undefined }],
    ["as many of both: the older one's", ["b", "a"], [0, 0], ["a"], { a: "a", b: "a" }],
    ["all are alone now", ["a", "a"], [-1, -1], [], { a: null }],
    ["what was alone", [null, null], [0, 0], ["new"], {}]
  ]
  for (const [name, before, groups, ids, movedTo] of cases) {
    it(name, () => {
      const found = successors(before, Int32Array.from(groups), () => "new")
      expect(found.ids).toEqual(ids)
      expect(Object.fromEntries(found.movedTo)).toEqual(movedTo)
    })
  }
})

describe("words for clusters", () => {
  const index = fresh()
  const found = taken(
    index,
    written.map(({ text }) => text),
    idsOf(written.length, 1)
  )
  const labels = labelsOf(written.map(({ text }, i) => ({ text, cluster: found[i]! })))

  it("labels are made of words that stand in the cluster's messages, and tell clusters apart", () => {
    expect(labels.size).toBe(new Set(found.filter((cluster) => cluster !== null)).size)
    expect(new Set(labels.values()).size).toBe(labels.size)
    for (const [cluster, label] of labels) {
      expect(label).not.toBe("")
      expect(label.length).toBeLessThanOrEqual(60)
      const said = written
        .filter((_, i) => found[i] === cluster)
        .map(({ text }) => text.toLowerCase())
        .join("\n")
      for (const phrase of label.toLowerCase().split(", ")) expect(said).toContain(phrase)
    }
    expect([...labels.values()].join("\n")).toMatch(/invoice/i)
    expect([...labels.values()].join("\n")).toContain("退款")
  })

  it("summaries are what the most central messages say, once each", () => {
    expect(summaryOf(["Reset my password", "my PASSWORD, reset!", "", "Where is the mail?"])).toBe(
      "Reset my password\nWhere is the mail?"
    )
    expect(summaryOf(["x ".repeat(300), "y".repeat(500), "z".repeat(500)]).length).toBeLessThanOrEqual(400)
  })
})
