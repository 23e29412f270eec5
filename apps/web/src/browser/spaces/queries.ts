/** What rooms of a space ask for. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { Role } from "../../logic/api.ts"
import { isUnderWay } from "../../logic/gitRuns.ts"
import { all, client, pageAt } from "../client.ts"

/** A member of an organization; `null` for who has left it. */
export const memberQuery = (organizationId: string, userId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "member", userId],
    queryFn: () =>
      client.organizationMembers.getMemberInOrganizationById({ params: { organizationId, userId } }).catch((error) => {
        if ((error as { readonly status?: number }).status === 404) return null
        throw error
      })
  })

/** Everybody who can access a space, by name, a page of them at a time. @param role no others, where one is said */
export const accessQuery = (spaceId: string, search: string, role: Role | "") =>
  infiniteQueryOptions({
    queryKey: ["space", spaceId, "access", search, role],
    queryFn: ({ pageParam }) =>
      client.spacePermissions.listPermissionsAggregateInSpace({
        params: { spaceId },
        query: {
          limit: 50,
          ...(search === "" ? {} : { search }),
          ...(role === "" ? {} : { role }),
          ...pageAt(pageParam)
        }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** What people were given on the space itself, by their ids. */
export const ownGrantsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "own-grants"],
    queryFn: async () => {
      const grants = await all((query) =>
        client.spacePermissions.listUserPermissionsInSpace({ params: { spaceId }, query })
      )
      return new Map(grants.map(({ permission, user }) => [user.id, permission]))
    }
  })

/** Teams that were given something on the space itself. */
export const teamGrantsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ["space", spaceId, "team-grants"],
    queryFn: () => all((query) => client.spacePermissions.listTeamPermissionsInSpace({ params: { spaceId }, query }))
  })

export const teamsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "teams"],
    queryFn: () => all((query) => client.teams.listTeamsInOrganizationById({ params: { organizationId }, query }))
  })

/** Imports from Git and exports to it, the newest first, a page of them at a time; looked at while one is under way. */
export const gitOperationsQuery = (spaceId: string) =>
  infiniteQueryOptions({
    queryKey: ["space", spaceId, "git-operations"],
    queryFn: ({ pageParam }) =>
      client.spaceGit.listGitOperations({
        params: { spaceId },
        query: { limit: 20, ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? gitPace : false)
  })

/** Milliseconds between two looks at what is under way. */
const gitPace = 800
