/** What the address of the audit log says: what is looked for, and the event that is open. It can be handed on. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { type AuditFilter, auditFilterOf } from "../../../logic/audit.ts"

export interface AuditAddress {
  readonly filter: AuditFilter
  /** Id of the event that is open. */
  readonly event: string | undefined
  /** Looks for something else. */
  readonly look: (filter: AuditFilter) => void
  /** Opens an event, or closes it. */
  readonly open: (event?: string) => void
}

export const useAuditAddress = (): AuditAddress => {
  const search: Readonly<Record<string, unknown>> = useSearch({ from: "/o/$organization/audit" })
  const navigate = useNavigate({ from: "/o/$organization/audit" })
  const filter = auditFilterOf(search)
  const to = (next: Readonly<Record<string, string>>, replace: boolean) =>
    // whoever reads far down stays there
    void navigate({ to: ".", search: next, replace, resetScroll: false })
  return {
    filter,
    event: typeof search["event"] === "string" ? search["event"] : undefined,
    look: (next) => to({ ...next }, true),
    open: (event) => to({ ...filter, ...(event !== undefined && { event }) }, event === undefined)
  }
}
