/** Gives people of the organization, or a team, a role on a space. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Role, Space } from "../../../logic/api.ts"
import { roleChoices, roleNames } from "../../../logic/roles.ts"
import { counted } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Choice } from "../../parts/fields.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { organizationQuery } from "../../queries.ts"
import { PeopleField } from "../PeopleField.tsx"
import { teamsQuery } from "../queries.ts"
import { useSpaceWork } from "../useSpaceWork.ts"

interface AddPeopleDialogProps {
  readonly space: Space
  readonly onClose: () => void
}

export default ({ onClose, space }: AddPeopleDialogProps) => {
  const [users, setUsers] = useState<ReadonlyArray<string>>([])
  const [team, setTeam] = useState("")
  const [role, setRole] = useState<Role>("edit")
  const mayList = useQuery(organizationQuery(space.organization)).data?.permissions.listTeams === true
  const teams = useQuery({ ...teamsQuery(space.organization), enabled: mayList }).data ?? []
  const add = useSpaceWork(
    space,
    async () => {
      await client.spacePermissions.inviteToSpace({
        params: { spaceId: space.id },
        payload: { role, ...(users.length === 0 ? {} : { users }), ...(team === "" ? {} : { teams: [team] }) }
      })
      const added = [
        ...(users.length === 0 ? [] : [counted(users.length, "person", "people")]),
        ...(team === "" ? [] : [`the team ${teams.find(({ id }) => id === team)?.title}`])
      ].join(" and ")
      return `${added[0]?.toUpperCase()}${added.slice(1)} ${users.length + (team === "" ? 0 : 1) === 1 ? "was" : "were"} added`
    },
    onClose
  )
  const submit = submitOnce(add)
  return (
    <Dialog title="Add people" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <PeopleField organization={space.organization} label="People to add" chosen={users} onChange={setUsers} />
        {teams.length === 0 ? null : (
          <Choice
            label="Team"
            of={[["", "No team"], ...teams.map(({ id, title }) => [id, title] as const)]}
            value={team}
            onChange={setTeam}
          />
        )}
        <Choice label="Role in this space" note={roleChoices[role][1]} of={roleNames} value={role} onChange={setRole} />
        <p className="field-note">
          People of the organization and its guests can be added. Whoever is not there yet is invited to the
          organization first.
        </p>
        <FormEnd action="Add" work={add} isReady={users.length > 0 || team !== ""} onClose={onClose} />
      </form>
    </Dialog>
  )
}
