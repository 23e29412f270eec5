/** A field for a comment or an answer. What was written stays until the server has it. */
import { type FormEvent, useState } from "react"
import { useWork } from "./work.ts"

interface CommentFormProps {
  readonly space: string
  readonly label: string
  readonly action: string
  readonly isFocused?: boolean
  /** What it begins with. */
  readonly first?: string
  readonly onSend: (markdown: string) => Promise<unknown>
  readonly onCancel?: () => void
}

export const CommentForm = ({
  action,
  first = "",
  isFocused = false,
  label,
  onCancel,
  onSend,
  space
}: CommentFormProps) => {
  const [text, setText] = useState(first)
  const { act, isBusy, problem } = useWork(space)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || text.trim() === "") return
    const isSent = await act(async () => {
      await onSend(text)
      return first === "" ? "Your comment was sent" : "Your comment was changed"
    })
    if (isSent) setText("")
  }
  return (
    <form className="comment-form" onSubmit={(event) => void submit(event)}>
      <textarea
        className="input"
        aria-label={label}
        rows={3}
        maxLength={50_000}
        placeholder="Markdown works here"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: who asked for the field goes on in it
        autoFocus={isFocused}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit(event)
        }}
      />
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem} What you wrote is still here.
        </p>
      )}
      <div className="buttons">
        <button type="submit" className="button" disabled={isBusy || text.trim() === ""}>
          {action}
        </button>
        {onCancel === undefined ? null : (
          <button type="button" className="button secondary" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
