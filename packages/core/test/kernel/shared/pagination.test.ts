import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Key, paginate, type Slice } from "../../../src/kernel/shared/pagination.ts"
import { SigningKey } from "../../../src/kernel/shared/signature.ts"

const key = new Uint8Array(32).fill(1)
const rows = Array.from({ length: 7 }, (_, i) => ({ id: `r${i}` }))

const list = (params: { readonly page?: string; readonly limit?: number }, name = ["rows"]) =>
  paginate(
    name,
    params,
    (row: { readonly id: string }): Key => [row.id],
    ({ after, limit }: Slice) =>
      Effect.succeed({
        items: rows.filter(({ id }) => after === undefined || id > after[0]!).slice(0, limit),
        count: rows.length
      })
  ).pipe(Effect.provideService(SigningKey, key), Effect.runSync)

const refused = (params: { readonly page?: string; readonly limit?: number }, name?: Array<string>) => {
  try {
    list(params, name)
    return false
  } catch {
    return true
  }
}

describe("paginate", () => {
  it("goes through a list and ends without next", () => {
    const first = list({ limit: 3 })
    const second = list({ limit: 3, page: first.next!.page })
    const third = list({ limit: 3, page: second.next!.page })
    expect([first, second, third].map((page) => page.items.map(({ id }) => id))).toEqual([
      ["r0", "r1", "r2"],
      ["r3", "r4", "r5"],
      ["r6"]
    ])
    expect(third.next).toBeUndefined()
    expect([first.count, third.count]).toEqual([7, 7])
  })
  it("gives no next when the last page is exactly full", () => {
    expect(list({ limit: 7 }).next).toBeUndefined()
  })
  it("counts without items for limit 0", () => {
    expect(list({ limit: 0 })).toEqual({ count: 7, items: [] })
  })
  it("shows 50 by default and takes 1000", () => {
    expect(list({}).items.length).toBe(7)
    expect(list({ limit: 1000 }).items.length).toBe(7)
  })
  it.each([-1, 1001, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses limit %s", (limit) => {
    expect(refused({ limit })).toBe(true)
  })
  it("refuses a page of another list, an edited one, and nonsense", () => {
    const { page } = list({ limit: 1 }).next!
    expect(refused({ page }, ["rows", "other filter"])).toBe(true)
    const [payload, signature] = page.split(".")
    for (const wrong of ["", ".", "x", `${payload}.`, `.${signature}`, `${payload}x.${signature}`, `${page}=`, "%00"]) {
      expect(refused({ page: wrong }), wrong).toBe(true)
    }
  })
})

describe("paginate, of items that may be long", () => {
  /** All pages of a list of items of these lengths, and how many items each read of it was. */
  const pagesOf = (lengths: ReadonlyArray<number>, limit: number, most: number) => {
    const rows = lengths.map((length, index) => ({ index, length }))
    const reads: Array<number> = []
    const pages: Array<ReadonlyArray<number>> = []
    let page: string | undefined
    do {
      const found = paginate(
        ["long"],
        { limit, ...(page !== undefined && { page }) },
        ({ index }: { readonly index: number }): Key => [index],
        ({ after, limit }: Slice) => {
          const from = after === undefined ? 0 : Number(after[0]) + 1
          const items = rows.slice(from, from + limit)
          reads.push(items.reduce((sum, { length }) => sum + length, 0))
          return Effect.succeed({ items, count: rows.length })
        },
        { of: ({ length }) => length, most }
      ).pipe(Effect.provideService(SigningKey, key), Effect.runSync)
      expect(found.count).toBe(rows.length)
      pages.push(found.items.map(({ index }) => index))
      page = found.next?.page
    } while (page !== undefined)
    return { pages, reads }
  }

  it("has every item once, in order, and no page that is too long but for one of a single item", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { maxLength: 300 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 500 }),
        (lengths, limit, most) => {
          const { pages } = pagesOf(lengths, limit, most)
          expect(pages.flat()).toEqual(lengths.map((_, index) => index))
          for (const [at, page] of pages.entries()) {
            const length = page.reduce((sum, index) => sum + lengths[index]!, 0)
            expect(page.length).toBeLessThanOrEqual(limit)
            if (page.length > 1) expect(length).toBeLessThanOrEqual(most)
            // none ends before it must
            const next = pages[at + 1]?.[0]
            if (next !== undefined && page.length < limit) expect(length + lengths[next]!).toBeGreaterThan(most)
          }
        }
      )
    )
  })

  it("reads little more than it shows, and short items in two reads", () => {
    const { pages, reads } = pagesOf(new Array(2_000).fill(1_000), 1_000, 100_000)
    expect(pages[0]).toHaveLength(100)
    expect(Math.max(...reads)).toBeLessThanOrEqual(100_000)
    expect(pagesOf(new Array(1_000).fill(10), 1_000, 100_000).reads).toHaveLength(2)
  })
})
