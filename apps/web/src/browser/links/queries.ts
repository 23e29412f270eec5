/** What screens of links ask for. */
import { infiniteQueryOptions } from "@tanstack/react-query"
import { client, pageAt } from "../client.ts"

/** What a list of links is of: a space or one page of it, in the live content or in a draft. */
export interface LinksWanted {
  /** Id. */
  readonly changeRequest: string | undefined
  /** Id. */
  readonly page: string | undefined
  readonly isBroken: boolean
}

/** Links of a space or of a page, with how many there are and how many lead nowhere, a part at a time. */
export const linksQuery = (spaceId: string, { changeRequest, isBroken, page: pageId }: LinksWanted) =>
  infiniteQueryOptions({
    queryKey: ["space", spaceId, "links", changeRequest, pageId, isBroken],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: 50,
        ...(isBroken ? { status: "broken" as const } : {}),
        ...pageAt(pageParam)
      }
      const params = { spaceId }
      if (changeRequest === undefined)
        return pageId === undefined
          ? client.links.listSpaceLinks({ params, query })
          : client.links.listPageLinksInSpace({ params: { ...params, pageId }, query })
      const inDraft = { ...params, changeRequestId: changeRequest }
      return pageId === undefined
        ? client.links.listChangeRequestLinks({ params: inDraft, query })
        : client.links.listPageLinksInChangeRequest({ params: { ...inDraft, pageId }, query })
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** What leads to a page, from whatever space, a part at a time. */
export const pageBacklinksQuery = (spaceId: string, pageId: string, changeRequestId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["space", spaceId, "page-backlinks", pageId, changeRequestId],
    queryFn: ({ pageParam }) => {
      const query = { limit: 50, ...pageAt(pageParam) }
      return changeRequestId === undefined
        ? client.links.listSpacePageBacklinks({ params: { spaceId, pageId }, query })
        : client.links.listChangeRequestPageBacklinks({ params: { spaceId, changeRequestId, pageId }, query })
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })
