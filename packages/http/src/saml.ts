import { SamlProvider } from "@octavo/core/people/saml/SamlProvider"
import { SamlProviders } from "@octavo/core/people/saml/SamlProviders"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, reply } from "./reply.ts"

const one = reply(SamlProvider)

export const samlHandlers = groupHandlers(
  "sso",
  Effect.fn(function* (handlers) {
    const providers = yield* SamlProviders
    return handlers.handleAll({
      listSAMLProvidersInOrganizationById: ({ params, query }) => providers.list(params.organizationId, query),
      createOrganizationSAMLProvider: ({ params, payload }) =>
        Effect.map(providers.create(params.organizationId, payload), createdReply),
      getOrganizationSAMLProviderById: ({ params }) =>
        Effect.map(providers.get(params.organizationId, params.samlProviderId), one),
      updateOrganizationSAMLProvider: ({ params, payload }) =>
        Effect.map(providers.update(params.organizationId, params.samlProviderId, payload), one),
      deleteOrganizationSAMLProvider: ({ params }) =>
        Effect.map(providers.remove(params.organizationId, params.samlProviderId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      listSSOProviderLoginsInOrganization: ({ params }) => providers.logins(params.organizationId)
    })
  })
)
