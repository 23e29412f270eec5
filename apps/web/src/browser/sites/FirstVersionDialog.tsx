/** Puts a version at the root of its section, or of the site, after it was said what moves. */
import type { Site } from "../../logic/api.ts"
import { rootPlan, type Version, type VersionedDocs } from "../../logic/versions.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { useSiteWork } from "./useSiteWork.ts"

interface FirstVersionDialogProps {
  readonly organization: string
  readonly site: Site
  readonly docs: VersionedDocs
  readonly version: Version
  readonly onClose: () => void
}

export default ({ docs, onClose, organization, site, version: { address, siteSpace } }: FirstVersionDialogProps) => {
  const { moved } = rootPlan(docs)
  const { id, root } = docs.section
  const put = useSiteWork(
    organization,
    site.id,
    async () => {
      const params = { organizationId: organization, siteId: site.id }
      const payload = { defaultSiteSpace: siteSpace.id }
      if (id === undefined) await client.sites.updateSiteById({ params, payload })
      else await client.siteSections.updateSiteSectionById({ params: { ...params, siteSectionId: id }, payload })
      return `Readers come to “${siteSpace.title}” first`
    },
    onClose
  )
  const submit = submitOnce(put)
  return (
    <Dialog title={`Let readers come to ${siteSpace.title} first`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          “{siteSpace.title}” is read at {root}
          {moved === undefined ? "" : `, and “${moved.siteSpace.title}” at ${moved.to}`}. Addresses below {address} lead
          there.
        </p>
        <FormEnd action="Change" work={put} onClose={onClose} />
      </form>
    </Dialog>
  )
}
