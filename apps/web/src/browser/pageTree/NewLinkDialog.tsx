/** A link in the tree of pages: what it is called, and where it leads. */
import { type FormEvent, useState } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextField } from "react-aria-components/TextField"
import { websiteOf } from "../../logic/importing.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"

interface NewLinkDialogProps {
  readonly onClose: () => void
  readonly onMake: (title: string, url: string) => void
}

export default ({ onClose, onMake }: NewLinkDialogProps) => {
  const [title, setTitle] = useState("")
  const [address, setAddress] = useState("")
  const url = websiteOf(address)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url !== undefined && title.trim() !== "") onMake(title.trim(), url)
  }
  return (
    <Dialog title="New link" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField className="field" isRequired maxLength={1000} value={title} onChange={setTitle} autoFocus>
          <Label>Title</Label>
          <Input className="input" placeholder="Status page" autoComplete="off" />
          <FieldError className="field-error" />
        </TextField>
        <TextField
          className="field"
          isRequired
          maxLength={2048}
          value={address}
          onChange={setAddress}
          validate={(typed) => (typed.trim() === "" || websiteOf(typed) !== undefined ? null : "This is no address.")}
        >
          <Label>Address</Label>
          <Input className="input" inputMode="url" placeholder="status.example.com" autoComplete="off" />
          <FieldError className="field-error" />
        </TextField>
        <FormEnd action="Create" onClose={onClose} />
      </form>
    </Dialog>
  )
}
