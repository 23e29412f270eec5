import { InviteLinks } from "@octavo/core/content/invites/InviteLinks"
import { Invites } from "@octavo/core/content/invites/Invites"
import { RateLimiting } from "@octavo/core/kernel/rate-limits/RateLimiting"
import { Instance, location } from "@octavo/core/kernel/shared/Instance"
import { Effect } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { groupHandlers } from "./groupHandlers.ts"
import { guard } from "./guard.ts"
import { createdAtReply, deletedReply } from "./reply.ts"

export const invitesHandlers = groupHandlers(
  "organization-invites",
  Effect.fn(function* (handlers) {
    const invites = yield* Invites
    const links = yield* InviteLinks
    const instance = yield* Instance
    const limits = yield* RateLimiting
    return handlers.handleAll({
      inviteUsersToOrganization: ({ params, payload }) => invites.send(params.organizationId, payload),
      joinOrganizationWithInvite: ({ params }) =>
        Effect.as(invites.accept(params.organizationId, params.inviteId), HttpServerResponse.jsonUnsafe({})).pipe(
          guard(limits, "invite")
        ),
      joinOrganization: ({ params }) => invites.joinByDomain(params.organizationId),
      listOrganizationInviteLinks: ({ params, query: { page, limit, ...filter } }) =>
        links.list(params.organizationId, filter, { page, limit }),
      createOrganizationInvite: ({ params, payload }) =>
        Effect.map(links.create(params.organizationId, payload), (link) =>
          createdAtReply(location(instance, `/orgs/${params.organizationId}/link-invites/${link.id}`), link)
        ),
      getOrganizationInviteLink: ({ params }) => links.get(params.organizationId, params.inviteId),
      updateOrganizationInviteById: ({ params, payload }) =>
        links.update(params.organizationId, params.inviteId, payload),
      deleteOrganizationInviteById: ({ params }) =>
        Effect.map(links.remove(params.organizationId, params.inviteId), deletedReply).pipe(
          // the contract of deletes: what is not there answers 204
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        )
    })
  })
)
