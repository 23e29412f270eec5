/** A team: who is in it and what each is there, for its owners and admins to change. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import type { Team, TeamMember, TeamPlace } from "../../../logic/api.ts"
import { errorToShow } from "../../../logic/failures.ts"
import { placeWords } from "../../../logic/memberRoles.ts"
import { counted } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import { nameOf } from "../../shell/Person.tsx"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { PersonCell } from "../PersonCell.tsx"
import { teamMembersQuery, teamQuery } from "../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

const TeamTitleDialog = lazy(() => import("./TeamTitleDialog.tsx"))
const DeleteTeamDialog = lazy(() => import("./DeleteTeamDialog.tsx"))
const AddToTeamDialog = lazy(() => import("./AddToTeamDialog.tsx"))

export const TeamScreen = () => {
  const { organization, team: id } = useParams({ from: "/o/$organization/teams/$team" })
  const asked = useQuery(teamQuery(organization, id))
  const [opened, setOpened] = useState<"rename" | "delete">()
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const team = asked.data
  if (team === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const close = () => setOpened(undefined)
  return (
    <OrganizationScreen
      organization={organization}
      title={team.title}
      lead={() =>
        team.spaces === 0
          ? `${counted(team.members, "person", "people")}, to whom nothing is granted as a team yet.`
          : `${counted(team.members, "person", "people")}, with access to ${counted(team.spaces, "space")}.`
      }
      permission="view"
      action={({ permissions }) => (
        <p className="buttons">
          {team.permissions.admin ? (
            <Button className="button secondary" onPress={() => setOpened("rename")}>
              Rename
            </Button>
          ) : null}
          {permissions.admin ? (
            <Button className="button secondary" onPress={() => setOpened("delete")}>
              Delete
            </Button>
          ) : null}
        </p>
      )}
    >
      {() => (
        <>
          <TeamMembers organization={organization} team={team} />
          <Suspense fallback={null}>
            {opened === "rename" ? (
              <TeamTitleDialog organization={organization} team={team} onClose={close} />
            ) : opened === "delete" ? (
              <DeleteTeamDialog organization={organization} team={team} onClose={close} />
            ) : null}
          </Suspense>
        </>
      )}
    </OrganizationScreen>
  )
}

interface TeamMembersProps {
  /** Id. */
  readonly organization: string
  readonly team: Team
}

const places = Object.entries(placeWords) as ReadonlyArray<readonly [TeamPlace, string]>

const TeamMembers = ({ organization, team }: TeamMembersProps) => {
  const asked = useInfiniteQuery(teamMembersQuery(organization, team.id))
  const [isAdding, setAdding] = useState(false)
  const members = asked.data?.pages.flatMap(({ items }) => items) ?? []
  const params = { organizationId: organization, teamId: team.id }
  const put = async (userId: string, role: TeamPlace) =>
    client.teamMembers.addMemberToOrganizationTeamById({ params: { ...params, userId }, payload: { role } })
  const change = useOrganizationWork(
    organization,
    async ([{ user }, place]: readonly [TeamMember["organization"], TeamPlace]) => {
      await put(user.id, place)
      return `${nameOf(user)} is ${place === "owner" ? "an owner" : "a member"} of ${team.title}`
    }
  )
  const bringBack = useOrganizationWork(organization, async ({ organization: { user }, team: place }: TeamMember) => {
    await put(user.id, place.role)
    return `${nameOf(user)} is in ${team.title} again`
  })
  const remove = useOrganizationWork(organization, async (member: TeamMember) => {
    const { user } = member.organization
    await client.teamMembers.deleteMemberFromOrganizationTeamById({ params: { ...params, userId: user.id } })
    return `${nameOf(user)} is in ${team.title} no more`
  })
  const takeOut = (member: TeamMember) =>
    remove.mutate(member, {
      onSuccess: (said) => tell(said, { label: "Undo", run: () => bringBack.mutate(member) })
    })
  const { admin } = team.permissions
  return (
    <section aria-labelledby="Team-members">
      <div className="list-head">
        <h2 id="Team-members">Members</h2>
        {admin ? (
          <Button className="button" onPress={() => setAdding(true)}>
            Add people
          </Button>
        ) : null}
      </div>
      <Problem work={[change, remove, bringBack].find(({ isError }) => isError) ?? change} />
      {asked.data === undefined ? (
        asked.isError ? (
          <p className="note">Who is in the team could not be read.</p>
        ) : (
          <Waiting />
        )
      ) : members.length === 0 ? (
        <Empty title="Nobody is in this team yet">
          <p>Owners of a team change who is in it, and its title. What is granted to the team holds for all in it.</p>
        </Empty>
      ) : (
        <ul className="rows" aria-labelledby="Team-members">
          {members.map((member) => {
            const { user } = member.organization
            return (
              <li key={user.id} className="person-row">
                <PersonCell user={user} />
                {admin ? (
                  <>
                    <select
                      className="input person-place"
                      aria-label={`${nameOf(user)} is`}
                      value={member.team.role}
                      onChange={({ target }) => change.mutate([member.organization, target.value as TeamPlace])}
                    >
                      {places.map(([place, name]) => (
                        <option key={place} value={place}>
                          {name}
                        </option>
                      ))}
                    </select>
                    <button
                      type="button"
                      className="tool"
                      aria-label={`Take ${nameOf(user)} out of the team`}
                      title="Take out of the team"
                      onClick={() => takeOut(member)}
                    >
                      <Icon name="close" />
                    </button>
                  </>
                ) : (
                  <span className="person-role">{placeWords[member.team.role]}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <ShowMore query={asked} />
      <Suspense fallback={null}>
        {isAdding ? (
          <AddToTeamDialog
            organization={organization}
            team={team}
            inside={new Set(members.map((member) => member.organization.user.id))}
            onClose={() => setAdding(false)}
          />
        ) : null}
      </Suspense>
    </section>
  )
}
