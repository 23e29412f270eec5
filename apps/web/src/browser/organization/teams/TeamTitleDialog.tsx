/** Makes a team, or gives one another title. */
import { useState } from "react"
import { teamAddress } from "../../../logic/addresses.ts"
import type { Team } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { TextLine } from "../../parts/fields.tsx"
import { go } from "../../parts/navigation.ts"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface TeamTitleDialogProps {
  /** Id. */
  readonly organization: string
  /** Absent for a new one. */
  readonly team?: Team
  readonly onClose: () => void
}

export default ({ onClose, organization, team }: TeamTitleDialogProps) => {
  const [title, setTitle] = useState(team?.title ?? "")
  const work = useOrganizationWork(
    organization,
    async () => {
      const params = { organizationId: organization }
      const payload = { title: title.trim() }
      if (team !== undefined) {
        const renamed = await client.teams.updateTeamInOrganizationById({
          params: { ...params, teamId: team.id },
          payload
        })
        return `The team is called “${renamed.title}”`
      }
      const made = await client.teams.createOrganizationTeam({ params, payload })
      go(teamAddress(organization, made.id))
      return `The team “${made.title}” was made`
    },
    onClose
  )
  const { at, rest } = problemsAt(work, ["title"])
  return (
    <Dialog title={team === undefined ? "New team" : `Rename ${team.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(work)}>
        <TextLine
          label="Title"
          value={title}
          onChange={setTitle}
          problem={at["title"]}
          required
          maxLength={64}
          autoFocus
          placeholder="Writers"
        />
        <FormEnd
          action={team === undefined ? "Make the team" : "Rename"}
          work={rest}
          isReady={title.trim() !== "" && title.trim() !== team?.title}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
