/** Adds people of the organization to a team, one after the other. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextField } from "react-aria-components/TextField"
import type { Member, Team } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { membersQuery } from "../../queries.ts"
import { nameOf } from "../../shell/Person.tsx"
import { PersonCell } from "../PersonCell.tsx"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface AddToTeamDialogProps {
  /** Id. */
  readonly organization: string
  readonly team: Team
  /** Ids of those who are known to be in. */
  readonly inside: ReadonlySet<string>
  readonly onClose: () => void
}

export default ({ inside, onClose, organization, team }: AddToTeamDialogProps) => {
  const [search, setSearch] = useState("")
  const members = useQuery({ ...membersQuery(organization, search.trim()), placeholderData: keepPreviousData }).data
  const add = useOrganizationWork(organization, async ({ user }: Member) => {
    await client.teamMembers.updateMembersInOrganizationTeam({
      params: { organizationId: organization, teamId: team.id },
      payload: { add: [user.id] }
    })
    return `${nameOf(user)} is in ${team.title}`
  })
  return (
    <Dialog title={`Add people to ${team.title}`} kind="form" onClose={onClose}>
      <div className="form">
        <TextField className="field" value={search} onChange={setSearch} maxLength={512} autoFocus>
          <Label>Find people</Label>
          <Input className="input" placeholder="Name or e-mail address" />
        </TextField>
        <Problem work={add} />
        {members?.items.length === 0 ? <p className="note">Nobody of the organization is called so.</p> : null}
        <ul className="rows" aria-label="People">
          {(members?.items ?? []).map((member) => {
            const isIn = inside.has(member.user.id)
            const name = nameOf(member.user)
            return (
              <li key={member.id} className="person-row">
                <PersonCell user={member.user} />
                <button
                  type="button"
                  className="button secondary"
                  // who was added keeps the focus at what was pressed
                  aria-disabled={isIn}
                  aria-label={isIn ? `${name} is in the team` : `Add ${name}`}
                  onClick={() => isIn || add.isPending || add.mutate(member)}
                >
                  {isIn ? "In the team" : "Add"}
                </button>
              </li>
            )
          })}
        </ul>
        <div className="form-foot">
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  )
}
