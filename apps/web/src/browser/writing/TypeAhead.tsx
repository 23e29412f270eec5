/** Stands where the text of a page will be, for who goes on to it before its editor is there: the editor gets what was typed. */
import { useLayoutEffect, useRef } from "react"

/** What was typed, kept by who shows the field: it is there when the field is not any more. */
export interface TypedAhead {
  text: string
}

interface TypeAheadProps {
  /** What the text will be called. */
  readonly label: string
  readonly typed: TypedAhead
}

export const TypeAhead = ({ label, typed }: TypeAheadProps) => {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => area.current?.focus(), [])
  return (
    <textarea
      ref={area}
      className="type-ahead"
      aria-label={label}
      rows={6}
      defaultValue={typed.text}
      onChange={({ target }) => {
        typed.text = target.value
      }}
    />
  )
}
