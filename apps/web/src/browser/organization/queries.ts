/** What screens of an organization ask for. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type AuditFilter, auditQuery } from "../../logic/audit.ts"
import type { RoleChoice } from "../../logic/memberRoles.ts"
import { isMoving, type WebhookOwner } from "../../logic/webhooks.ts"
import { all, client, pageAt } from "../client.ts"

export interface MembersAsked {
  /** Part of the name or address; empty for all. */
  readonly search: string
  readonly role: RoleChoice | "all"
  readonly sort: "joinedAt" | "lastSeenAt" | "name"
}

/** Members of an organization, a page of them at a time. */
export const organizationMembersQuery = (organizationId: string, { role, search, sort }: MembersAsked) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "people", role, search, sort],
    queryFn: ({ pageParam }) =>
      client.organizationMembers.listMembersInOrganizationById({
        params: { organizationId },
        query: {
          limit: 50,
          sort,
          order: sort === "name" ? "asc" : "desc",
          ...(role === "all" ? {} : { role }),
          ...(search === "" ? {} : { search }),
          ...pageAt(pageParam)
        }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** Teams that a member is in. */
export const memberTeamsQuery = (organizationId: string, userId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "person", userId, "teams"],
    queryFn: () =>
      all((query) =>
        client.organizationMembers.listTeamsForOrganizationMember({ params: { organizationId, userId }, query })
      )
  })

/** Spaces that a member can open, a page of them at a time. */
export const memberSpacesQuery = (organizationId: string, userId: string) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "person", userId, "spaces"],
    queryFn: ({ pageParam }) =>
      client.organizationMembers.listSpacesForOrganizationMember({
        params: { organizationId, userId },
        query: { limit: 50, ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** Links that let who has them into the organization. */
export const inviteLinksQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "invite-links"],
    queryFn: () =>
      all((query) => client.organizationInvites.listOrganizationInviteLinks({ params: { organizationId }, query }))
  })

/** Teams of an organization, a page of them at a time. */
export const teamsQuery = (organizationId: string, title: string) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "teams", title],
    queryFn: ({ pageParam }) =>
      client.teams.listTeamsInOrganizationById({
        params: { organizationId },
        query: { limit: 50, ...(title === "" ? {} : { title }), ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

export const teamQuery = (organizationId: string, teamId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "team", teamId],
    queryFn: () => client.teams.getTeamInOrganizationById({ params: { organizationId, teamId } })
  })

/** Who is in a team, a page of them at a time. */
export const teamMembersQuery = (organizationId: string, teamId: string) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "team", teamId, "members"],
    queryFn: ({ pageParam }) =>
      client.teamMembers.listTeamMembersInOrganizationById({
        params: { organizationId, teamId },
        query: { limit: 100, ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** E-mail domains of an organization, with the record that proves each. */
export const emailDomainsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "email-domains"],
    queryFn: () =>
      all((query) => client.emailDomains.listOrganizationEmailDomains({ params: { organizationId }, query }))
  })

/** Providers that members of an organization sign in with. */
export const signInProvidersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "sign-in-providers"],
    queryFn: () => all((query) => client.sso.listSAMLProvidersInOrganizationById({ params: { organizationId }, query }))
  })

/** What was done in an organization, newest first, a page of it at a time. */
export const auditEventsQuery = (organizationId: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "audit", filter],
    queryFn: ({ pageParam }) =>
      client.audit.listOrganizationAuditEvents({
        params: { organizationId },
        query: { limit: 50, ...auditQuery(filter), ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** An event with all that is known of it. It never changes. */
export const auditEventQuery = (organizationId: string, auditEventId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "audit-event", auditEventId],
    queryFn: () => client.audit.getOrganizationAuditEvent({ params: { organizationId, auditEventId } })
  })

/** What the audit trail records at all. */
export const auditActionsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "audit-actions"],
    queryFn: async () => (await client.audit.listOrganizationAuditEventActions({ params: { organizationId } })).items,
    staleTime: Number.POSITIVE_INFINITY
  })

/** Webhooks of the organization itself, or of a space or a site of it. */
export const webhooksQuery = (organizationId: string, { id, kind }: WebhookOwner) =>
  queryOptions({
    queryKey: ["organization", organizationId, "webhooks", kind, id],
    queryFn: () =>
      all((query) => {
        const { webhooks } = client
        if (kind === "space") return webhooks.listSpaceWebhooks({ params: { spaceId: id }, query })
        return kind === "site"
          ? webhooks.listSiteWebhooks({ params: { organizationId, siteId: id }, query })
          : webhooks.listOrganizationWebhooks({ params: { organizationId }, query })
      })
  })

export const webhookQuery = (organizationId: string, webhookId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "webhook", webhookId],
    queryFn: () => client.webhooks.getWebhookById({ params: { organizationId, webhookId } })
  })

export type DeliveryState = "pending" | "delivered" | "failed"

/** What was and is to be sent to a webhook, newest first, a page of it at a time; looked at while something is on its way. */
export const deliveriesQuery = (organizationId: string, webhookId: string, state: DeliveryState | "all") =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "webhook", webhookId, "deliveries", state],
    queryFn: ({ pageParam }) =>
      client.webhooks.listWebhookDeliveries({
        params: { organizationId, webhookId },
        query: { limit: 50, ...(state === "all" ? {} : { state }), ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some((one) => isMoving(one, Date.now()))) ? deliveryPace : false
  })

/** Milliseconds between two looks at what is on its way. */
const deliveryPace = 1000

/** A delivery with what is sent. */
export const deliveryQuery = (organizationId: string, webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "webhook", webhookId, "delivery", deliveryId],
    queryFn: () => client.webhooks.getWebhookDeliveryById({ params: { organizationId, webhookId, deliveryId } })
  })
