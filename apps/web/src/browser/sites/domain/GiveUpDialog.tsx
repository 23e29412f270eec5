/** Gives up the name of a domain that a site has, after it was said what readers see then. */
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import type { SettingProps } from "../SettingForm.tsx"
import { useSiteWork } from "../useSiteWork.ts"

interface GiveUpDialogProps extends SettingProps {
  readonly hostname: string
  readonly onClose: () => void
}

export default ({ hostname, onClose, organization, site }: GiveUpDialogProps) => {
  const giveUp = useSiteWork(
    organization,
    site.id,
    async () => {
      const params = { organizationId: organization, siteId: site.id }
      await client.sites.updateSiteById({ params, payload: { hostname: null } })
      return `${hostname} was given up`
    },
    onClose
  )
  const submit = submitOnce(giveUp)
  return (
    <Dialog title={`Give ${hostname} up`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          The site is not served at {hostname} any more. Its address on this server stays. Your organization can have
          the name back with the same records.
        </p>
        <FormEnd action="Give it up" work={giveUp} onClose={onClose} />
      </form>
    </Dialog>
  )
}
