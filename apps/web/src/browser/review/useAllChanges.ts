/** All changes of a comparison: the first thousand at once, and the others as they come. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useEffect, useMemo } from "react"
import type { SemanticChange } from "../../logic/api.ts"
import { changesPartsQuery } from "../queries.ts"

interface AllChanges {
  /** Undefined until the first of them are there. */
  readonly changes: ReadonlyArray<SemanticChange> | undefined
  /** How many are still to come. */
  readonly more: number
}

/** @param isWanted whether they are asked for at all */
export const useAllChanges = (
  space: string,
  revision: string,
  of: Parameters<typeof changesPartsQuery>[2],
  isWanted = true
): AllChanges => {
  const { data, fetchNextPage, hasNextPage, isError, isFetching } = useInfiniteQuery({
    ...changesPartsQuery(space, revision, of),
    placeholderData: keepPreviousData,
    enabled: isWanted
  })
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const changes = useMemo(() => data?.pages.flatMap((part) => part.changes), [data])
  return { changes, more: data?.pages.at(-1)?.more ?? 0 }
}
