/** Removes a provider that members sign in with, after it was said what ends with it. */
import type { Organization, SignInProvider } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface RemoveProviderDialogProps {
  readonly organization: Organization
  readonly provider: SignInProvider
  readonly onClose: () => void
}

export default ({ onClose, organization, provider }: RemoveProviderDialogProps) => {
  const remove = useOrganizationWork(
    organization.id,
    async () => {
      await client.sso.deleteOrganizationSAMLProvider({
        params: { organizationId: organization.id, samlProviderId: provider.id }
      })
      return `${provider.label} was removed`
    },
    onClose
  )
  return (
    <Dialog title={`Remove ${provider.label}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(remove)}>
        <p className="field-note">
          Whoever signed in with it is signed out at once, and API tokens that began with it end. People stay members,
          what they wrote stays, and they sign in with their e-mail address. Another provider gets addresses of its own.
        </p>
        <FormEnd action="Remove" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
