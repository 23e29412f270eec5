import { Webhook, WebhookDeliveryDetails, WebhookWithSecret } from "@octavo/core/connections/webhooks/Webhook"
import { type WebhookOwner, Webhooks } from "@octavo/core/connections/webhooks/Webhooks"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, notKept, reply } from "./reply.ts"

const one = reply(Webhook)
const withSecret = reply(WebhookWithSecret)
const details = reply(WebhookDeliveryDetails)

interface OfSite {
  readonly organizationId: string
  readonly siteId: string
}
const siteOf = ({ organizationId, siteId }: OfSite): WebhookOwner => ({ organization: organizationId, site: siteId })

export const webhooksHandlers = groupHandlers(
  "webhooks",
  Effect.fn(function* (handlers) {
    const hooks = yield* Webhooks
    const create = (owner: WebhookOwner, payload: Parameters<typeof hooks.create>[1]) =>
      Effect.map(hooks.create(owner, payload), (it) => notKept(createdReply(it)))
    return handlers.handleAll({
      listOrganizationWebhooks: ({ params, query }) => hooks.list({ organization: params.organizationId }, query),
      createOrganizationWebhook: ({ params, payload }) => create({ organization: params.organizationId }, payload),
      listSpaceWebhooks: ({ params, query }) => hooks.list({ space: params.spaceId }, query),
      createSpaceWebhook: ({ params, payload }) => create({ space: params.spaceId }, payload),
      listSiteWebhooks: ({ params, query }) => hooks.list(siteOf(params), query),
      createSiteWebhook: ({ params, payload }) => create(siteOf(params), payload),
      getWebhookById: ({ params }) => Effect.map(hooks.get(params.organizationId, params.webhookId), (it) => one(it)),
      updateWebhookById: ({ params, payload }) =>
        Effect.map(hooks.update(params.organizationId, params.webhookId, payload), (it) => one(it)),
      deleteWebhookById: ({ params }) =>
        Effect.map(hooks.remove(params.organizationId, params.webhookId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      rotateWebhookSecret: ({ params }) =>
        Effect.map(hooks.rotateSecret(params.organizationId, params.webhookId), (it) => notKept(withSecret(it))),
      pingWebhook: ({ params }) => Effect.map(hooks.ping(params.organizationId, params.webhookId), createdReply),
      listWebhookDeliveries: ({ params, query }) =>
        hooks.deliveries(params.organizationId, params.webhookId, query.state, query),
      getWebhookDeliveryById: ({ params }) =>
        Effect.map(hooks.delivery(params.organizationId, params.webhookId, params.deliveryId), (it) => details(it)),
      replayWebhookDelivery: ({ params }) =>
        Effect.map(hooks.replay(params.organizationId, params.webhookId, params.deliveryId), createdReply)
    })
  })
)
