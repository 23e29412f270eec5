/** Invites people into an organization by their e-mail addresses, and says what came of it. */
import { useState } from "react"
import type { Organization } from "../../../logic/api.ts"
import { addressesIn, addressProblem, inviteWords } from "../../../logic/invites.ts"
import { choiceOf, type RoleChoice, roleChoices, roleOf, roleWords } from "../../../logic/memberRoles.ts"
import { counted } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check, Choice, TextLines } from "../../parts/fields.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface InviteDialogProps {
  readonly organization: Organization
  readonly onClose: () => void
}

/** Most of one invitation. */
const mostAddresses = 1000

export default ({ onClose, organization }: InviteDialogProps) => {
  const [text, setText] = useState("")
  const [role, setRole] = useState<RoleChoice>(choiceOf(organization.defaultRole))
  const [isSso, setSso] = useState(false)
  const addresses = addressesIn(text)
  const invite = useOrganizationWork(organization.id, async () => {
    const result = await client.organizationInvites.inviteUsersToOrganization({
      params: { organizationId: organization.id },
      payload: { emails: [...addresses], role: roleOf(role), ...(isSso ? { sso: true } : {}) }
    })
    setDone([
      ...inviteWords(result),
      ...((result.failedSSOEmails?.length ?? 0) > 0
        ? [
            `These were members before and go on signing in without the provider: ${result.failedSSOEmails?.join(", ")}.`
          ]
        : [])
    ])
    return `${counted(result.invited, "person was", "people were")} invited`
  })
  const [done, setDone] = useState<ReadonlyArray<string>>()
  if (done !== undefined) {
    return (
      <Dialog title="Invited" kind="form" onClose={onClose}>
        <div className="form">
          <ul className="result" aria-label="What came of it">
            {done.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <div className="form-foot">
            <button
              type="button"
              className="button secondary"
              onClick={() => {
                setText("")
                setDone(undefined)
              }}
            >
              Invite more
            </button>
            {/* biome-ignore lint/a11y/noAutofocus: the form that had the focus is gone */}
            <button type="button" className="button" autoFocus onClick={onClose}>
              Done
            </button>
          </div>
        </div>
      </Dialog>
    )
  }
  const problem =
    addresses.length > mostAddresses
      ? `There are ${addresses.length} addresses: invite at most ${mostAddresses} at once.`
      : invite.isError
        ? addressProblem(invite.error, addresses)
        : undefined
  return (
    <Dialog title={`Invite people to ${organization.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(invite)}>
        <TextLines
          label="E-mail addresses"
          value={text}
          onChange={(typed) => {
            setText(typed)
            if (invite.isError) invite.reset()
          }}
          problem={problem}
          required
          rows={4}
          spellCheck={false}
          autoCapitalize="none"
          autoFocus
          placeholder="ada@example.com, bob@example.com"
          note="Between commas, spaces or lines."
        />
        <Choice label="Role" of={roleChoices()} value={role} onChange={setRole} note={roleWords[role][1]} />
        {organization.sso ? (
          <Check isSelected={isSso} onChange={setSso} note="With the provider of the organization alone.">
            They sign in with single sign-on
          </Check>
        ) : null}
        <FormEnd
          action={addresses.length > 1 ? `Invite ${addresses.length} people` : "Invite"}
          work={{ ...invite, isError: invite.isError && problem === undefined }}
          isReady={addresses.length > 0 && addresses.length <= mostAddresses}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
