/** Gives an invite link another role. */
import { useState } from "react"
import type { Organization } from "../../../logic/api.ts"
import { choiceOf, type RoleChoice, roleOf, roleWords } from "../../../logic/memberRoles.ts"
import { client } from "../../client.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import type { NamedLink } from "./InviteLinks.tsx"

export interface LinkDialogProps {
  readonly organization: Organization
  readonly link: NamedLink
  readonly onClose: () => void
}

export default ({ link, onClose, organization }: LinkDialogProps) => {
  const [role, setRole] = useState<RoleChoice>(choiceOf(link.role))
  const change = useOrganizationWork(
    organization.id,
    async () => {
      await client.organizationInvites.updateOrganizationInviteById({
        params: { organizationId: organization.id, inviteId: link.id },
        payload: { role: roleOf(role) }
      })
      return `${link.name} has the role ${roleWords[role][0]}`
    },
    onClose
  )
  return (
    <Dialog title={`Role of ${link.name}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(change)}>
        <DescribedRadios aria-label={`Role of ${link.name}`} of={roleWords} value={role} onChange={setRole} />
        <p className="field-note">It is for those who come from now on. Who came with it before keeps the role.</p>
        <FormEnd action="Change the role" work={change} isReady={role !== choiceOf(link.role)} onClose={onClose} />
      </form>
    </Dialog>
  )
}
