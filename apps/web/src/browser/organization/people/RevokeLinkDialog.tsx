/** Revokes an invite link, after it was said that nobody comes in with it any more. */
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import type { LinkDialogProps } from "./LinkRoleDialog.tsx"

export default ({ link, onClose, organization }: LinkDialogProps) => {
  const revoke = useOrganizationWork(
    organization.id,
    async () => {
      await client.organizationInvites.deleteOrganizationInviteById({
        params: { organizationId: organization.id, inviteId: link.id }
      })
      return `${link.name} was revoked`
    },
    onClose
  )
  return (
    <Dialog title={`Revoke ${link.name}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(revoke)}>
        <p className="field-note">
          Nobody comes in with it any more, wherever it was sent to, and it can't be brought back. Who came with it
          stays.
        </p>
        <FormEnd action="Revoke" work={revoke} onClose={onClose} />
      </form>
    </Dialog>
  )
}
