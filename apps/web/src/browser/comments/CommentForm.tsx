/** A field for a comment or an answer. What was written stays until the server has it. */
import { type FormEvent, useState } from "react"
import { type MentionText, markdownToMentions, mentionsToMarkdown, noText } from "../../logic/mentions.ts"
import { useWork } from "../parts/useWork.ts"
import "../style/talk.css"
import { MentionField } from "./MentionField.tsx"

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
  const [written, setWritten] = useState<MentionText>(() => markdownToMentions(first))
  const { act, isBusy, problem } = useWork(space)
  const isEmpty = written.text.trim() === ""
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy || isEmpty) return
    const isSent = await act(async () => {
      await onSend(mentionsToMarkdown(written))
      return first === "" ? "Your comment was sent" : "Your comment was changed"
    })
    if (isSent) setWritten(noText)
  }
  return (
    <form className="comment-form" onSubmit={(event) => void submit(event)}>
      <MentionField
        space={space}
        label={label}
        value={written}
        isFocused={isFocused}
        onChange={setWritten}
        onSend={() => void submit()}
      />
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem} What you wrote is still here.
        </p>
      )}
      <div className="buttons">
        <button type="submit" className="button" disabled={isBusy || isEmpty}>
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
