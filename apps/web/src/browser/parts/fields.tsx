/** Fields of forms: a line of text, lines of it, a choice, a check. What the server could not take is said beside the field. */
import { type ComponentProps, type ReactNode, useId } from "react"
import { Checkbox } from "react-aria-components/Checkbox"

interface FieldProps {
  readonly label: string
  /** What is to be known about it. */
  readonly note?: ReactNode
  /** What is wrong with it. */
  readonly problem?: string | undefined
}

/** What describes a field, and the names by which it does. */
const useDescription = ({ note, problem }: FieldProps) => {
  const id = useId()
  const named = [note === undefined ? [] : [`${id}-note`], problem === undefined ? [] : [`${id}-problem`]].flat()
  return {
    id,
    described: {
      "aria-describedby": named.length === 0 ? undefined : named.join(" "),
      "aria-invalid": problem === undefined ? undefined : true
    },
    words: (
      <>
        {note === undefined ? null : (
          <small id={`${id}-note`} className="field-hint">
            {note}
          </small>
        )}
        {problem === undefined ? null : (
          <span id={`${id}-problem`} className="field-error" role="alert">
            {problem}
          </span>
        )}
      </>
    )
  }
}

interface TextLineProps extends FieldProps, Omit<ComponentProps<"input">, "onChange" | "id" | "className"> {
  readonly onChange: (text: string) => void
}

export const TextLine = ({ label, note, onChange, problem, ...input }: TextLineProps) => {
  const { described, id, words } = useDescription({ label, note, problem })
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} {...described} id={id} className="input" onChange={({ target }) => onChange(target.value)} />
      {words}
    </div>
  )
}

interface TextLinesProps extends FieldProps, Omit<ComponentProps<"textarea">, "onChange" | "id" | "className"> {
  readonly onChange: (text: string) => void
}

export const TextLines = ({ label, note, onChange, problem, ...area }: TextLinesProps) => {
  const { described, id, words } = useDescription({ label, note, problem })
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea {...area} {...described} id={id} className="input" onChange={({ target }) => onChange(target.value)} />
      {words}
    </div>
  )
}

interface ChoiceProps<Value extends string> extends FieldProps {
  /** What can be chosen, in order. */
  readonly of: ReadonlyArray<readonly [value: Value, label: string]>
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
}

export const Choice = <Value extends string>({
  disabled,
  label,
  note,
  of,
  onChange,
  problem,
  value
}: ChoiceProps<Value>) => {
  const { described, id, words } = useDescription({ label, note, problem })
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...described}
        id={id}
        className="input"
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value as Value)}
      >
        {of.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      {words}
    </div>
  )
}

interface CheckProps {
  readonly children: string
  readonly note?: string
  readonly isSelected: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isSelected: boolean) => void
}

export const Check = ({ children, note, ...check }: CheckProps) => (
  <Checkbox {...check} className="check">
    <span className="check-box" aria-hidden="true" />
    <span>
      {children}
      {note === undefined ? null : <small>{note}</small>}
    </span>
  </Checkbox>
)
