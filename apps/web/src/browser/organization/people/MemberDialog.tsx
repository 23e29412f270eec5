/** What somebody is in an organization: the teams, and the spaces that are open to them, with the role that holds in each. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { pageAddress, roomAddress, teamAddress } from "../../../logic/addresses.ts"
import { placeWords, roleName } from "../../../logic/memberRoles.ts"
import { problemOf } from "../../../logic/problems.ts"
import { emojiOf } from "../../../logic/spaces.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { nameOf } from "../../shell/Person.tsx"
import { memberSpacesQuery, memberTeamsQuery } from "../queries.ts"
import type { MemberDialogProps } from "./member.ts"

export default ({ isMe, member, onClose, organization }: MemberDialogProps) => {
  const name = nameOf(member.user)
  const teams = useQuery(memberTeamsQuery(organization.id, member.user.id))
  const spaces = useInfiniteQuery(memberSpacesQuery(organization.id, member.user.id))
  const shown = spaces.data?.pages.flatMap(({ items }) => items)
  const failure = teams.error ?? spaces.error
  return (
    <Dialog title={`Teams and spaces of ${name}`} kind="form" onClose={onClose}>
      <div className="form">
        <p className="field-note">
          {isMe ? "Your role in " : "The role in "}
          {organization.title} is {roleName(member.role)}. It holds where nothing nearer says otherwise: a grant on a
          space or the collection around it, to the person or a team. The people of a space say where each role comes
          from.
        </p>
        {failure === null ? null : (
          <p className="field-error" role="alert">
            {problemOf(failure, navigator.onLine).text}
          </p>
        )}
        <h3 id="Member-teams">Teams</h3>
        {teams.data === undefined ? (
          <Waiting lines={1} />
        ) : teams.data.length === 0 ? (
          <p className="note">None.</p>
        ) : (
          <ul className="rows" aria-labelledby="Member-teams">
            {teams.data.map(({ member: place, team }) => (
              <li key={team.id}>
                <AppLink className="row" href={teamAddress(organization.id, team.id)} onClick={onClose}>
                  <Icon name="people" />
                  <span className="row-title">{team.title}</span>
                  <span className="row-note">{placeWords[place.role]}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        )}
        <h3 id="Member-spaces">Spaces</h3>
        {shown === undefined ? (
          <Waiting lines={2} />
        ) : shown.length === 0 ? (
          <p className="note">None that you see as well.</p>
        ) : (
          <ul className="rows" aria-labelledby="Member-spaces">
            {shown.map(({ permission, space }) => (
              <li key={space.id} className="opened-row">
                <span className="row-mark" aria-hidden="true">
                  {emojiOf(space.emoji) ?? <Icon name="book" />}
                </span>
                <AppLink className="version-title" href={pageAddress(space.id)} onClick={onClose}>
                  {space.title || "Untitled"}
                </AppLink>
                <span className="person-role">{roleName(permission)}</span>
                <AppLink
                  className="opened-why"
                  href={roomAddress(space.id, "people")}
                  aria-label={`Why: the people of ${space.title || "Untitled"}`}
                  onClick={onClose}
                >
                  Why
                </AppLink>
              </li>
            ))}
          </ul>
        )}
        <ShowMore query={spaces} />
        <div className="form-foot">
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  )
}
