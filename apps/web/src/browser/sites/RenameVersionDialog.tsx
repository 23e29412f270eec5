/** Another name for what stands on a site: its address, and its space, are called as they were. */
import { useState } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextField } from "react-aria-components/TextField"
import type { Site, SiteSpace } from "../../logic/api.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { useSiteWork } from "./useSiteWork.ts"

interface RenameVersionDialogProps {
  readonly organization: string
  readonly site: Site
  readonly siteSpace: SiteSpace
  readonly onClose: () => void
}

export default ({ onClose, organization, site, siteSpace }: RenameVersionDialogProps) => {
  const [name, setName] = useState(siteSpace.title)
  const rename = useSiteWork(
    organization,
    site.id,
    async () => {
      const { title } = await client.siteSpaces.updateSiteSpaceById({
        params: { organizationId: organization, siteId: site.id, siteSpaceId: siteSpace.id },
        payload: { title: name.trim() }
      })
      return `Renamed to ${title}`
    },
    onClose
  )
  const submit = submitOnce(rename)
  return (
    <Dialog title={`Rename ${siteSpace.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          Readers find it under this name. Its address stays, and so does the title of its space.
        </p>
        <TextField className="field" isRequired maxLength={128} value={name} onChange={setName} autoFocus>
          <Label>Name</Label>
          <Input className="input" />
          <FieldError className="field-error" />
        </TextField>
        <FormEnd
          action="Rename"
          work={rename}
          isReady={name.trim() !== "" && name.trim() !== siteSpace.title}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
