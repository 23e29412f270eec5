/**
 * Lists: `limit` 0..1000 (default 50), `page` an opaque signed keyset cursor that is bound to the list and its
 * filters. Order is stable under inserts, because a cursor names the last item's sort key and not an offset.
 */
import { Effect, Schema } from "effect"
import { Invalid } from "./errors.ts"
import { SigningKey, signValue, verifyValue } from "./signature.ts"

const defaultLimit = 50
export const maxLimit = 1000

/** What a caller may ask of every list. */
export const ListQuery = {
  page: Schema.optionalKey(
    Schema.String.annotate({ description: "Identifier of the page of results: the `next.page` of the answer before." })
  ),
  limit: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxLimit })).annotate({
      description: "How many items to return, 0 to 1000; 50 when omitted."
    })
  )
}
export interface ListParams {
  readonly page?: string | undefined
  readonly limit?: number | undefined
}

/** One page of a list, as services return it and the API sends it. `count` is the number of all items that match. */
export interface Page<A> {
  readonly next?: { readonly page: string }
  readonly count: number
  readonly items: ReadonlyArray<A>
}

/** The sort key of an item: as many strings or numbers as the list's ORDER BY has columns, the last one unique. */
export type Key = ReadonlyArray<string | number>

/** What a store is asked: up to `limit` items after `after` in the list's order. */
export interface Slice {
  readonly after: Key | undefined
  readonly limit: number
}

/** What a store answers: the items found, and how many match in all. */
export interface Sliced<A> {
  readonly items: ReadonlyArray<A>
  readonly count: number
}

/** Of lists whose items may be long: how long one is, and all of an answer may be, which has at least one item. */
export interface Lengths<Row> {
  /** In UTF-16 units of what people wrote. */
  readonly of: (row: Row) => number
  readonly most: number
}

/** The longest that people's texts in one answer are together, in UTF-16 units: sent in a fraction of a second. */
export const longestAnswer = 8_000_000

/** Items that are read first of a list whose items may be long. */
const firstPortion = 50

/**
 * Reads a slice whose items may be long a portion at a time, as many at once as may fit by what those before were long.
 * Ends with the first item that is too much.
 */
const loadWithin = Effect.fnUntraced(function* <Row, E, R>(
  { after, limit }: Slice,
  keyOf: (row: Row) => Key,
  load: (slice: Slice) => Effect.Effect<Sliced<Row>, E, R>,
  { most, of }: Lengths<Row>
): Effect.fn.Return<Sliced<Row> & { readonly fitting: number }, E, R> {
  const items: Array<Row> = []
  let length = 0
  let wanted = firstPortion
  for (;;) {
    const asked = Math.min(limit - items.length, wanted)
    const last = items.at(-1)
    const part = yield* load({ after: last === undefined ? after : keyOf(last), limit: asked })
    for (const item of part.items) {
      items.push(item)
      length += of(item)
      if (length > most && items.length > 1) return { items, count: part.count, fitting: items.length - 1 }
    }
    if (part.items.length < asked || items.length === limit) {
      return { items, count: part.count, fitting: items.length }
    }
    wanted = 1 + Math.floor((most - length) / Math.max(1, length / items.length))
  }
})

const badPage = new Invalid({
  message: "page is not a page of this list with these filters; use next.page of an earlier answer, or leave it out"
})

/**
 * Answers one page of a list.
 * @param list names the list and everything that selects its items, so that a cursor of another list is refused
 * @param keyOf the sort key of an item, as the store orders
 * @param load reads a slice; it is asked for one item more than the page holds
 * @param lengths where items may be long: then a page ends before it is too long
 */
export const paginate = <Row, E, R>(
  list: ReadonlyArray<string | number | boolean | null | undefined>,
  params: ListParams,
  keyOf: (row: Row) => Key,
  load: (slice: Slice) => Effect.Effect<Sliced<Row>, E, R>,
  lengths?: Lengths<Row>
): Effect.Effect<Page<Row>, E | Invalid, R | SigningKey> =>
  Effect.gen(function* () {
    const key = yield* SigningKey
    const name = JSON.stringify(list)
    const limit = params.limit ?? defaultLimit
    if (!Number.isInteger(limit) || limit < 0 || limit > maxLimit) {
      return yield* new Invalid({ message: `limit must be a whole number from 0 to ${maxLimit}` })
    }
    const after = params.page === undefined ? undefined : (verifyValue(key, name, params.page) as Key | undefined)
    if (params.page !== undefined && after === undefined) return yield* badPage
    const slice = { after, limit: limit === 0 ? 0 : limit + 1 }
    const { count, fitting, items } =
      lengths === undefined
        ? { ...(yield* load(slice)), fitting: limit }
        : yield* loadWithin(slice, keyOf, load, lengths)
    const shown = items.slice(0, Math.min(limit, fitting))
    const last = shown.at(-1)
    if (items.length <= shown.length || last === undefined) return { count, items: shown }
    return { next: { page: signValue(key, name, keyOf(last)) }, count, items: shown }
  })

/** The same page with each item turned into its API shape. */
export const mapPage = <A, B>(page: Page<A>, f: (a: A) => B): Page<B> => ({ ...page, items: page.items.map(f) })
