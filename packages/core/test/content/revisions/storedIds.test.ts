/** Content from before ids began with a letter is read with the ids of today, and written with the bytes of before. */
import { storedId, withCurrentIds, withEarlierIds } from "@octavo/document"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  decodeNode,
  encodeNode,
  endsChunk,
  entriesOf,
  type MapEntry,
  writtenNode
} from "../../../src/content/revisions/model/MapNode.ts"
import { currentId, currentIdsOf } from "../../../src/kernel/shared/currentIds.ts"
import { utf8 } from "../../../src/kernel/shared/hash.ts"
import { makeId } from "../../../src/kernel/shared/ids.ts"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const of = (choices: string, length: number) =>
  fc.array(fc.constantFrom(...choices), { minLength: length, maxLength: length }).map((all) => all.join(""))
/** As they were made until then: the first of eight letters of time was always 0. */
const earlier = fc.tuple(of(letters.slice(0, 36), 1), of(letters, 20)).map(([a, b]) => `0${a}${b}`)
const id = earlier.map(currentId)
/** Also texts that look like ids of either kind. */
const text = fc.oneof(earlier, id, fc.string(), fc.constantFrom("authenticationEndpoint", "documentationStructure"))
const slug = fc.oneof(id, fc.stringMatching(/^[a-z-]{1,30}$/))

const leaf = (entries: ReadonlyArray<readonly [string, unknown]>): ReadonlyArray<MapEntry> =>
  entries.map(([key, item]) => ({ key, item: item as MapEntry["item"], count: 1 }))

const pages = fc.array(
  fc
    .record({ id, parent: fc.option(id), title: text, slug, description: text, to: id })
    .map(({ to, ...page }) => [page.id, { ...page, target: { kind: "page", page: to, space: to } }] as const)
)
const children = fc.array(fc.tuple(fc.option(id), id).map(([parent, one]) => [`${parent ?? ""}/a0/${one}`, 0] as const))
const slugs = fc.array(fc.tuple(fc.option(id), slug, id).map(([at, own, one]) => [`${at ?? ""}/${own}`, one] as const))
const variables = fc.array(fc.tuple(fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,30}$/), text))
const paths = fc.array(
  fc.tuple(fc.stringMatching(/^[a-z0-9/.]{1,40}$/), id).map(([path, one]) => [path, { kind: "page", id: one }] as const)
)

describe("Nodes of content", () => {
  it("hold ids as they always did, and come back the same, whatever people wrote", () => {
    fc.assert(
      fc.property(fc.oneof(pages, children, slugs, variables, paths), (entries) => {
        const all = leaf(entries)
        const stored = utf8.decode(encodeNode(0, all))
        const read = decodeNode(JSON.parse(stored))
        expect(read.keys).toEqual(entries.map(([key]) => key))
        expect(read.items).toEqual(entries.map(([, item]) => item))
      })
    )
  })

  it("are kept as they were written: the same that their bytes say, with what did not change the very same", () => {
    fc.assert(
      fc.property(fc.oneof(pages, children, slugs, variables, paths), (entries) => {
        const bytes = encodeNode(0, leaf(entries))
        const node = writtenNode(bytes)!
        const { texts, ...kept } = node
        expect(kept).toEqual(decodeNode(JSON.parse(utf8.decode(bytes))))
        expect(texts!.map((one) => JSON.parse(one))).toEqual(JSON.parse(utf8.decode(bytes))[2])
        const again = encodeNode(0, entriesOf(node))
        expect(utf8.decode(again)).toBe(utf8.decode(bytes))
        writtenNode(again)!.items.forEach((item, i) => {
          expect(item).toBe(node.items[i])
        })
      })
    )
  })

  it("from before have the ids of today, and written again the bytes that they had", () => {
    fc.assert(
      fc.property(earlier, earlier, earlier, (page, parent, space) => {
        const record = { id: page, parent, target: { kind: "page", page: parent, space }, title: `About ${page}` }
        for (const before of [
          `[0,["${page}"],[${JSON.stringify(record)}]]`,
          `[0,["/Zz/${page}","${parent}/a0/${page}"],[0,0]]`,
          `[0,["/start","${parent}/install"],["${parent}","${page}"]]`,
          `[0,["a.md"],[{"id":"${page}","kind":"page"}]]`,
          `[1,["${page}","${parent}"],["h","i"],[7,8]]`,
          `[1,["${parent}/a0/${page}"],["h"],[7]]`,
          `[1,["${parent}/install"],["h"],[7]]`
        ]) {
          const { counts, items, keys, level } = decodeNode(JSON.parse(before))
          const [a, b] = [currentId(page), currentId(parent)]
          expect(JSON.stringify([keys, items]).replaceAll(`About ${page}`, "")).not.toContain(`"0`)
          expect(JSON.stringify([keys, items])).toMatch(new RegExp(`${a}|${b}`))
          const entries = keys.map((key, i) => ({ key, item: items[i]!, count: counts?.[i] ?? 1 }))
          expect(utf8.decode(encodeNode(level, entries))).toBe(
            level === 0 && before.includes("target") ? JSON.stringify(sorted(JSON.parse(before))) : before
          )
        }
      })
    )
  })

  it("end where they ended before", () => {
    // computed by the code of then: changing anything here changes the hash of all content
    const ends = Array.from({ length: 8 }, (_, i) => endsChunk(`aV0000000000000000000${i}`, 0, 5))
    expect(ends).toEqual([false, false, false, false, false, false, true, false])
  })
})

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)])
        )
      : value

describe("Ids from before", () => {
  it("stand for one id of today each, in the same order", () => {
    fc.assert(
      fc.property(earlier, earlier, (a, b) => {
        expect(currentId(a)).toMatch(/^[A-Za-z][A-Za-z0-9_-]{21}$/)
        expect(Math.sign(currentId(a).localeCompare(currentId(b), "en-u-kf-upper"))).toBe(
          Math.sign(a.localeCompare(b, "en-u-kf-upper"))
        )
        expect(currentId(a) < currentId(b)).toBe(a < b)
        expect(currentId(a) === currentId(b)).toBe(a === b)
        expect(currentId(a) < makeId()).toBe(a < storedId(makeId()))
      })
    )
  })

  it("are found in texts, and nothing else is", () => {
    const [one] = fc.sample(earlier, { numRuns: 1, seed: 1 }) as [string]
    const now = currentId(one)
    for (const around of ["$", "/s/$/x", '{"id":"$"}', "space:$/guides", "a.$ b"]) {
      expect(withCurrentIds(around.replace("$", one))).toBe(around.replace("$", now))
      expect(withEarlierIds(around.replace("$", now))).toBe(around.replace("$", one))
    }
    for (const other of [`x${one}`, `${one}x`, `-${one}`, `${one}_`, one.slice(1), "authenticationEndpoint"]) {
      expect(withCurrentIds(other)).toBe(other)
      expect(withEarlierIds(other)).toBe(other)
    }
  })

  it("are read in bodies where ids are asked for, and left alone in texts", () => {
    const [one] = fc.sample(earlier, { numRuns: 1, seed: 2 }) as [string]
    const body = (of: string) => ({
      spaces: [of],
      page: of,
      title: one,
      changes: [{ markdown: one, before: { page: of } }]
    })
    expect(currentIdsOf(body(one))).toEqual(body(currentId(one)))
  })
})
