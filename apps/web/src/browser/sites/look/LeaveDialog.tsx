/** Asks who goes elsewhere whether what was changed and is not saved is to be lost. */
import type { FormEvent } from "react"
import { Button } from "react-aria-components/Button"
import { Dialog } from "../../parts/Dialog.tsx"

interface LeaveDialogProps {
  readonly onStay: () => void
  readonly onLeave: () => void
}

export default ({ onLeave, onStay }: LeaveDialogProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onStay()
  }
  return (
    <Dialog title="Not saved yet" kind="form" onClose={onStay}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">What you changed of the look of the site is lost if you leave now.</p>
        <div className="form-foot">
          <Button className="button secondary" onPress={onLeave}>
            Leave without saving
          </Button>
          <Button type="submit" className="button" autoFocus>
            Stay
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
