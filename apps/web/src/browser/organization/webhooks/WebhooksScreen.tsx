/** Webhooks of an organization, or of a space or a site of it: listed, and made. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import { plainUrl, webhookAddress } from "../../../logic/addresses.ts"
import type { Organization } from "../../../logic/api.ts"
import { eventCount, ownerOf, ownerText, webhookState } from "../../../logic/webhooks.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import "../../style/webhooks.css"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { webhooksQuery } from "../queries.ts"
import { useWebhookOwners } from "./useWebhookOwners.ts"

const WebhookDialog = lazy(() => import("./WebhookDialog.tsx"))

export const WebhooksScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/webhooks" })
  const [isMaking, setMaking] = useState(false)
  return (
    <OrganizationScreen
      organization={organization}
      title="Webhooks"
      lead={() => "What happens, told to servers of yours."}
      permission="admin"
      action={() => (
        <Button className="button" onPress={() => setMaking(true)}>
          New webhook
        </Button>
      )}
    >
      {(one) => <Webhooks organization={one} isMaking={isMaking} onMade={() => setMaking(false)} />}
    </OrganizationScreen>
  )
}

interface WebhooksProps {
  readonly organization: Organization
  readonly isMaking: boolean
  readonly onMade: () => void
}

const Webhooks = ({ isMaking, onMade, organization: { id } }: WebhooksProps) => {
  const search: Readonly<Record<string, unknown>> = useSearch({ from: "/o/$organization/webhooks" })
  const navigate = useNavigate({ from: "/o/$organization/webhooks" })
  const owner = ownerOf(search["of"])
  const owners = useWebhookOwners(id)
  const asked = useQuery({
    ...webhooksQuery(id, owner),
    placeholderData: keepPreviousData
  })
  const { data } = asked
  return (
    <section aria-label="Webhooks">
      {owners.length < 2 ? null : (
        <div className="list-bar">
          <select
            className="input"
            aria-label="Webhooks that hear of"
            value={ownerText(owner)}
            onChange={({ target }) =>
              void navigate({ to: ".", search: target.value === "" ? {} : { of: target.value }, resetScroll: false })
            }
          >
            {owners.map(([one, name]) => (
              <option key={ownerText(one)} value={ownerText(one)}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {asked.isError ? (
        <Problem work={asked} />
      ) : data === undefined ? (
        <Waiting />
      ) : data.length === 0 ? (
        <Empty title="Nobody is told anything yet">
          <p>A webhook posts to your server when a page changes, a change request is merged, somebody joins.</p>
        </Empty>
      ) : (
        <ul className="rows" aria-label="Webhooks" aria-busy={asked.isPlaceholderData}>
          {data.map((one) => {
            const [state, wash] = webhookState(one)
            return (
              <li key={one.id}>
                <AppLink className="row webhook-row" href={webhookAddress(id, one.id)}>
                  <span className="webhook-name">
                    <span className="row-title">{one.description ?? plainUrl(one.url)}</span>
                    <span className="webhook-note">
                      {one.description === undefined ? null : <>{plainUrl(one.url)} · </>}
                      {eventCount(one)}
                    </span>
                  </span>
                  <span className={`chip ${wash}`}>{state}</span>
                </AppLink>
              </li>
            )
          })}
        </ul>
      )}
      <Suspense fallback={null}>
        {isMaking ? <WebhookDialog organization={id} owner={owner} owners={owners} onClose={onMade} /> : null}
      </Suspense>
    </section>
  )
}
