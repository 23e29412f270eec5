/** What screens of files ask for. */
import { infiniteQueryOptions } from "@tanstack/react-query"
import { client, pageAt } from "../client.ts"

/** The content that shows a file or leads to it, a part at a time. */
export const fileUsesQuery = (spaceId: string, fileId: string, changeRequestId?: string) =>
  infiniteQueryOptions({
    queryKey: ["space", spaceId, "file-uses", fileId, changeRequestId],
    queryFn: ({ pageParam }) => {
      const query = { limit: 20, ...pageAt(pageParam) }
      return changeRequestId === undefined
        ? client.links.listSpaceFileBacklinks({ params: { spaceId, fileId }, query })
        : client.links.listChangeRequestFileBacklinks({ params: { spaceId, changeRequestId, fileId }, query })
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })
