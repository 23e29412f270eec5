import { Effect } from "effect"
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
