/** A webhook: where it leads and what it hears, what was sent to it, and what can be done with it. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { organizationPartAddress, plainUrl } from "../../../logic/addresses.ts"
import type { Webhook } from "../../../logic/api.ts"
import { errorToShow } from "../../../logic/failures.ts"
import { eventWords, ownerOfWebhook, ownerText, webhookState } from "../../../logic/webhooks.ts"
import { ago } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import "../../style/log.css"
import "../../style/picked.css"
import "../../style/webhooks.css"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { webhookQuery } from "../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import { Deliveries } from "./Deliveries.tsx"
import { useWebhookOwners } from "./useWebhookOwners.ts"

const WebhookDialog = lazy(() => import("./WebhookDialog.tsx"))
const NewSecretDialog = lazy(() => import("./NewSecretDialog.tsx"))
const DeleteWebhookDialog = lazy(() => import("./DeleteWebhookDialog.tsx"))

export const WebhookScreen = () => {
  const { organization, webhook: id } = useParams({ from: "/o/$organization/webhooks/$webhook" })
  const asked = useQuery(webhookQuery(organization, id))
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const webhook = asked.data
  if (webhook === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  return (
    <OrganizationScreen
      organization={organization}
      title={webhook.description ?? "Webhook"}
      lead={() => <span className="webhook-url">{webhook.url}</span>}
      permission="view"
      action={() => <Actions organization={organization} webhook={webhook} />}
    >
      {() => (
        <>
          <Facts organization={organization} webhook={webhook} />
          <Deliveries organization={organization} webhook={webhook} />
        </>
      )}
    </OrganizationScreen>
  )
}

interface OneWebhookProps {
  /** Id. */
  readonly organization: string
  readonly webhook: Webhook
}

const Actions = ({ organization, webhook }: OneWebhookProps) => {
  const [anchor, setAnchor] = useState<Element>()
  const [opened, setOpened] = useState<"edit" | "secret" | "delete">()
  const { active, id } = webhook
  const params = { organizationId: organization, webhookId: id }
  const turn = useOrganizationWork(organization, async (to: boolean) => {
    await client.webhooks.updateWebhookById({ params, payload: { active: to } })
    return to ? "The webhook is on" : "The webhook is off: what happens is not told"
  })
  const test = useOrganizationWork(organization, async () => {
    await client.webhooks.pingWebhook({ params })
    return "A test is on its way"
  })
  const dialog = { organization, webhook, onClose: () => setOpened(undefined) }
  return (
    <>
      <p className="buttons">
        {active ? (
          <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </button>
        ) : (
          <button type="button" className="button" disabled={turn.isPending} onClick={() => turn.mutate(true)}>
            Turn on
          </button>
        )}
        <button
          type="button"
          className="tool"
          aria-label="Actions for the webhook"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Icon name="more" />
        </button>
      </p>
      <Problem work={turn.isError ? turn : test} />
      {anchor === undefined ? null : (
        <PopMenu label="Actions for the webhook" anchor={anchor} onClose={() => setAnchor(undefined)}>
          <PopMenuItem onAction={() => setOpened("edit")}>Edit</PopMenuItem>
          <PopMenuItem onAction={() => setOpened("secret")}>New secret</PopMenuItem>
          {active ? <PopMenuItem onAction={() => turn.mutate(false)}>Turn off</PopMenuItem> : null}
          <PopMenuItem onAction={() => setOpened("delete")} isDanger>
            Delete
          </PopMenuItem>
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {opened === "edit" ? (
          <WebhookDialog {...dialog} />
        ) : opened === "secret" ? (
          <NewSecretDialog {...dialog} />
        ) : opened === "delete" ? (
          <DeleteWebhookDialog {...dialog} />
        ) : null}
      </Suspense>
    </>
  )
}

const Facts = ({ organization, webhook }: OneWebhookProps) => {
  const { createdAt, disabledReason, events, failingSince } = webhook
  const [state, wash] = webhookState(webhook)
  const owner = ownerText(ownerOfWebhook(webhook))
  const name = useWebhookOwners(organization).find(([one]) => ownerText(one) === owner)?.[1]
  const list = organizationPartAddress(organization, "webhooks")
  return (
    <section aria-label="The webhook">
      <dl className="particulars">
        <dt>State</dt>
        <dd>
          <span className={`chip ${wash}`}>{state}</span>{" "}
          {disabledReason ?? (failingSince === undefined ? null : `Since ${ago(failingSince, Date.now())}`)}
        </dd>
        <dt>Hears of</dt>
        <dd>
          <AppLink href={owner === "" ? list : `${list}?of=${owner}`}>{name ?? plainUrl(webhook.url)}</AppLink>
        </dd>
        <dt>Is told</dt>
        <dd>
          <ul className="picked">
            {events.map((event) => (
              <li key={event} className="chip">
                {eventWords(event)}
              </li>
            ))}
          </ul>
        </dd>
        <dt>Made</dt>
        <dd>{ago(createdAt, Date.now())}</dd>
      </dl>
    </section>
  )
}
