/** The first site of a space: what it is called, and who may read it. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextField } from "react-aria-components/TextField"
import type { Space } from "../../logic/api.ts"
import { client } from "../client.ts"
import { DescribedRadios } from "../parts/DescribedRadios.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { tell } from "../parts/status.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { spaceQuery } from "../queries.ts"
import { openTo } from "./readers.ts"

interface PublishSiteDialogProps {
  readonly space: Space
  readonly onClose: () => void
}

export default ({ onClose, space }: PublishSiteDialogProps) => {
  const [title, setTitle] = useState(space.title)
  const [visibility, setVisibility] = useState<keyof typeof openTo>("public")
  const queries = useQueryClient()
  // who tries again goes on with the site that was made
  const made = useRef<string>(undefined)

  const publish = useMutation({
    mutationFn: async () => {
      const organizationId = space.organization
      const payload = { title: title.trim(), visibility, spaces: [space.id] }
      made.current ??= (await client.sites.createSite({ params: { organizationId }, payload })).id
      return client.sites.publishSite({ params: { organizationId, siteId: made.current } })
    },
    onSuccess: async (site) => {
      await queries.invalidateQueries({ queryKey: spaceQuery(space.id).queryKey, exact: true })
      onClose()
      tell(`The site “${site.title}” is published`)
    }
  })

  const submit = submitOnce(publish)

  return (
    <Dialog title="Publish a site" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          A site shows the live content of this space to readers. It changes with each “Publish”.
        </p>
        <TextField
          className="field"
          isRequired
          minLength={2}
          maxLength={128}
          value={title}
          onChange={setTitle}
          autoFocus
        >
          <Label>Title</Label>
          <Input className="input" />
          <FieldError className="field-error" />
        </TextField>
        <DescribedRadios of={openTo} className="radios tall" value={visibility} onChange={setVisibility}>
          <Label>Who may read it</Label>
        </DescribedRadios>
        <FormEnd action="Publish" work={publish} onClose={onClose} />
      </form>
    </Dialog>
  )
}
