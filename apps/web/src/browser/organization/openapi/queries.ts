/** What the screens of OpenAPI specifications ask for. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { isBeingRead, operationsOf } from "../../../logic/openapi.ts"
import { client, pageAt } from "../../client.ts"

/** Milliseconds between two looks at what is being read. */
const pace = 800

/** Specifications of an organization, a page of them at a time. */
export const specsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "openapi"],
    queryFn: ({ pageParam }) =>
      client.openapi.listOpenAPISpecs({ params: { organizationId }, query: { limit: 50, ...pageAt(pageParam) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isBeingRead)) ? pace : false)
  })

export const specQuery = (organizationId: string, specSlug: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "openapi", specSlug],
    queryFn: () => client.openapi.getOpenAPISpecBySlug({ params: { organizationId, specSlug } }),
    refetchInterval: ({ state }) => (state.data !== undefined && isBeingRead(state.data) ? pace : false)
  })

/** Versions of a specification, the latest first. @param latest id of that one: there are others when it is another */
export const specVersionsQuery = (organizationId: string, specSlug: string, latest: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "openapi", specSlug, "versions", latest],
    queryFn: ({ pageParam }) =>
      client.openapi.listOpenAPISpecVersions({
        params: { organizationId, specSlug },
        query: { limit: 10, ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** Operations of a version, which never change. Descriptions are large: of one, its list alone is kept. */
export const operationsQuery = (organizationId: string, specSlug: string, versionId: string) =>
  queryOptions({
    queryKey: ["openapi-operations", organizationId, specSlug, versionId],
    queryFn: async () => {
      const { filesystem } = await client.openapi.getOpenAPISpecVersionContentById({
        params: { organizationId, specSlug, versionId }
      })
      const [file] = filesystem as ReadonlyArray<{ readonly specification: unknown }>
      return operationsOf(file?.specification)
    },
    staleTime: Number.POSITIVE_INFINITY
  })
