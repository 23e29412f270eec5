/** The API, asked in the session of this page. */
import { octavoClient } from "@octavo/client"
import { base, sessionKey } from "./place.ts"

const inSession: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    headers: { ...(init?.headers as Record<string, string>), ...(sessionKey && { "octavo-session": sessionKey }) }
  })

export const client = octavoClient({ url: `${base}/~/api`, fetch: inSession })

/** Most items of one answer. */
const most = 1000

interface ListPage<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: { readonly page: string }
}

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
