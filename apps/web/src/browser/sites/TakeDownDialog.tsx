/** Takes a site down, after it was said what readers see then and what stays. */
import { plainUrl } from "../../logic/addresses.ts"
import type { Site } from "../../logic/api.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { useSiteWork } from "./useSiteWork.ts"

interface TakeDownDialogProps {
  readonly organization: string
  readonly site: Site
  readonly onClose: () => void
}

export default ({ onClose, organization, site }: TakeDownDialogProps) => {
  const takeDown = useSiteWork(
    organization,
    site.id,
    async () => {
      await client.sites.unpublishSite({ params: { organizationId: organization, siteId: site.id } })
      return `“${site.title}” is no longer published`
    },
    onClose
  )
  const submit = submitOnce(takeDown)
  return (
    <Dialog title={`Take ${site.title} down`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          Nothing is read at {plainUrl(site.urls.published ?? "")} any more, and links to it lead nowhere. The site
          stays as it is with all its content, and can be published again at the same address.
        </p>
        <FormEnd action="Take the site down" work={takeDown} onClose={onClose} />
      </form>
    </Dialog>
  )
}
