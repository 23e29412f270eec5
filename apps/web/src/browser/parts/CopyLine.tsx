/** Something to be entered elsewhere: what it is, itself, and a button that copies it. */
import { copyText } from "./copy.ts"

interface CopyLineProps {
  readonly label: string
  /** Tells its button from those of others. */
  readonly of?: string
  readonly text: string
}

export const CopyLine = ({ label, of, text }: CopyLineProps) => (
  <div className="copy-line">
    <span className="copy-label">{label}</span>
    <code>{text}</code>
    <button
      type="button"
      className="button secondary"
      aria-label={`Copy: ${label}${of === undefined ? "" : `, ${of}`}`}
      onClick={() => void copyText(text, label)}
    >
      Copy
    </button>
  </div>
)
