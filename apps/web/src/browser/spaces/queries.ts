/** What rooms of a space ask for. */
import { queryOptions } from "@tanstack/react-query"
import { client } from "../client.ts"

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
