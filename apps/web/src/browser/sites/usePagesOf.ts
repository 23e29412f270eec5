/** Pages of several spaces, by their ids: what screens of a site need to name those that something is about. */
import { useQueries } from "@tanstack/react-query"
import type { ListedPage } from "../../logic/api.ts"
import { pagesById } from "../../logic/pages.ts"
import { pagesQuery } from "../queries.ts"

interface Pages {
  /** Whether all spaces were asked. */
  readonly isRead: boolean
  /** A page of one of the spaces; `undefined` until it was read, and where it is gone. */
  readonly pageOf: (space: string, page: string) => Extract<ListedPage, { type: "document" }> | undefined
}

/** @param spaces ids, each once */
export const usePagesOf = (spaces: ReadonlyArray<string>): Pages => {
  const { isRead, of } = useQueries({
    queries: spaces.map((space) => pagesQuery(space)),
    combine: (asked) => ({
      isRead: asked.every(({ isPending }) => !isPending),
      of: new Map(asked.map(({ data }, at) => [spaces[at], pagesById(data?.pages ?? [])] as const))
    })
  })
  return { isRead, pageOf: (space, page) => of.get(space)?.get(page) }
}
