/** The comment that an address names, as notifications lead there. */
import { useQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { useEffect } from "react"
import { commentAddress, roomAddress } from "../../logic/addresses.ts"
import { goOn } from "../parts/navigation.ts"
import { liveCommentQuery } from "./queries.ts"

/** Id of the comment in the address. */
export const useWantedComment = (): string | undefined => {
  const { comment } = useSearch({ strict: false }) as { readonly comment?: unknown }
  return comment === undefined ? undefined : String(comment)
}

/**
 * Goes on to the page that the comment is on, or to all comments of the space, where the address names the space alone.
 * @param path of the address
 * @param known where pages are, by their ids
 */
export const useWayToComment = (
  space: string,
  path: string,
  known: ReadonlyMap<string, { readonly path: string }>
): void => {
  const id = useWantedComment()
  const { data } = useQuery({ ...liveCommentQuery(space, id ?? ""), enabled: id !== undefined && path === "" })
  const page = data?.target.page?.id
  const there = page === undefined ? undefined : known.get(page)?.path
  const isOnSpace = data !== undefined && page === undefined
  useEffect(() => {
    if (path !== "" || id === undefined) return
    if (there !== undefined) goOn(commentAddress(space, there, id))
    else if (isOnSpace) goOn(`${roomAddress(space, "comments")}?comment=${encodeURIComponent(id)}`)
  }, [space, path, id, there, isOnSpace])
}
