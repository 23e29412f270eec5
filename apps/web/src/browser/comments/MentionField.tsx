/** A field for Markdown in which `@` names people: those who are called so are offered below it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from "react"
import type { Member } from "../../logic/api.ts"
import { type MentionText, mentionAt, withMention } from "../../logic/mentions.ts"
import { membersQuery, spaceQuery } from "../queries.ts"
import { nameOf } from "../shell/Person.tsx"
import "../style/panels.css"
import "../style/talk.css"

interface MentionFieldProps {
  /** Id. */
  readonly space: string
  readonly label: string
  readonly value: MentionText
  readonly rows?: number
  readonly placeholder?: string
  readonly isFocused?: boolean
  readonly onChange: (value: MentionText) => void
  /** Control and Enter were pressed. */
  readonly onSend?: () => void
}

const nobody: ReadonlyArray<Member> = []

export const MentionField = ({
  isFocused = false,
  label,
  onChange,
  onSend,
  placeholder = "Markdown works here, and @ names people",
  rows = 3,
  space,
  value
}: MentionFieldProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  /** Where the list was left with Escape; it comes back with another `@`. */
  const [left, setLeft] = useState<number>()
  const [active, setActive] = useState(0)
  /** Where the caret goes when the text is there. */
  const [goal, setGoal] = useState<number>()
  const place = mentionAt(value, caret)
  const isAsked = place !== undefined && place.from !== left
  const organization = useQuery(spaceQuery(space)).data?.organization
  const { data } = useQuery({
    ...membersQuery(organization ?? "", place?.words ?? ""),
    enabled: isAsked && organization !== undefined,
    placeholderData: keepPreviousData
  })
  // who may not list members names nobody
  const people = isAsked ? (data?.items ?? nobody) : nobody
  const chosen = Math.min(active, people.length - 1)
  useLayoutEffect(() => {
    if (goal === undefined) return
    field.current?.setSelectionRange(goal, goal)
    setGoal(undefined)
    setCaret(goal)
  }, [goal])
  const choose = (member: Member | undefined) => {
    if (member === undefined || place === undefined) return
    const { caret: behind, written } = withMention(value, place, { id: member.user.id, name: nameOf(member.user) })
    onChange(written)
    setGoal(behind)
    setActive(0)
  }
  const look = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => setCaret(currentTarget.selectionStart)
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return onSend?.()
    if (people.length === 0) return
    if (step !== 0) setActive((chosen + step + people.length) % people.length)
    else if (event.key === "Enter" || event.key === "Tab") choose(people[chosen])
    else if (event.key === "Escape") setLeft(place?.from)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="mention-field">
      <textarea
        ref={field}
        className="input"
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={people.length === 0 ? undefined : listId}
        aria-activedescendant={people.length === 0 ? undefined : `${listId}-${chosen}`}
        rows={rows}
        maxLength={50_000}
        placeholder={placeholder}
        value={value.text}
        // biome-ignore lint/a11y/noAutofocus: who asked for the field goes on in it
        autoFocus={isFocused}
        onChange={(event) => {
          onChange({ ...value, text: event.target.value })
          look(event)
        }}
        onSelect={look}
        onKeyDown={press}
        onBlur={() => setLeft(place?.from)}
        onFocus={() => setLeft(undefined)}
      />
      {people.length === 0 ? null : (
        <div id={listId} role="listbox" aria-label="People" className="panel-list mention-list">
          {people.map((member, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which names the active option
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              key={member.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className="panel-option"
              onPointerMove={() => setActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(member)}
            >
              <span className="panel-title">{nameOf(member.user)}</span>
              {member.user.email === undefined ? null : <span className="panel-keys">{member.user.email}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
