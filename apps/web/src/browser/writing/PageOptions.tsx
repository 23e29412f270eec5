/** What a page is beside its text: what it is called by, and who finds it. */
import { type FormEvent, useState } from "react"
import { Checkbox } from "react-aria-components/Checkbox"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextField } from "react-aria-components/TextField"
import type { DocumentPage } from "../../logic/api.ts"
import type { PageFields } from "../../logic/PageSaver.ts"
import { changedOptions, layoutParts, type Options, optionsOf, withUnsaved } from "../../logic/pageOptions.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"

interface PageOptionsProps {
  readonly page: DocumentPage
  readonly unsaved: PageFields
  readonly onChange: (fields: PageFields) => void
  readonly onClose: () => void
}

const texts = [
  ["emoji", "Emoji", "📘", 50],
  ["icon", "Icon", "book-open", 50],
  ["slug", "Address", "first-steps", 100],
  ["condition", "Shown if", 'visitor.claims.plan == "team"', 1024],
  ["tags", "Tags", "beta, api", 2000],
  ["cover", "Cover", "https://… or the id of a file", 2048]
] as const

const flags = [
  ["hidden", "Hidden", "Not in navigation; whoever has the address reads it"],
  ["noIndex", "Not in search", "The site's own search does not find it"],
  ["noRobotsIndex", "Not in search engines", "Search engines are asked to leave it out"],
  ["isWide", "Wide", "The text has more room"]
] as const

export default ({ onChange, onClose, page, unsaved }: PageOptionsProps) => {
  const [first] = useState(() => optionsOf(withUnsaved(page, unsaved)))
  const [options, setOptions] = useState<Options>(first)
  const set = (more: Partial<Options>) => setOptions({ ...options, ...more })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fields = changedOptions(first, options, page)
    if (Object.keys(fields).length > 0) onChange(fields)
    onClose()
  }
  const check = (label: string, isSelected: boolean, onSelect: (isSelected: boolean) => void, note?: string) => (
    <Checkbox key={label} className="check" isSelected={isSelected} onChange={onSelect}>
      <span className="check-box" aria-hidden="true" />
      <span>
        {label}
        {note === undefined ? null : <small>{note}</small>}
      </span>
    </Checkbox>
  )
  return (
    <Dialog title="Page options" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="field-pairs">
          {texts.map(([name, label, placeholder, maxLength]) => (
            <TextField
              key={name}
              className="field"
              maxLength={maxLength}
              value={options[name]}
              onChange={(value) => set({ [name]: value })}
            >
              <Label>{label}</Label>
              <Input className="input" placeholder={placeholder} />
            </TextField>
          ))}
        </div>
        <fieldset className="checks">
          <legend>Who finds it</legend>
          {flags.map(([name, label, note]) => check(label, options[name], (value) => set({ [name]: value }), note))}
        </fieldset>
        <fieldset className="checks columns">
          <legend>What is shown</legend>
          {Object.entries(layoutParts).map(([name, label]) =>
            check(label, options.shown[name as keyof typeof layoutParts], (value) =>
              set({ shown: { ...options.shown, [name]: value } })
            )
          )}
        </fieldset>
        <FormEnd action="Done" onClose={onClose} />
      </form>
    </Dialog>
  )
}
