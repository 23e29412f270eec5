/** Gives a member of an organization another role. */
import { useState } from "react"
import { choiceOf, type RoleChoice, roleName, roleOf, roleWords } from "../../../logic/memberRoles.ts"
import { client } from "../../client.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { nameOf } from "../../shell/Person.tsx"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import type { MemberDialogProps } from "./member.ts"

export default ({ isMe, member, onClose, organization }: MemberDialogProps) => {
  const name = nameOf(member.user)
  const [role, setRole] = useState<RoleChoice>(choiceOf(member.role))
  const change = useOrganizationWork(
    organization.id,
    async () => {
      const changed = await client.organizationMembers.updateMemberInOrganizationById({
        params: { organizationId: organization.id, userId: member.user.id },
        payload: { role: roleOf(role) }
      })
      return `${name} has the role ${roleName(changed.role)}`
    },
    onClose
  )
  return (
    <Dialog title={`Role of ${name}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(change)}>
        <DescribedRadios aria-label={`Role of ${name}`} of={roleWords} value={role} onChange={setRole} />
        {isMe && member.role === "admin" && role !== "admin" ? (
          <p className="field-note">You are an admin no more then: another admin has to give the role back to you.</p>
        ) : (
          <p className="field-note">It holds wherever nothing else is granted on a space, a collection or a site.</p>
        )}
        <FormEnd action="Change the role" work={change} isReady={role !== choiceOf(member.role)} onClose={onClose} />
      </form>
    </Dialog>
  )
}
