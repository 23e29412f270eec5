import type { Member, Organization } from "../../../logic/api.ts"

/** What a dialog about a member is given. */
export interface MemberDialogProps {
  readonly organization: Organization
  readonly member: Member
  readonly isMe: boolean
  readonly onClose: () => void
}
