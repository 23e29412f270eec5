/** Teams that were given a role on a space. */
import { useQuery } from "@tanstack/react-query"
import type { Space } from "../../../logic/api.ts"
import { problemOf } from "../../../logic/problems.ts"
import { roleName } from "../../../logic/roles.ts"
import { counted } from "../../../logic/words.ts"
import { Waiting } from "../../parts/screen.tsx"
import { teamGrantsQuery } from "../queries.ts"
import { GivenMenu } from "./GivenMenu.tsx"

export const TeamList = ({ space }: { readonly space: Space }) => {
  const teams = useQuery(teamGrantsQuery(space.id))
  return (
    <section aria-labelledby="Team-list">
      <h2 id="Team-list" tabIndex={-1}>
        Teams
      </h2>
      {teams.isError ? (
        <p className="field-error" role="alert">
          {problemOf(teams.error, navigator.onLine).text}
        </p>
      ) : teams.data === undefined ? (
        <Waiting lines={1} />
      ) : teams.data.length === 0 ? (
        <p className="note">No team was given a role on this space itself.</p>
      ) : (
        <ul className="rows" aria-labelledby="Team-list">
          {teams.data.map(({ permission, team }) => (
            <li key={team.id} className="access-row">
              <span className="access-name">{team.title}</span>
              <span className="access-why">{counted(team.members, "person", "people")}</span>
              <span className="access-role">{roleName(permission)}</span>
              {space.permissions.admin ? (
                <GivenMenu
                  space={space}
                  given={{ kind: "team", id: team.id, name: team.title, role: permission, now: permission }}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
