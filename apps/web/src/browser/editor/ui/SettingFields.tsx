/** Controls of the bar of settings. A text is kept when its field is left, or with Enter. */
import { type KeyboardEvent, useEffect, useId, useState } from "react"
import type { Data } from "../../../logic/document.ts"
import type { ChoiceControl, TextControl, ToggleControl } from "../settings.ts"

interface FieldProps<Control> {
  readonly control: Control
  readonly data: Data
  readonly onChange: (changes: Data) => void
  readonly onLeave: () => void
}

export const TextField = ({ control, data, onChange, onLeave }: FieldProps<TextControl>) => {
  const { isLong, label, offers, read, type = "text", width = "medium", write } = control
  const now = read(data)
  const [words, setWords] = useState(now)
  const id = useId()
  useEffect(() => setWords(now), [now])
  const keep = (): void => {
    if (words === now) return
    const changes = write(words)
    // what cannot be kept gives way to what is there
    if (changes === undefined) setWords(now)
    else onChange(changes)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") setWords(now)
    else if (event.key !== "Enter" || (isLong && event.shiftKey)) return
    else keep()
    event.preventDefault()
    onLeave()
  }
  const shared = {
    className: `setting-field of-${width}`,
    "aria-label": label,
    placeholder: label,
    value: words,
    onBlur: keep,
    onKeyDown,
    spellCheck: false
  }
  if (isLong) {
    const rows = Math.min(8, Math.max(1, words.split("\n").length))
    return <textarea {...shared} rows={rows} onChange={({ target }) => setWords(target.value)} />
  }
  return (
    <>
      <input
        {...shared}
        type={type}
        list={offers && id}
        autoComplete="off"
        onChange={({ target }) => setWords(target.value)}
      />
      {offers === undefined ? null : (
        <datalist id={id}>
          {offers.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  )
}

export const ChoiceField = ({ control, data, onChange }: FieldProps<ChoiceControl>) => {
  const { label, options, read, write } = control
  const value = read(data)
  return (
    <select
      className="setting-choice"
      aria-label={label}
      title={label}
      value={value}
      onChange={({ target }) => onChange(write(target.value))}
    >
      {options.some(([one]) => one === value) ? null : <option value={value}>{value}</option>}
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  )
}

export const ToggleField = ({ control, data, onChange }: FieldProps<ToggleControl>) => {
  const { label, read, write } = control
  const isOn = read(data)
  return (
    <button
      type="button"
      className="setting-button"
      aria-pressed={isOn}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChange(write(!isOn))}
    >
      {label}
    </button>
  )
}
