import { accessPart, madeOnlyOf } from "@octavo/core/kernel/shared/Epoch"
import { Organization, Subdomain } from "@octavo/core/people/organizations/Organization"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, reply } from "./reply.ts"

const one = reply(Organization)
const subdomain = reply(Subdomain)

export const organizationsHandlers = groupHandlers(
  "organizations",
  Effect.fn(function* (handlers) {
    const organizations = yield* Organizations
    return handlers.handleAll({
      listOrganizationsForAuthenticatedUser: ({ query }) => organizations.list(query),
      createOrganization: ({ payload }) => Effect.map(organizations.create(payload), createdReply),
      getOrganizationById: ({ params }) =>
        Effect.map(Effect.tap(organizations.get(params.organizationId), madeOnlyOf([accessPart])), (it) => one(it)),
      getSubdomain: ({ params }) => Effect.map(organizations.subdomain(params.subdomain), (it) => subdomain(it)),
      updateOrganizationById: ({ params, payload }) =>
        Effect.map(organizations.update(params.organizationId, payload), (it) => one(it))
    })
  })
)
