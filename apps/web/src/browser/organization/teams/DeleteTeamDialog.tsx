/** Deletes a team, after it was said what its people lose with it. */
import { organizationPartAddress } from "../../../logic/addresses.ts"
import type { Team } from "../../../logic/api.ts"
import { counted } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { goOn } from "../../parts/navigation.ts"
import { submitOnce } from "../../parts/submitOnce.ts"
import { queryClient } from "../../queries.ts"
import { teamQuery } from "../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface DeleteTeamDialogProps {
  /** Id. */
  readonly organization: string
  readonly team: Team
  readonly onClose: () => void
}

export default ({ onClose, organization, team }: DeleteTeamDialogProps) => {
  const remove = useOrganizationWork(
    organization,
    async () => {
      await client.teams.removeTeamFromOrganizationById({ params: { organizationId: organization, teamId: team.id } })
      goOn(organizationPartAddress(organization, "teams"))
      queryClient.removeQueries({ queryKey: teamQuery(organization, team.id).queryKey })
      return `The team “${team.title}” was deleted`
    },
    onClose
  )
  return (
    <Dialog title={`Delete ${team.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(remove)}>
        <p className="field-note">
          What was granted to the team ends for its {counted(team.members, "person", "people")}
          {team.spaces > 0 ? `, on ${counted(team.spaces, "space")} that it reaches` : ""}. They stay in the
          organization, with what they have otherwise. A team can't be brought back.
        </p>
        <FormEnd action="Delete" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
