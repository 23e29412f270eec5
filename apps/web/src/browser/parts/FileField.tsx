/** A file of this machine, chosen for a form. */
import { type ReactNode, useId } from "react"
import { sizeOf } from "../../logic/words.ts"
import "../style/picture-field.css"

interface FileFieldProps {
  readonly label: string
  /** Endings and types that the browser offers first. */
  readonly accept: string
  readonly file: File | undefined
  /** What is there already, and what a file would take the place of. */
  readonly before?: string
  readonly note?: ReactNode
  readonly problem?: string | undefined
  readonly onChange: (file: File) => void
}

export const FileField = ({ accept, before, file, label, note, onChange, problem }: FileFieldProps) => {
  const id = useId()
  const action = file === undefined && before === undefined ? "Choose" : "Replace"
  return (
    <div className="field">
      <span>{label}</span>
      <div className="picture-line">
        <label className="button secondary picture-button">
          {action}
          <input
            type="file"
            accept={accept}
            aria-label={`${action}: ${label}`}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={`${id}-words`}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen !== undefined) onChange(chosen)
              // the same one may be chosen again
              target.value = ""
            }}
          />
        </label>
        <span id={`${id}-words`} className="file-chosen">
          {file === undefined ? (before ?? "No file yet") : `${file.name}, ${sizeOf(file.size)}`}
        </span>
      </div>
      {note === undefined ? null : <small className="field-hint">{note}</small>}
      {problem === undefined ? null : (
        <span className="field-error" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
