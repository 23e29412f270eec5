/** Takes an e-mail domain away from an organization, after it was said what ends with it. */
import type { EmailDomain } from "../../../logic/api.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { type SettingProps, useSetting } from "./useSetting.ts"

interface RemoveDomainDialogProps extends SettingProps {
  readonly domain: EmailDomain
  readonly onClose: () => void
}

export default ({ domain: { domain, proven }, onClose, organization }: RemoveDomainDialogProps) => {
  const { save, submit } = useSetting(
    organization,
    () => ({ emailDomains: organization.emailDomains.filter((one) => one !== domain) }),
    () => `${domain} was removed`,
    onClose
  )
  return (
    <Dialog title={`Remove ${domain}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          Nobody joins by an address of it any more. Who is a member stays.
          {proven
            ? " Its people are no longer offered your sign-in, and it has to be proven again if it comes back."
            : ""}
        </p>
        <FormEnd action="Remove" work={save} onClose={onClose} />
      </form>
    </Dialog>
  )
}
