/**
 * What an edit costs as a space grows. Bytes and objects are counted, not timed: the same on every machine. The times
 * are in `bench/`.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { PageRecord } from "../../../src/content/revisions/model/Records.ts"
import type { RevisionTree } from "../../../src/content/revisions/model/RevisionTree.ts"
import { contentHash, utf8 } from "../../../src/kernel/shared/hash.ts"
import { makeEditor, page, put } from "./support.ts"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Repeatable text that looks like random ids. */
const makeText = (seed: number) => {
  let state = seed
  return (length: number): string => {
    let out = ""
    for (let i = 0; i < length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      out += letters[(state >>> 16) % 62]
    }
    return out
  }
}

/** A page as a Git import makes it, about 500 bytes. */
const imported = (text: (length: number) => string, parent: string | null, i: number): PageRecord => {
  const slug = `page-about-topic-${i}`
  return page(`0VxC7mZd${text(14)}`, {
    title: `Page about topic ${i}`,
    slug,
    parent,
    order: `b${letters[Math.floor(i / 61) % 62]}${letters[1 + (i % 61)]}`,
    description: "What the page is about, in a sentence of the usual length for one.",
    body: text(43),
    bodySize: 3_000,
    git: { oid: text(40), path: `guides/section/${slug}.md` }
  })
}

/** Ten children for each page: four levels deep at 10,000 pages. */
const nested = (count: number, text: (length: number) => string) => {
  const pages: Array<PageRecord> = []
  for (let i = 0; i < count; i++) {
    pages.push(imported(text, i < 10 ? null : pages[Math.floor(i / 10) - 1]!.id, i))
  }
  return pages
}

const flat = (count: number, text: (length: number) => string) =>
  Array.from({ length: count }, (_, i) => imported(text, null, i))

const bodyOf = (text: string) => utf8.encode(text.repeat(70).slice(0, 3_000))

/** Mean bytes and objects written by an edit of one body, the body itself included. */
const measure = Effect.fnUntraced(function* (shape: typeof flat, count: number, spaces: number, edits: number) {
  let bytes = 0
  let objects = 0
  let most = 0
  for (let space = 0; space < spaces; space++) {
    const text = makeText(space * 7_919 + count)
    const { trees, edit } = yield* makeEditor
    const pages = shape(count, text)
    let hash = yield* edit(null, put(...pages))
    for (let n = 0; n < edits; n++) {
      const body = bodyOf(text(43))
      const id = pages[Math.floor(((n + 0.5) / edits) * count)]!.id
      const patch = { body: contentHash(body), bodySize: body.length, updatedAt: `2026-02-01T00:00:00.${100 + n}Z` }
      const { root, created } = yield* trees.edit(hash, [{ type: "patchPage", id, patch }])
      let written = body.length
      for (const object of created.values()) written += object.length
      bytes += written
      most = Math.max(most, written)
      objects += created.size + 1
      hash = root
    }
  }
  const total = spaces * edits
  return { bytes: Math.round(bytes / total), most, objects: Math.round((objects / total) * 10) / 10 }
})

describe("an edit of one body", () => {
  it.effect.each([
    ["flat", flat],
    ["nested", nested]
  ] as const)("writes at most twice the bytes in a space of 10,000 pages as in one of 10: %s", ([, shape]) =>
    Effect.gen(function* () {
      const small = yield* measure(shape, 10, 40, 10)
      const middle = yield* measure(shape, 1_000, 4, 50)
      const large = yield* measure(shape, 10_000, 1, 200)
      assert.isAtMost(large.bytes / small.bytes, 1.7)
      assert.isAtMost(large.most / small.bytes, 2.5)
      assert.isAtMost(middle.bytes, large.bytes)
      assert.isAtMost(large.objects, 9)
    })
  )
})

describe("cold, in a space of 10,000 pages", () => {
  it.effect("a use reads only what it needs", () =>
    Effect.gen(function* () {
      const { objects, edit } = yield* makeEditor
      const pages = nested(10_000, makeText(1))
      const hash = yield* edit(null, put(...pages))
      const id = pages[7_000]!.id
      const slugs = (page: PageRecord): string => {
        const parent = pages.find((each) => each.id === page.parent)
        return parent === undefined ? page.slug : `${slugs(parent)}/${page.slug}`
      }
      const path = slugs(pages[7_000]!)
      const read = Effect.fnUntraced(function* <A, E>(use: (trees: RevisionTree["Service"]) => Effect.Effect<A, E>) {
        Object.assign(objects.counts, { objects: 0, batches: 0 })
        const value = yield* use(yield* objects.fresh)
        return [value, objects.counts.objects] as const
      })
      const [page, forPage] = yield* read((trees) => Effect.flatMap(trees.open(hash), (r) => r.page(id)))
      assert.strictEqual(page?.id, id)
      assert.isAtMost(forPage, 8)
      const [found, forPath] = yield* read((trees) => Effect.flatMap(trees.open(hash), (r) => r.pageByPath(path)))
      assert.strictEqual(found?.id, id)
      assert.isAtMost(forPath, 30)
      const [home, forHome] = yield* read((trees) => Effect.flatMap(trees.open(hash), (r) => r.pageByPath("")))
      assert.strictEqual(home?.id, pages[0]!.id)
      assert.isAtMost(forHome, 15)
      const patch = { body: "x", updatedAt: "now" }
      const [edited, forEdit] = yield* read((trees) => trees.edit(hash, [{ type: "patchPage", id, patch }]))
      assert.isAtMost(forEdit, 8)
      yield* objects.service.put(edited.created)
      const [diff, forDiff] = yield* read((trees) => trees.diff(hash, edited.root))
      assert.deepStrictEqual(diff.pages.edited[0]?.fields, ["body", "updatedAt"])
      assert.isAtMost(forDiff, 15)
      const [tree, forTree] = yield* read((trees) => Effect.flatMap(trees.open(hash), (r) => r.pages()))
      assert.strictEqual(tree.length, 10)
      assert.isAtMost(forTree, 1_700)
      assert.isAtMost(objects.counts.batches, 7)
    })
  )
})
