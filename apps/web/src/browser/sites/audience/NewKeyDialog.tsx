/** Makes another signing key for a site, after it was said whom that sends away. */
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSiteWork } from "../useSiteWork.ts"

interface NewKeyDialogProps {
  readonly organization: string
  readonly site: string
  readonly onClose: () => void
}

export default ({ onClose, organization, site }: NewKeyDialogProps) => {
  const make = useSiteWork(
    organization,
    site,
    async () => {
      await client.sitePublishingAuth.regenerateSitePublishingAuthById({
        params: { organizationId: organization, siteId: site }
      })
      return "The site has another signing key"
    },
    onClose
  )
  const submit = submitOnce(make)
  return (
    <Dialog title="Make another key" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          Tokens of the key that there is now are refused at once: all who are signed in sign in anew, as soon as your
          server has the new key.
        </p>
        <FormEnd action="Make another key" work={make} onClose={onClose} />
      </form>
    </Dialog>
  )
}
