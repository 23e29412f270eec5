/** Who did what in an organization, newest first: looked through by person, action, object and days, and exported. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import type { AuditEvent, Organization } from "../../../logic/api.ts"
import { actorName, kindOf, objectName } from "../../../logic/audit.ts"
import { counted, initialsOf, momentOf } from "../../../logic/words.ts"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import "../../style/log.css"
import "../../style/picked.css"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { auditActionsQuery, auditEventsQuery } from "../queries.ts"
import { AuditFilters } from "./AuditFilters.tsx"
import { type ExportFormat, exportEvents } from "./exportEvents.ts"
import { useAuditAddress } from "./useAuditAddress.ts"
import { useObjectNames } from "./useObjectNames.ts"

const EventDialog = lazy(() => import("./EventDialog.tsx"))

export const AuditScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/audit" })
  return (
    <OrganizationScreen
      organization={organization}
      title="Audit log"
      lead={({ title }) => `Who did what in ${title}. Nothing in it is ever changed or taken out.`}
      permission="admin"
      action={(one) => <ExportButton organization={one} />}
    >
      {(one) => <Events organization={one} />}
    </OrganizationScreen>
  )
}

const Events = ({ organization: { id } }: { readonly organization: Organization }) => {
  const { event, filter, look, open } = useAuditAddress()
  const names = useObjectNames(id)
  const actions = useQuery(auditActionsQuery(id)).data ?? []
  const asked = useInfiniteQuery({ ...auditEventsQuery(id, filter), placeholderData: keepPreviousData })
  const events = asked.data?.pages.flatMap(({ items }) => items)
  const count = asked.data?.pages[0]?.count ?? 0
  const labels = new Map(actions.map(({ id, label }) => [id, label]))
  return (
    <section aria-label="Audit log">
      <AuditFilters
        organization={id}
        filter={filter}
        found={asked.isPlaceholderData ? undefined : events?.[0]}
        names={names}
        onChange={look}
      />
      {asked.isError ? (
        <Problem work={asked} />
      ) : events === undefined ? (
        <Waiting />
      ) : events.length === 0 ? (
        <Empty title="Nothing like this was done">
          <button type="button" className="button secondary" onClick={() => look({})}>
            Show everything
          </button>
        </Empty>
      ) : (
        <ul className="rows" aria-label="Events" aria-busy={asked.isPlaceholderData}>
          {events.map((one) => (
            <li key={one.id}>
              <EventRow event={one} labels={labels} names={names} onOpen={() => open(one.id)} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={asked} />
      {count > 1 && !asked.isError ? <p className="note">{counted(count, "event")}</p> : null}
      <Suspense fallback={null}>
        {event === undefined ? null : (
          <EventDialog
            organization={id}
            event={event}
            labels={labels}
            names={names}
            onLook={look}
            onClose={() => open()}
          />
        )}
      </Suspense>
    </section>
  )
}

interface EventRowProps {
  readonly event: AuditEvent
  /** Of actions, by their ids. */
  readonly labels: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, string>
  readonly onOpen: () => void
}

const EventRow = ({ event, labels, names, onOpen }: EventRowProps) => {
  const name = objectName(event, names)
  const kind = kindOf(event.target.type)
  const object = name === kind ? kind : `${kind} ${name}`
  const who = actorName(event)
  return (
    <button type="button" className="log-row" aria-haspopup="dialog" onClick={onOpen}>
      <span className="avatar" aria-hidden="true">
        {initialsOf(who)}
      </span>
      <span className="log-what">
        <strong>{labels.get(event.action) ?? event.action}</strong> <span className="log-object">{object}</span>
      </span>
      <span className="log-who">{who}</span>
      <time className="log-when" dateTime={event.occurredAt}>
        {momentOf(event.occurredAt)}
      </time>
    </button>
  )
}

const ExportButton = ({ organization }: { readonly organization: Organization }) => {
  const { filter } = useAuditAddress()
  const [anchor, setAnchor] = useState<Element>()
  const work = useMutation({
    mutationFn: (format: ExportFormat) => exportEvents(organization, filter, format),
    onSuccess: (said) => tell(said)
  })
  return (
    <>
      <button
        type="button"
        className="button secondary menu-button"
        aria-haspopup="menu"
        aria-busy={work.isPending}
        onClick={({ currentTarget }) => (work.isPending ? undefined : setAnchor(currentTarget))}
      >
        {work.isPending ? "Exporting" : "Export"}
        <Icon name="down" />
      </button>
      <Problem work={work} />
      {anchor === undefined ? null : (
        <PopMenu label="Export what is shown" anchor={anchor} onClose={() => setAnchor(undefined)}>
          <PopMenuItem onAction={() => work.mutate("csv")}>Table (CSV)</PopMenuItem>
          <PopMenuItem onAction={() => work.mutate("json")}>Data (JSON)</PopMenuItem>
        </PopMenu>
      )}
    </>
  )
}
