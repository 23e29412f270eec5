/** The API, asked in the session of this page. */
import { octavoClient } from "@octavo/client"
import { jsonBytes } from "../logic/blockJson.ts"
import { takeEarly } from "./early.ts"
import { lineLost } from "./line.ts"
import { api, inSession } from "./place.ts"

export const client = octavoClient({
  url: api,
  fetch: (input, init) => takeEarly(input, init) ?? inSession(input, { signal: lineLost(), ...init }),
  json: jsonBytes
})

/** Most items of one answer. */
const most = 1000

interface ListPage<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: { readonly page: string }
}

/** Where a list is read on from: nowhere for its first page. @param page empty, or as the answer before said */
export const pageAt = (page: string): { readonly page?: string } => (page === "" ? {} : { page })

/** All items of a list. */
export const all = async <A>(
  list: (query: { readonly limit: number; readonly page?: string }) => Promise<ListPage<A>>
): Promise<ReadonlyArray<A>> => {
  const items: Array<A> = []
  let next: { readonly page: string } | undefined
  do {
    const page: ListPage<A> = await list({ limit: most, ...next })
    items.push(...page.items)
    next = page.next
  } while (next !== undefined)
  return items
}
