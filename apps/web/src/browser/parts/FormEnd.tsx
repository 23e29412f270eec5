/** The end of a dialog's form: what went wrong, and the buttons that leave it and that do what it is for. */
import { Button } from "react-aria-components/Button"
import { problemOf } from "../../logic/problems.ts"

interface FormEndProps {
  /** Name of the button that sends the form. */
  readonly action: string
  /** What sends it; absent where nothing has to be waited for. */
  readonly work?: { readonly isError: boolean; readonly error: unknown }
  /** Whether there is something to be sent. */
  readonly isReady?: boolean
  readonly onClose: () => void
}

export const FormEnd = ({ action, isReady = true, onClose, work }: FormEndProps) => (
  <>
    {work?.isError === true ? (
      <p className="field-error" role="alert">
        {problemOf(work.error, navigator.onLine).text}
      </p>
    ) : null}
    <div className="form-foot">
      <Button className="button secondary" onPress={onClose}>
        Cancel
      </Button>
      {/* while it waits it stays as it is, and forms are sent once: a button that is disabled loses the focus, and Escape with it */}
      <Button type="submit" className="button" isDisabled={!isReady}>
        {action}
      </Button>
    </div>
  </>
)
