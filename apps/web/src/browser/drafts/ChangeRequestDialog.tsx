/** The own draft becomes a change request: what it is about. */
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextArea } from "react-aria-components/TextArea"
import { TextField } from "react-aria-components/TextField"
import type { ChangeRequest } from "../../logic/api.ts"
import { paragraphsOf } from "../../logic/document.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { saveAll } from "../saving/openTexts.ts"

interface ChangeRequestDialogProps {
  readonly draft: ChangeRequest
  readonly onClose: () => void
  readonly onMade: (made: ChangeRequest) => Promise<void>
}

export default ({ draft, onClose, onMade }: ChangeRequestDialogProps) => {
  const [subject, setSubject] = useState("")
  const [description, setDescription] = useState("")
  const make = useMutation({
    mutationFn: async () => {
      if (!(await saveAll())) throw new Error("What you wrote is not saved yet")
      return client.changeRequests.updateChangeRequestById({
        params: { spaceId: draft.space, changeRequestId: draft.id },
        payload: {
          subject: subject.trim(),
          status: "open",
          ...(description.trim() === "" ? {} : { description: paragraphsOf(description) })
        }
      })
    },
    onSuccess: async (made) => {
      onClose()
      await onMade(made)
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!make.isPending && subject.trim() !== "") make.mutate()
  }
  return (
    <Dialog title="Make a change request" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField className="field" isRequired maxLength={100} value={subject} onChange={setSubject} autoFocus>
          <Label>Subject</Label>
          <Input className="input" placeholder="What changes, in a few words" />
          <FieldError className="field-error" />
        </TextField>
        <TextField className="field" maxLength={10_000} value={description} onChange={setDescription}>
          <Label>Description</Label>
          <TextArea className="input" rows={4} placeholder="Why, and what reviewers should look at" />
        </TextField>
        <FormEnd action="Make a change request" work={make} onClose={onClose} />
      </form>
    </Dialog>
  )
}
