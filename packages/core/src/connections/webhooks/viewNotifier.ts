import { Effect, Layer } from "effect"
import { ViewsTeller } from "../../delivery/insights/ViewNotifier.ts"
import { Outbox } from "./Outbox.ts"
import { eventOfViews } from "./WebhookEvent.ts"

/** Webhooks are told of views. */
export const viewsTellerLayer = Layer.effect(
  ViewsTeller,
  Effect.map(Outbox, ({ tellUnlessSince }) =>
    ViewsTeller.of({
      tell: ({ count, newest, siteId }, since) =>
        Effect.map(
          tellUnlessSince(eventOfViews(siteId, count, newest), since),
          (outcome) => outcome !== "told too lately"
        )
    })
  )
)
