/** What screens ask for, with the names under which answers are kept. */
import { QueryCache, QueryClient, queryOptions } from "@tanstack/react-query"
import { all, client } from "./client.ts"
import { sessionKey } from "./place.ts"

const reloadKey = "octavo-reloaded"

/** The session is over: the page, asked for again, is the one to sign in on. Once a minute, so that nothing turns round. */
const signInAgain = (): void => {
  if (sessionKey === undefined || Date.now() - Number(sessionStorage.getItem(reloadKey) ?? 0) < 60_000) return
  sessionStorage.setItem(reloadKey, String(Date.now()))
  location.reload()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      const { status } = error as { readonly status?: number }
      // who is signed in may always read who that is: the page is of another session than the browser is in
      if (status === 401 || (status === 403 && queryKey[0] === meQuery.queryKey[0])) signInAgain()
    }
  }),
  // the client tries reads again by itself, and who is offline is told so
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, networkMode: "always" },
    mutations: { networkMode: "always" }
  }
})

export const meQuery = queryOptions({ queryKey: ["me"], queryFn: () => client.users.getAuthenticatedUser() })

export const organizationsQuery = queryOptions({
  queryKey: ["organizations"],
  queryFn: () => all((query) => client.organizations.listOrganizationsForAuthenticatedUser({ query }))
})

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId],
    queryFn: () => client.organizations.getOrganizationById({ params: { organizationId } })
  })

export const collectionsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "collections"],
    queryFn: () =>
      all((query) =>
        client.collections.listCollectionsInOrganizationById({
          params: { organizationId },
          query: { ...query, nested: true }
        })
      )
  })

export const spacesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "spaces"],
    queryFn: () => all((query) => client.spaces.listSpacesInOrganizationById({ params: { organizationId }, query }))
  })

export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ["collection", collectionId],
    queryFn: () => client.collections.getCollectionById({ params: { collectionId } })
  })

export const spaceQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ["space", spaceId],
    queryFn: () => client.spaces.getSpaceById({ params: { spaceId } })
  })

export const pagesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "pages"],
    queryFn: () => client.spaceContent.listPages({ params: { spaceId }, query: { metadata: false } })
  })

export const pageQuery = (spaceId: string, pagePath: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "page", pagePath],
    queryFn: () =>
      client.spaceContent.getPageByPath({
        params: { spaceId, pagePath },
        query: { format: "document", dereferenced: "reusable-contents" }
      })
  })

export const fileQuery = (spaceId: string, fileId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "file", fileId],
    queryFn: () => client.spaceContent.getFileById({ params: { spaceId, fileId } })
  })

export const changeRequestsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-requests"],
    queryFn: () =>
      client.changeRequests.listChangeRequestsForSpace({
        params: { spaceId },
        query: { status: ["open", "draft"], limit: 200 }
      })
  })

/** Change requests of an organization that somebody is asked to review, or has made. */
export const requestsQuery = (
  organizationId: string,
  filter: { readonly requestedReviewer?: string; readonly creator?: string }
) =>
  queryOptions({
    queryKey: ["organization", organizationId, "change-requests", filter],
    queryFn: () =>
      client.changeRequests.listChangeRequestsForOrganization({
        params: { organizationId },
        query: { status: ["open", "draft"], limit: 200, ...filter }
      })
  })

export const searchQuery = (organizationId: string, query: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "search", query],
    queryFn: () => client.search.searchOrganizationContent({ params: { organizationId }, query: { query, limit: 10 } })
  })

export const membersQuery = (organizationId: string, search: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "members", search],
    queryFn: () =>
      client.organizationMembers.listMembersInOrganizationById({
        params: { organizationId },
        query: { search, limit: 6 }
      })
  })

export const templatesQuery = queryOptions({
  queryKey: ["templates"],
  queryFn: () => client.templates.listTemplates({ query: { limit: 100 } })
})
