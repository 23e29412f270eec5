/** Shows a secret that was just made: this one time. */
import { copyText } from "./copy.ts"
import { Dialog } from "./Dialog.tsx"

interface SecretDialogProps {
  readonly title: string
  /** What it is: "token". */
  readonly name: string
  readonly secret: string
  /** What else is to be known of it. */
  readonly note?: string
  readonly onClose: () => void
}

export const SecretDialog = ({ name, note, onClose, secret, title }: SecretDialogProps) => (
  <Dialog title={title} kind="form" onClose={onClose}>
    <div className="form">
      <p className="field-note">
        Copy the {name} now: it is not shown again. {note}
      </p>
      <div className="secret-line">
        <code className="secret">{secret}</code>
      </div>
      <div className="form-foot">
        <button type="button" className="button secondary" onClick={onClose}>
          Done
        </button>
        <button
          type="button"
          className="button"
          // biome-ignore lint/a11y/noAutofocus: the form that had the focus is gone
          autoFocus
          onClick={() => void copyText(secret, `The ${name}`)}
        >
          Copy the {name}
        </button>
      </div>
    </div>
  </Dialog>
)
