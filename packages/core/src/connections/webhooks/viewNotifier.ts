import { Effect, Layer } from "effect"
import { ViewNotifier } from "../../delivery/insights/ViewNotifier.ts"
import { Outbox } from "./Outbox.ts"
import { eventOfViews } from "./WebhookEvent.ts"

/** Webhooks are told of views. */
export const viewNotifierLayer = Layer.effect(
  ViewNotifier,
  Effect.map(Outbox, ({ tellUnlessSince }) =>
    ViewNotifier.of({
      tell: ({ count, newest, siteId }, since) =>
        Effect.map(
          tellUnlessSince(eventOfViews(siteId, count, newest), since),
          (outcome) => outcome !== "told too lately"
        )
    })
  )
)
