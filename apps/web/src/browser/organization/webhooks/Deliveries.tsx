/** What was and is to be sent to a webhook, of the last 30 days. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { lazy, Suspense, useEffect, useState } from "react"
import type { Webhook, WebhookDelivery } from "../../../logic/api.ts"
import { answerWords, deliveryWords, eventWords } from "../../../logic/webhooks.ts"
import { momentOf } from "../../../logic/words.ts"
import { Problem } from "../../parts/Problem.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { queryClient } from "../../queries.ts"
import { type DeliveryState, deliveriesQuery, webhookQuery } from "../queries.ts"

const DeliveryDialog = lazy(() => import("./DeliveryDialog.tsx"))

const states: Readonly<Record<DeliveryState | "all", string>> = {
  all: "All",
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Given up"
}
const washes: Readonly<Record<DeliveryState, string>> = {
  pending: "wash-orange",
  delivered: "wash-green",
  failed: "wash-red"
}

interface DeliveriesProps {
  /** Id. */
  readonly organization: string
  readonly webhook: Webhook
}

export const Deliveries = ({ organization, webhook }: DeliveriesProps) => {
  const [state, setState] = useState<DeliveryState | "all">("all")
  const [opened, setOpened] = useState<string>()
  const asked = useInfiniteQuery({
    ...deliveriesQuery(organization, webhook.id, state),
    placeholderData: keepPreviousData,
    // nothing of it moves while the webhook is off
    ...(!webhook.active && { refetchInterval: false as const })
  })
  const deliveries = asked.data?.pages.flatMap(({ items }) => items)
  const fared = deliveries?.map(({ attempts, id, state }) => `${id} ${state} ${attempts}`).join()
  useEffect(() => {
    // what is said of the webhook follows from how these fared
    const { queryKey } = webhookQuery(organization, webhook.id)
    if (fared !== undefined) void queryClient.invalidateQueries({ queryKey, exact: true })
  }, [fared, organization, webhook.id])
  return (
    <section aria-labelledby="Deliveries">
      <div className="list-head">
        <h2 id="Deliveries">Deliveries</h2>
        <fieldset className="segments">
          <legend className="hidden">Which deliveries</legend>
          {Object.entries(states).map(([value, label]) => (
            <label key={value} className="segment">
              <input
                type="radio"
                name="deliveries"
                checked={state === value}
                onChange={() => setState(value as DeliveryState | "all")}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {asked.isError ? (
        <Problem work={asked} />
      ) : deliveries === undefined ? (
        <Waiting />
      ) : deliveries.length === 0 ? (
        <Empty title={state === "all" ? "Nothing was sent in the last 30 days" : "None of them is so"}>
          {state === "all" && webhook.active ? <p>Send a test to see whether your server takes it.</p> : null}
        </Empty>
      ) : (
        <ul className="rows" aria-labelledby="Deliveries" aria-busy={asked.isPlaceholderData}>
          {deliveries.map((one) => (
            <li key={one.id}>
              <Row delivery={one} isOn={webhook.active} onOpen={() => setOpened(one.id)} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={asked} />
      <Suspense fallback={null}>
        {opened === undefined ? null : (
          <DeliveryDialog
            organization={organization}
            webhook={webhook}
            delivery={opened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}

interface RowProps {
  readonly delivery: WebhookDelivery
  /** Whether the webhook is. */
  readonly isOn: boolean
  readonly onOpen: () => void
}

const Row = ({ delivery, isOn, onOpen }: RowProps) => (
  <button type="button" className="log-row delivery-row" aria-haspopup="dialog" onClick={onOpen}>
    <span className={`chip ${washes[delivery.state]}`}>{deliveryWords(delivery, isOn)}</span>
    <span className="log-what">
      <strong>{eventWords(delivery.event.type)}</strong>
    </span>
    <span className="log-who">
      {answerWords(delivery)}
      {delivery.replayOf === undefined ? null : " · sent again"}
    </span>
    <time className="log-when" dateTime={delivery.createdAt}>
      {momentOf(delivery.createdAt)}
    </time>
  </button>
)
