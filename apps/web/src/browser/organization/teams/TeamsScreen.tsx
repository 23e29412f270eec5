/** The teams of an organization: found, and made. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useDeferredValue, useState } from "react"
import { Button } from "react-aria-components/Button"
import { teamAddress } from "../../../logic/addresses.ts"
import type { Organization } from "../../../logic/api.ts"
import { counted } from "../../../logic/words.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { FilterField } from "../../parts/FilterField.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { teamsQuery } from "../queries.ts"

const TeamTitleDialog = lazy(() => import("./TeamTitleDialog.tsx"))

/** As many teams are seen at a glance. */
const manyTeams = 8

export const TeamsScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/teams" })
  const [isMaking, setMaking] = useState(false)
  return (
    <OrganizationScreen
      organization={organization}
      title="Teams"
      lead={() => "People to whom access is granted together."}
      permission="listTeams"
      action={({ permissions }) =>
        permissions.admin ? (
          <Button className="button" onPress={() => setMaking(true)}>
            New team
          </Button>
        ) : null
      }
    >
      {(one) => (
        <>
          <Teams organization={one} />
          <Suspense fallback={null}>
            {isMaking ? <TeamTitleDialog organization={one.id} onClose={() => setMaking(false)} /> : null}
          </Suspense>
        </>
      )}
    </OrganizationScreen>
  )
}

const Teams = ({ organization }: { readonly organization: Organization }) => {
  const [search, setSearch] = useState("")
  const sought = useDeferredValue(search.trim())
  const asked = useInfiniteQuery({ ...teamsQuery(organization.id, sought), placeholderData: keepPreviousData })
  const teams = asked.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-label="Teams">
      {search !== "" || teams.length > manyTeams ? (
        <div className="list-bar">
          <FilterField
            label="Find by title"
            placeholder="Find by title"
            maxLength={512}
            value={search}
            onChange={setSearch}
          />
        </div>
      ) : null}
      {asked.data === undefined ? (
        asked.isError ? (
          <p className="note">The teams could not be read.</p>
        ) : (
          <Waiting />
        )
      ) : teams.length > 0 ? (
        <ul className="rows" aria-label="Teams" aria-busy={asked.isPlaceholderData}>
          {teams.map(({ id, members, spaces, title }) => (
            <li key={id}>
              <AppLink className="row" href={teamAddress(organization.id, id)}>
                <Icon name="people" />
                <span className="row-title">{title}</span>
                <span className="row-note">
                  {counted(members, "person", "people")} · {counted(spaces, "space")}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      ) : sought !== "" ? (
        <Empty title={`No team has “${sought}” in its title`} />
      ) : (
        <Empty title="There are no teams yet">
          <p>
            {organization.permissions.admin
              ? "Make one of those who write or review together. Then grant it a role on spaces and collections, once for all of them."
              : "Admins of the organization make them."}
          </p>
        </Empty>
      )}
      <ShowMore query={asked} />
    </section>
  )
}
