/** Members of an organization, chosen one after the other by name. */
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useId, useState } from "react"
import { problemOf } from "../../logic/problems.ts"
import { Icon } from "../parts/Icon.tsx"
import { membersQuery } from "../queries.ts"
import { nameOf } from "../shell/Person.tsx"
import "../style/picked.css"
import { memberQuery } from "./queries.ts"

interface PeopleFieldProps {
  readonly organization: string
  /** Which people these are. */
  readonly label: string
  /** Their ids. */
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}

export const PeopleField = ({ chosen, label, onChange, organization }: PeopleFieldProps) => {
  const id = useId()
  const [search, setSearch] = useState("")
  const sought = useDeferredValue(search.trim())
  const found = useQuery({
    ...membersQuery(organization, sought),
    enabled: sought !== "",
    placeholderData: keepPreviousData
  })
  const names = useQueries({
    queries: chosen.map((one) => memberQuery(organization, one)),
    combine: (asked) => asked.map(({ data }) => (data === null ? "Somebody who has left" : data && nameOf(data.user)))
  })
  const offered = sought === "" ? [] : (found.data?.items ?? []).filter(({ user }) => !chosen.includes(user.id))
  return (
    <div className="people-field">
      {chosen.length === 0 ? null : (
        <ul className="picked" aria-label={label}>
          {chosen.map((one, at) => (
            <li key={one} className="chip">
              {names[at] ?? "…"}
              <button
                type="button"
                className="chip-remove"
                aria-label={`Remove ${names[at] ?? "somebody"}`}
                onClick={() => onChange(chosen.filter((other) => other !== one))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="field">
        <label htmlFor={id}>Find people</label>
        <input
          id={id}
          className="input"
          type="search"
          autoComplete="off"
          placeholder="Name or e-mail address"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            // Enter takes the first who is found, and sends nothing
            if (event.key !== "Enter") return
            event.preventDefault()
            const first = offered[0]
            if (first === undefined) return
            onChange([...chosen, first.user.id])
            setSearch("")
          }}
        />
      </div>
      {found.isError ? (
        <p className="field-error" role="alert">
          {problemOf(found.error, navigator.onLine).text}
        </p>
      ) : sought !== "" && found.data !== undefined && offered.length === 0 ? (
        <p className="note">Nobody else is called so.</p>
      ) : null}
      {offered.length === 0 ? null : (
        <ul className="found-people" aria-label="People found">
          {offered.map(({ user }) => (
            <li key={user.id}>
              <span className="found-name">
                {nameOf(user)} <small>{user.email}</small>
              </span>
              <button
                type="button"
                className="button secondary"
                aria-label={`Add ${nameOf(user)}`}
                onClick={() => {
                  onChange([...chosen, user.id])
                  setSearch("")
                }}
              >
                Add
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
