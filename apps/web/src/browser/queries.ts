/** What screens ask for, with the names under which answers are kept. */
import { infiniteQueryOptions, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query"
import { ownDraftOf } from "../logic/drafts.ts"
import type { ChangeRequestFilter } from "../logic/review.ts"
import { all, client, pageAt } from "./client.ts"
import { person, sessionKey } from "./place.ts"
import { hasUnsaved } from "./saving/openTexts.ts"

const reloadKey = "octavo-reloaded"

/** The session is over: the page, asked for again, is the one to sign in on. Once a minute, so that nothing turns round. */
const signInAgain = (): void => {
  // what was written and is not saved is told so where it is written, and stays in the window
  if (hasUnsaved()) return
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

/** What the server allows; it does not change while it runs. */
export const limitsQuery = queryOptions({
  queryKey: ["limits"],
  queryFn: async () => (await client.system.getApiInformation()).limits,
  staleTime: Number.POSITIVE_INFINITY
})

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

/** The change request that edits of this person go to; `null` while there is none. */
export const ownDraftQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "own-draft"],
    queryFn: async () => {
      const creator = person ?? (await queryClient.ensureQueryData(meQuery)).id
      return ownDraftOf(
        await all((query) =>
          client.changeRequests.listChangeRequestsForSpace({
            params: { spaceId },
            query: { ...query, status: "draft", creator, orderBy: "createdAt" }
          })
        )
      )
    }
  })

/** A change request by its id, or by its number in the space. */
export const changeRequestQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-request", changeRequestId],
    queryFn: () => client.changeRequests.getChangeRequestById({ params: { spaceId, changeRequestId } })
  })

/** The tree of pages. @param changeRequestId the one whose draft it is of, by its id; the live content without one */
export const pagesQuery = (spaceId: string, changeRequestId?: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "pages", changeRequestId],
    queryFn: () =>
      changeRequestId === undefined
        ? client.spaceContent.listPages({ params: { spaceId }, query: { metadata: false } })
        : client.changeRequestContent.listPagesInChangeRequest({
            params: { spaceId, changeRequestId },
            query: { metadata: false }
          })
  })

/** A page to be read: what it shares with others is in its text. */
export const pageQuery = (spaceId: string, pagePath: string, changeRequestId?: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "page", pagePath, changeRequestId],
    queryFn: () => {
      const query = { format: "document", dereferenced: "reusable-contents" } as const
      return changeRequestId === undefined
        ? client.spaceContent.getPageByPath({ params: { spaceId, pagePath }, query })
        : client.changeRequestContent.getPageInChangeRequestByPath({
            params: { spaceId, changeRequestId, pagePath },
            query
          })
    }
  })

export const fileQuery = (spaceId: string, fileId: string, changeRequestId?: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "file", fileId, changeRequestId],
    queryFn: () =>
      changeRequestId === undefined
        ? client.spaceContent.getFileById({ params: { spaceId, fileId } })
        : client.changeRequestContent.getFileInChangeRequestById({ params: { spaceId, changeRequestId, fileId } })
  })

export const filesQuery = (spaceId: string, changeRequestId?: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "files", changeRequestId],
    queryFn: () =>
      all((query) =>
        changeRequestId === undefined
          ? client.spaceContent.listFiles({ params: { spaceId }, query })
          : client.changeRequestContent.listFilesInChangeRequestById({ params: { spaceId, changeRequestId }, query })
      )
  })

export const reusableContentsQuery = (spaceId: string, changeRequestId?: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "reusable-contents", changeRequestId],
    queryFn: async () => {
      const query = { metadata: false }
      const revision =
        changeRequestId === undefined
          ? await client.spaceContent.getCurrentRevision({ params: { spaceId }, query })
          : await client.changeRequestContent.getRevisionOfChangeRequestById({
              params: { spaceId, changeRequestId },
              query
            })
      return revision.reusableContents
    }
  })

/** What reusable content says in a revision, and what it is called. */
export const reusableContentQuery = (spaceId: string, revisionId: string, reusableContentId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "reusable-content", revisionId, reusableContentId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const params = { spaceId, revisionId, reusableContentId }
      const [{ title }, document] = await Promise.all([
        client.spaceContent.getReusableContentInRevisionById({ params, query: { metadata: false } }),
        client.spaceContent.getReusableContentDocumentInRevisionById({ params, query: {} })
      ])
      return { title, document }
    }
  })

/** What a draft changes. @param revision that it is at */
export const draftChangesQuery = (spaceId: string, changeRequestId: string, revision: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "draft-changes", changeRequestId, revision],
    queryFn: () =>
      client.changeRequestContent.getChangeRequestChanges({
        params: { spaceId, changeRequestId },
        query: { limit: mostChanges }
      })
  })

/** Most changes of one answer. */
const mostChanges = 1000

/**
 * All changes from one revision to another, part by part.
 * @param of the change request whose changes they are, or what its revision is compared with
 */
export const changesPartsQuery = (
  spaceId: string,
  revision: string,
  of: { readonly changeRequest: string } | { readonly since: string | undefined }
) =>
  infiniteQueryOptions({
    queryKey: ["space", spaceId, "changes-parts", revision, of],
    queryFn: ({ pageParam: skip }) => {
      const part = { limit: mostChanges, ...(skip === 0 ? {} : { skip }) }
      return "changeRequest" in of
        ? client.changeRequestContent.getChangeRequestChanges({
            params: { spaceId, changeRequestId: of.changeRequest },
            query: part
          })
        : client.spaceContent.getRevisionSemanticChanges({
            params: { spaceId, revisionId: revision },
            query: of.since === undefined ? part : { ...part, since: of.since }
          })
    },
    initialPageParam: 0,
    getNextPageParam: ({ more }, parts) => (more === undefined ? undefined : parts.length * mostChanges)
  })

/** Change requests of a space. */
export const changeRequestsQuery = (spaceId: string, filter: ChangeRequestFilter) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-requests", filter],
    queryFn: () =>
      client.changeRequests.listChangeRequestsForSpace({ params: { spaceId }, query: { limit: 200, ...filter } })
  })

/** A page as it was in a revision, of the live content or of a draft, which stays so. */
export const pageInRevisionQuery = (
  spaceId: string,
  revisionId: string,
  pageId: string,
  format: "document" | "markdown"
) =>
  queryOptions({
    queryKey: ["space", spaceId, "revision-page", revisionId, pageId, format],
    queryFn: () =>
      client.spaceContent.getPageInRevisionById({ params: { spaceId, revisionId, pageId }, query: { format } }),
    staleTime: Number.POSITIVE_INFINITY
  })

/** What stands between a change request and its merge. @param revision that its draft is at */
export const mergeChecksQuery = (spaceId: string, changeRequestId: string, revision: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-request", changeRequestId, "merge-checks", revision],
    queryFn: () => client.changeRequests.getChangeRequestMergeChecks({ params: { spaceId, changeRequestId } })
  })

/** Where a change request and the live content do not go together. @param versions of both sides */
export const conflictsQuery = (spaceId: string, changeRequestId: string, versions: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-request", changeRequestId, "conflicts", versions],
    queryFn: () =>
      client.changeRequests.listChangeRequestConflicts({
        params: { spaceId, changeRequestId },
        query: { format: "document" }
      })
  })

/** What a change request would harm. @param revision that its draft is at */
export const checksQuery = (spaceId: string, changeRequestId: string, revision: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-request", changeRequestId, "checks", revision],
    queryFn: () => client.changeRequests.listChangeRequestChecks({ params: { spaceId, changeRequestId } })
  })

export const reviewsQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-request", changeRequestId, "reviews"],
    queryFn: () =>
      client.reviews.getReviewsByChangeRequestId({
        params: { spaceId, changeRequestId },
        query: { format: "document", limit: 100 }
      })
  })

export const requestedReviewersQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-request", changeRequestId, "requested-reviewers"],
    queryFn: () =>
      client.reviews.getRequestedReviewersByChangeRequestId({
        params: { spaceId, changeRequestId },
        query: { limit: 100 }
      })
  })

/** Ids of the pages of a change request that the person has seen as they are. @param revision that its draft is at */
export const seenPagesQuery = (spaceId: string, changeRequestId: string, revision: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "change-request", changeRequestId, "seen-pages", revision],
    queryFn: async () => {
      const { pages } = await client.reviews.listSeenPagesInChangeRequest({ params: { spaceId, changeRequestId } })
      return new Set(pages.map(({ page }) => page))
    }
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

/** Who wrote each block of a page. @param live the revision of the live content */
export const pageBlameQuery = (spaceId: string, pageId: string, live: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "page-blame", pageId, live],
    queryFn: () => client.spaceContent.getPageBlame({ params: { spaceId, pageId } })
  })

/** Revisions of the live content that did something to a page, the newest first. */
export const pageHistoryQuery = (spaceId: string, pageId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "page-history", pageId],
    queryFn: () =>
      client.spaceContent
        .listSpacePageHistory({ params: { spaceId, pageId }, query: { limit: 100 } })
        .catch((error) => {
          // a page of a draft that was never published has no history yet
          if ((error as { readonly status?: number }).status === 404) return { items: [] }
          throw error
        })
  })

/** Revisions of the live content, the newest first, a page of them at a time. */
export const spaceHistoryQuery = (spaceId: string) =>
  infiniteQueryOptions({
    queryKey: ["space", spaceId, "history"],
    queryFn: ({ pageParam }) =>
      client.spaceContent.listSpaceRevisions({
        params: { spaceId },
        query: { limit: 100, ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** The tree of pages as it was in a revision. */
export const pagesInRevisionQuery = (spaceId: string, revisionId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "revision-pages", revisionId],
    queryFn: () =>
      client.spaceContent.listPagesInRevisionById({ params: { spaceId, revisionId }, query: { metadata: false } }),
    staleTime: Number.POSITIVE_INFINITY
  })

/** What a revision changed, which stays so. @param since the revision that it is compared with; the one before it where none is named */
export const revisionChangesQuery = (spaceId: string, revisionId: string, since?: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "revision-changes", revisionId, since],
    queryFn: () =>
      client.spaceContent.getRevisionSemanticChanges({
        params: { spaceId, revisionId },
        query: { limit: mostChanges, ...(since === undefined ? {} : { since }) }
      }),
    staleTime: Number.POSITIVE_INFINITY
  })
