/** A new collection: what it is called. It stands in the one that is looked at. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextField } from "react-aria-components/TextField"
import { collectionAddress } from "../../logic/addresses.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { go } from "../parts/navigation.ts"
import { tell } from "../parts/status.tsx"
import { submitOnce } from "../parts/submitOnce.ts"

interface NewCollectionDialogProps {
  readonly organization: string
  readonly onClose: () => void
}

export default ({ onClose, organization }: NewCollectionDialogProps) => {
  const [title, setTitle] = useState("")
  const { collection } = useParams({ strict: false }) as { readonly collection?: string }
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () =>
      client.collections.createCollection({
        params: { organizationId: organization },
        payload: { title: title.trim(), ...(collection === undefined ? {} : { parent: collection }) }
      }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ["organization", organization, "collections"] })
      onClose()
      tell(`The collection “${made.title}” was made`)
      go(collectionAddress(made.id))
    }
  })
  const submit = submitOnce(create)
  return (
    <Dialog title="New collection" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField className="field" isRequired maxLength={50} value={title} onChange={setTitle} autoFocus>
          <Label>Title</Label>
          <Input className="input" placeholder="Engineering" />
          <FieldError className="field-error" />
        </TextField>
        <FormEnd action="Create" work={create} onClose={onClose} />
      </form>
    </Dialog>
  )
}
