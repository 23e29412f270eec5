/** Takes a version off its site, after it was said what goes and what stays. */
import type { Site } from "../../logic/api.ts"
import type { Version } from "../../logic/versions.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { useSiteWork } from "./useSiteWork.ts"

interface RemoveVersionDialogProps {
  readonly organization: string
  readonly site: Site
  readonly version: Version
  readonly onClose: () => void
}

export default ({ onClose, organization, site, version: { address, siteSpace } }: RemoveVersionDialogProps) => {
  const remove = useSiteWork(
    organization,
    site.id,
    async () => {
      await client.siteSpaces.deleteSiteSpaceById({
        params: { organizationId: organization, siteId: site.id, siteSpaceId: siteSpace.id }
      })
      return `“${siteSpace.title}” is no longer on the site`
    },
    onClose
  )
  const submit = submitOnce(remove)
  return (
    <Dialog title={`Take ${siteSpace.title} off the site`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          {siteSpace.default
            ? `Readers who come to ${address} find what stands next on the site there.`
            : `Nothing is read at ${address} any more.`}{" "}
          The space “{siteSpace.space.title}” stays with all its pages, and can be put on the site again.
        </p>
        <FormEnd action="Take off the site" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
