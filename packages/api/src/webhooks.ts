import {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookUpdate,
  WebhookWithSecret
} from "@octavo/core/connections/webhooks/Webhook"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const organization = { organizationId: Id }
const site = { organizationId: Id, siteId: Id }
const space = { spaceId: Id }
const one = { organizationId: Id, webhookId: Id }
const delivery = { ...one, deliveryId: Id }
const ofOrganization = "/orgs/:organizationId/webhooks"
const ofSite = "/orgs/:organizationId/sites/:siteId/webhooks"
const ofSpace = "/spaces/:spaceId/webhooks"
const path = `${ofOrganization}/:webhookId` as const

const list = { query: listQuery, success: ListOf(Webhook, "WebhookList"), error: Common }
const create = { payload: NewWebhook, success: created(WebhookWithSecret), error: [...Common, Conflict] as const }
const shown = "The answer holds the secret, this one time. 409 when there are 20 already."

/** Who is told of what happens. Each webhook is addressed through its organization, whatever it is of. */
export const WebhooksGroup = HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("listOrganizationWebhooks", ofOrganization, { params: organization, ...list }).annotateMerge(
      OpenApi.annotations({ summary: "List the webhooks of an organization" })
    ),
    HttpApiEndpoint.post("createOrganizationWebhook", ofOrganization, {
      params: organization,
      ...create
    }).annotateMerge(OpenApi.annotations({ summary: "Add a webhook to an organization", description: shown })),
    HttpApiEndpoint.get("listSpaceWebhooks", ofSpace, { params: space, ...list }).annotateMerge(
      OpenApi.annotations({ summary: "List the webhooks of a space" })
    ),
    HttpApiEndpoint.post("createSpaceWebhook", ofSpace, { params: space, ...create }).annotateMerge(
      OpenApi.annotations({ summary: "Add a webhook to a space", description: shown })
    ),
    HttpApiEndpoint.get("listSiteWebhooks", ofSite, { params: site, ...list }).annotateMerge(
      OpenApi.annotations({ summary: "List the webhooks of a site" })
    ),
    HttpApiEndpoint.post("createSiteWebhook", ofSite, { params: site, ...create }).annotateMerge(
      OpenApi.annotations({ summary: "Add a webhook to a site", description: shown })
    ),
    HttpApiEndpoint.get("getWebhookById", path, { params: one, success: Webhook, error: Common }).annotateMerge(
      OpenApi.annotations({ summary: "Get a webhook" })
    ),
    HttpApiEndpoint.patch("updateWebhookById", path, {
      params: one,
      payload: WebhookUpdate,
      success: Webhook,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a webhook",
        description: "What is pending waits while it is turned off, and is sent when it is turned on again."
      })
    ),
    HttpApiEndpoint.delete("deleteWebhookById", path, { params: one, success: Deleted, error: Common }).annotateMerge(
      OpenApi.annotations({ summary: "Delete a webhook with its deliveries" })
    ),
    HttpApiEndpoint.post("rotateWebhookSecret", `${path}/secret`, {
      params: one,
      success: WebhookWithSecret,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Give a webhook a new secret",
        description: "Requests are signed with both secrets for a day."
      })
    ),
    HttpApiEndpoint.post("pingWebhook", `${path}/ping`, {
      params: one,
      success: created(WebhookDelivery),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send a test to a webhook",
        description: "How it went is in the delivery. 409 when the webhook is turned off."
      })
    ),
    HttpApiEndpoint.get("listWebhookDeliveries", `${path}/deliveries`, {
      params: one,
      query: {
        ...listQuery,
        state: Schema.optionalKey(Schema.Literals(["pending", "delivered", "failed"]))
      },
      success: ListOf(WebhookDelivery, "WebhookDeliveryList"),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List what was and is to be sent to a webhook",
        description: "Newest first, of the last 30 days."
      })
    ),
    HttpApiEndpoint.get("getWebhookDeliveryById", `${path}/deliveries/:deliveryId`, {
      params: delivery,
      success: WebhookDeliveryDetails,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a delivery with what is sent" })),
    HttpApiEndpoint.post("replayWebhookDelivery", `${path}/deliveries/:deliveryId/replay`, {
      params: delivery,
      success: created(WebhookDelivery),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send the event of a delivery once more",
        description: "As a delivery of its own. 409 when the webhook is turned off."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Webhooks", description: "Who is told of what happens." }))
