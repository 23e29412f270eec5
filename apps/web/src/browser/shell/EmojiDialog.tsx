/** Chooses the emoji of a space, from a few or any other one. */
import { type FormEvent, useState } from "react"
import { Button } from "react-aria-components/Button"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextField } from "react-aria-components/TextField"
import { emojis } from "../../logic/emojis.ts"
import { Dialog } from "../parts/Dialog.tsx"

interface EmojiDialogProps {
  readonly title: string
  readonly emoji: string | undefined
  readonly onClose: () => void
  /** Empty removes it. */
  readonly onChoose: (emoji: string) => void
}

export default ({ emoji, onChoose, onClose, title }: EmojiDialogProps) => {
  const [text, setText] = useState(emoji ?? "")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChoose(text.trim())
  }
  return (
    <Dialog title={`Emoji of ${title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="emoji-grid">
          {emojis.map(({ name, sign }) => (
            <button
              key={sign}
              type="button"
              className="emoji-choice"
              aria-label={name}
              title={name}
              onClick={() => onChoose(sign)}
            >
              {sign}
            </button>
          ))}
        </div>
        <TextField className="field" value={text} onChange={setText} maxLength={20}>
          <Label>Another emoji</Label>
          <Input className="input" autoComplete="off" />
        </TextField>
        <div className="form-foot">
          {emoji === undefined ? null : (
            <Button className="button secondary" onPress={() => onChoose("")}>
              No emoji
            </Button>
          )}
          <Button type="submit" className="button">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
