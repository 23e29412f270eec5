/** What screens of sites ask for. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type InsightsAsked, type InsightsRange, insightsQuestions, insightsRows } from "../../logic/insights.ts"
import { all, client, pageAt } from "../client.ts"

export const sitesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "sites"],
    queryFn: () => all((query) => client.sites.listSites({ params: { organizationId }, query }))
  })

export const siteQuery = (organizationId: string, siteId: string) =>
  queryOptions({
    queryKey: ["site", organizationId, siteId],
    queryFn: () => client.sites.getSiteById({ params: { organizationId, siteId } })
  })

/** How it looks, all of it. */
export const siteCustomizationQuery = (organizationId: string, siteId: string) =>
  queryOptions({
    queryKey: ["site", organizationId, siteId, "customization"],
    queryFn: () => client.siteCustomization.getSiteCustomizationById({ params: { organizationId, siteId }, query: {} })
  })

/** What its navigation is made of. */
export const siteStructureQuery = (organizationId: string, siteId: string) =>
  queryOptions({
    queryKey: ["site", organizationId, siteId, "structure"],
    queryFn: () => client.siteStructure.getSiteStructure({ params: { organizationId, siteId }, query: {} })
  })

/** How it looks, and which of its spaces look otherwise, by their ids on the site. */
export const siteLooksQuery = (organizationId: string, siteId: string) =>
  queryOptions({
    queryKey: ["site", organizationId, siteId, "looks"],
    queryFn: async () => {
      const params = { organizationId, siteId }
      return (await client.sites.getPublishedContentSite({ params, query: {} })).customizations
    }
  })

/** How one of its spaces looks. */
export const siteSpaceLookQuery = (organizationId: string, siteId: string, siteSpaceId: string) =>
  queryOptions({
    queryKey: ["site", organizationId, siteId, "look", siteSpaceId],
    queryFn: () =>
      client.siteCustomization.getSiteSpaceCustomizationById({
        params: { organizationId, siteId, siteSpaceId },
        query: {}
      })
  })

/** Its redirects by their sources, a page of them at a time. @param draft those that are not followed yet, and no others */
export const siteRedirectsQuery = (organizationId: string, siteId: string, draft: boolean, search: string) =>
  infiniteQueryOptions({
    queryKey: ["site", organizationId, siteId, "redirects", draft, search],
    queryFn: ({ pageParam }) =>
      client.siteRedirects.listSiteRedirects({
        params: { organizationId, siteId },
        query: {
          limit: 100,
          orderBy: "source",
          ...(draft ? { draft } : {}),
          ...(search === "" ? {} : { search }),
          ...pageAt(pageParam)
        }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** What its readers did. @param asked which of the questions */
export const siteInsightsQuery = (organizationId: string, siteId: string, asked: InsightsAsked, range: InsightsRange) =>
  queryOptions({
    queryKey: ["site", organizationId, siteId, "insights", range, asked],
    queryFn: async () => {
      const payload = { range, ...insightsQuestions[asked](range) }
      return insightsRows(
        await client.siteInsights.aggregateSiteEvents({ params: { organizationId, siteId }, payload })
      )
    }
  })

/** The links that let who has them in. */
export const siteShareLinksQuery = (organizationId: string, siteId: string) =>
  queryOptions({
    queryKey: ["site", organizationId, siteId, "share-links"],
    queryFn: () =>
      all((query) => client.siteShareLinks.listSiteShareLinks({ params: { organizationId, siteId }, query }))
  })

/** How its readers prove who they are. */
export const siteSignInQuery = (organizationId: string, siteId: string) =>
  queryOptions({
    queryKey: ["site", organizationId, siteId, "sign-in"],
    queryFn: () => client.sitePublishingAuth.getSitePublishingAuthById({ params: { organizationId, siteId } })
  })

/** A name of somebody's domain that a site claims, with its state. It is given up with the site's setting, and not kept. */
export const hostnameQuery = (hostname: string) =>
  queryOptions({
    queryKey: ["hostname", hostname],
    gcTime: 0,
    queryFn: () => client.customHostnames.getCustomHostname({ params: { hostname } })
  })
