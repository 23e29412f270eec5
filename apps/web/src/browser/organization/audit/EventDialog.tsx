/** An event of the audit log with all that is known of it, and the ways to others like it. */
import { useQuery } from "@tanstack/react-query"
import type { AuditEventDetails } from "../../../logic/api.ts"
import { type AuditFilter, actorName, auditFacts, kindOf, objectAddress, objectName } from "../../../logic/audit.ts"
import { momentOf } from "../../../logic/words.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { auditEventQuery } from "../queries.ts"

interface EventDialogProps {
  /** Id. */
  readonly organization: string
  /** Its id. */
  readonly event: string
  /** Of actions, by their ids. */
  readonly labels: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, string>
  readonly onLook: (filter: AuditFilter) => void
  readonly onClose: () => void
}

export default ({ event: id, labels, names, onClose, onLook, organization }: EventDialogProps) => {
  const asked = useQuery(auditEventQuery(organization, id))
  const event = asked.data
  return (
    <Dialog
      title={event === undefined ? "Event" : (labels.get(event.action) ?? event.action)}
      kind="form"
      onClose={onClose}
    >
      <div className="form">
        <Problem work={asked} />
        {event === undefined ? (
          asked.isError ? null : (
            <Waiting />
          )
        ) : (
          <>
            <Facts organization={organization} event={event} names={names} />
            <p className="buttons">
              <button
                type="button"
                className="button secondary"
                onClick={() => onLook({ person: event.actor.id })}
              >{`All by ${actorName(event)}`}</button>
              <button
                type="button"
                className="button secondary"
                onClick={() => onLook({ object: event.target.id })}
              >{`All about ${objectName(event, names)}`}</button>
            </p>
          </>
        )}
        <div className="form-foot">
          {/* biome-ignore lint/a11y/noAutofocus: there is nothing to be filled in */}
          <button type="button" className="button" autoFocus onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  )
}

interface FactsProps {
  readonly organization: string
  readonly event: AuditEventDetails
  readonly names: ReadonlyMap<string, string>
}

const Facts = ({ event, names, organization }: FactsProps) => {
  const { action, ip, occurredAt, payload, source, target } = event
  const address = objectAddress(organization, event)
  const name = objectName(event, names)
  return (
    <dl className="particulars">
      <dt>Who</dt>
      <dd>{actorName(event)}</dd>
      <dt>{kindOf(target.type)}</dt>
      <dd>
        {address === undefined ? name : <AppLink href={address}>{name}</AppLink>}
        <code>{target.id}</code>
      </dd>
      <dt>When</dt>
      <dd>
        <time dateTime={occurredAt}>{momentOf(occurredAt)}</time>
      </dd>
      <dt>From</dt>
      <dd>{ip ?? (source === "api" ? "Not known" : "The server itself")}</dd>
      {auditFacts(payload, names).map(({ before, name, value }) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>
            {before === undefined ? null : (
              <>
                <del>{before}</del>
                <span className="hidden"> became </span>
              </>
            )}
            {before === undefined ? value : <ins>{value}</ins>}
          </dd>
        </div>
      ))}
      <dt>Action</dt>
      <dd>
        <code>{action}</code>
      </dd>
    </dl>
  )
}
