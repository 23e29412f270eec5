/** Takes a member out of an organization, after it was said what goes with that and what stays. */
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { go } from "../../parts/navigation.ts"
import { submitOnce } from "../../parts/submitOnce.ts"
import { queryClient } from "../../queries.ts"
import { nameOf } from "../../shell/Person.tsx"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import type { MemberDialogProps } from "./member.ts"

export default ({ isMe, member, onClose, organization }: MemberDialogProps) => {
  const name = nameOf(member.user)
  const remove = useOrganizationWork(
    organization.id,
    async () => {
      await client.organizationMembers.removeMemberFromOrganizationById({
        params: { organizationId: organization.id, userId: member.user.id }
      })
      if (!isMe) return `${name} was removed from ${organization.title}`
      // nothing of it can be asked for any more
      go("/?choose=1")
      queryClient.removeQueries({ queryKey: ["organization", organization.id] })
      return `You left ${organization.title}`
    },
    onClose
  )
  return (
    <Dialog title={isMe ? `Leave ${organization.title}` : `Remove ${name}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(remove)}>
        <p className="field-note">
          {isMe ? "You open nothing here any more" : `${name} opens nothing here any more`}, with the next request.
          Places in teams, and what was granted on spaces, collections and sites, go with it: who is invited again
          begins anew.
        </p>
        <p className="field-note">Pages, comments and change requests stay, with the name of who wrote them.</p>
        <FormEnd action={isMe ? "Leave" : "Remove"} work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
