/** Deletes a share link, after it was said that who has it is out then. */
import type { ShareLink } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSiteWork } from "../useSiteWork.ts"

interface DeleteShareLinkDialogProps {
  readonly organization: string
  readonly site: string
  readonly link: ShareLink
  readonly onClose: () => void
}

export default ({ link, onClose, organization, site }: DeleteShareLinkDialogProps) => {
  const remove = useSiteWork(
    organization,
    site,
    async () => {
      await client.siteShareLinks.deleteSiteShareLinkById({
        params: { organizationId: organization, siteId: site, shareLinkId: link.id }
      })
      return `The share link “${link.name}” was deleted`
    },
    onClose
  )
  const submit = submitOnce(remove)
  return (
    <Dialog title={`Delete ${link.name}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          Who came with it is out with the next page that they ask for, and it cannot be brought back. A link that is
          turned off can be turned on again.
        </p>
        <FormEnd action="Delete" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
