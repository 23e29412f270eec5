/** What is looked for in the audit log: somebody, an action, an object, days. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useEffect, useId, useRef, useState } from "react"
import type { AuditEvent } from "../../../logic/api.ts"
import { type AuditFilter, actorName, groupedActions, objectName, withField } from "../../../logic/audit.ts"
import { Icon } from "../../parts/Icon.tsx"
import { membersQuery } from "../../queries.ts"
import { nameOf } from "../../shell/Person.tsx"
import { memberQuery } from "../../spaces/queries.ts"
import { auditActionsQuery } from "../queries.ts"

interface AuditFiltersProps {
  /** Id. */
  readonly organization: string
  readonly filter: AuditFilter
  /** An event that was found, which tells what is looked for by its name. */
  readonly found: AuditEvent | undefined
  readonly names: ReadonlyMap<string, string>
  readonly onChange: (filter: AuditFilter) => void
}

export const AuditFilters = ({ filter, found, names, onChange, organization }: AuditFiltersProps) => {
  const actions = useQuery(auditActionsQuery(organization)).data ?? []
  const person = usePersonName(organization, filter.person, found)
  const set = (field: keyof AuditFilter) => (value: string) => onChange(withField(filter, field, value))
  const isObject = found !== undefined && found.target.id === filter.object
  return (
    <>
      <div className="list-bar audit-bar">
        {filter.person === undefined ? <PersonFilter organization={organization} onChange={set("person")} /> : null}
        <select
          className="input"
          aria-label="What was done"
          value={filter.action ?? ""}
          onChange={({ target }) => set("action")(target.value)}
        >
          <option value="">Anything</option>
          {groupedActions(actions).map(([title, some]) => (
            <optgroup key={title} label={title}>
              {some.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        {(["from", "to"] as const).map((end) => (
          <DayField key={end} label={end === "from" ? "From" : "To"} day={filter[end] ?? ""} onChange={set(end)} />
        ))}
      </div>
      {filter.person === undefined && filter.object === undefined ? null : (
        <ul className="picked" aria-label="Looked for">
          {filter.person === undefined ? null : <Picked name={person} onRemove={() => set("person")("")} />}
          {filter.object === undefined ? null : (
            <Picked
              name={isObject ? objectName(found, names) : (names.get(filter.object) ?? "One object")}
              onRemove={() => set("object")("")}
            />
          )}
        </ul>
      )}
    </>
  )
}

interface DayFieldProps {
  readonly label: string
  /** Empty for none. */
  readonly day: string
  readonly onChange: (day: string) => void
}

/** A day. What is typed in part is the browser's until it is a day. */
const DayField = ({ day, label, onChange }: DayFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // taken back, or another one by the address; whoever types is not interrupted
    if (field.current !== null && field.current !== document.activeElement) field.current.value = day
  }, [day])
  return (
    <label className="audit-day">
      <span>{label}</span>
      <input
        ref={field}
        className="input"
        type="date"
        min="2000-01-01"
        defaultValue={day}
        onChange={({ target }) => {
          // the year 2 is on the way to 2026
          if (target.value === "" || target.validity.valid) onChange(target.value)
        }}
      />
    </label>
  )
}

const Picked = ({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) => (
  <li className="chip">
    {name}
    <button type="button" className="chip-remove" aria-label={`Remove ${name}`} onClick={onRemove}>
      <Icon name="close" />
    </button>
  </li>
)

/** What somebody who is looked for is called: by what they did, else as a member. */
const usePersonName = (organization: string, id: string | undefined, found: AuditEvent | undefined): string => {
  const isTold = found !== undefined && found.actor.id === id
  const member = useQuery({ ...memberQuery(organization, id ?? ""), enabled: id !== undefined && !isTold }).data
  return isTold ? actorName(found) : member ? nameOf(member.user) : "Somebody"
}

interface PersonFilterProps {
  readonly organization: string
  /** @param id of who was chosen */
  readonly onChange: (id: string) => void
}

/** Found by name; chosen when a suggestion was taken. */
const PersonFilter = ({ onChange, organization }: PersonFilterProps) => {
  const list = useId()
  const [typed, setTyped] = useState("")
  const sought = useDeferredValue(typed.trim())
  const { data } = useQuery({ ...membersQuery(organization, sought), placeholderData: keepPreviousData })
  const people = (data?.items ?? []).map(({ user }) => [user.id, `${nameOf(user)} · ${user.email}`] as const)
  return (
    <label className="filter">
      <Icon name="person" />
      <input
        type="search"
        aria-label="Who did it"
        placeholder="Anybody"
        list={list}
        maxLength={512}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          const chosen = people.find(([, name]) => name === target.value)
          if (chosen !== undefined) onChange(chosen[0])
        }}
      />
      <datalist id={list}>
        {people.map(([id, name]) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </label>
  )
}
