/** What screens about who is signed in ask for. */
import { infiniteQueryOptions } from "@tanstack/react-query"
import { client, pageAt } from "../client.ts"

/** One's own API tokens, a page of them at a time. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: ["tokens"],
  queryFn: ({ pageParam }) => client.users.listTokens({ query: { limit: 100, ...pageAt(pageParam) } }),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next?.page
})
