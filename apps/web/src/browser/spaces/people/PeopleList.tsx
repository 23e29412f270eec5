/** Everybody who can access a space: found by name, with what gives them their role. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import type { Role, Space, SpaceAccess } from "../../../logic/api.ts"
import { originWords } from "../../../logic/origins.ts"
import { problemOf } from "../../../logic/problems.ts"
import { roleName, roleNames } from "../../../logic/roles.ts"
import { counted, initialsOf } from "../../../logic/words.ts"
import { FilterField } from "../../parts/FilterField.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { collectionsQuery } from "../../queries.ts"
import { nameOf } from "../../shell/Person.tsx"
import { accessQuery, ownGrantsQuery, teamGrantsQuery, teamsQuery } from "../queries.ts"
import { GivenMenu } from "./GivenMenu.tsx"
import type { Given } from "./given.ts"

interface PeopleListProps {
  readonly space: Space
  readonly mayListTeams: boolean
}

export const PeopleList = ({ mayListTeams, space }: PeopleListProps) => {
  const [search, setSearch] = useState("")
  const [role, setRole] = useState<Role | "">("")
  const sought = useDeferredValue(search.trim())
  const people = useInfiniteQuery({ ...accessQuery(space.id, sought, role), placeholderData: keepPreviousData })
  const given = useQuery({ ...ownGrantsQuery(space.id), enabled: space.permissions.admin }).data
  const collections = useQuery(collectionsQuery(space.organization)).data
  const teams = useQuery({ ...teamsQuery(space.organization), enabled: mayListTeams }).data
  const ownTeams = useQuery(teamGrantsQuery(space.id)).data?.map(({ team }) => team)
  const titles = {
    team: (id: string) => (teams ?? ownTeams)?.find((one) => one.id === id)?.title,
    collection: (id: string) => collections?.find((one) => one.id === id)?.title
  }
  const shown = people.data?.pages.flatMap(({ items }) => items) ?? []
  const count = people.data?.pages[0]?.count
  const givenTo = ({ permission, user }: SpaceAccess): Given => ({
    kind: "user",
    id: user.id,
    name: nameOf(user),
    role: given?.get(user.id),
    now: permission
  })
  return (
    <section aria-labelledby="People-list">
      <h2 id="People-list">People</h2>
      <div className="redirects-bar">
        <FilterField
          className="redirects-filter"
          label="Find people here"
          placeholder="Name or e-mail address"
          value={search}
          onChange={setSearch}
        />
        <select
          className="input role-filter"
          aria-label="With the role"
          value={role}
          onChange={({ target }) => setRole(target.value as Role | "")}
        >
          <option value="">Every role</option>
          {roleNames.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {people.isError ? (
        <p className="field-error" role="alert">
          {problemOf(people.error, navigator.onLine).text}
        </p>
      ) : people.data === undefined ? (
        <Waiting />
      ) : shown.length === 0 ? (
        <Empty title="Nobody here is like that" />
      ) : (
        <ul className="rows" aria-labelledby="People-list" aria-busy={people.isPlaceholderData}>
          {shown.map((one) => {
            const { origin, permission, user } = one
            const own = given?.get(user.id)
            // admins of the organization stay so, whatever is given here; what they were given can go all the same
            const isAdmin = origin.type === "organization" && permission === "admin"
            return (
              <li key={user.id} className="access-row">
                <span className="avatar" aria-hidden="true">
                  {initialsOf(nameOf(user))}
                </span>
                <span className="access-name">
                  {nameOf(user)}
                  <small>{user.email === nameOf(user) ? null : user.email}</small>
                </span>
                <span className="access-why">{originWords(one, titles)}</span>
                <span className="access-role">{roleName(permission)}</span>
                {space.permissions.admin && !(isAdmin && own === undefined) ? (
                  <GivenMenu space={space} given={givenTo(one)} />
                ) : null}
              </li>
            )
          })}
        </ul>
      )}
      {count === undefined || shown.length === 0 ? null : (
        <p className="note">
          {shown.length < count
            ? `${shown.length} of ${counted(count, "person", "people")}`
            : counted(count, "person", "people")}
        </p>
      )}
      <ShowMore query={people} />
    </section>
  )
}
