/** The people of an organization: found, invited, given roles, and removed. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useDeferredValue, useState } from "react"
import { Button } from "react-aria-components/Button"
import type { Organization } from "../../../logic/api.ts"
import { type RoleChoice, roleChoices } from "../../../logic/memberRoles.ts"
import { counted } from "../../../logic/words.ts"
import { FilterField } from "../../parts/FilterField.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { type MembersAsked, organizationMembersQuery } from "../queries.ts"
import { InviteLinks } from "./InviteLinks.tsx"
import { MemberRows } from "./MemberRows.tsx"

const InviteDialog = lazy(() => import("./InviteDialog.tsx"))

export const PeopleScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/people" })
  const [isInviting, setInviting] = useState(false)
  return (
    <OrganizationScreen
      organization={organization}
      title="People"
      lead={({ title }) => `Who is in ${title}, and what each may do.`}
      permission="listMembers"
      action={({ permissions }) =>
        permissions.admin ? (
          <Button className="button" onPress={() => setInviting(true)}>
            Invite people
          </Button>
        ) : null
      }
    >
      {(one) => (
        <>
          <Members organization={one} />
          {one.permissions.admin ? <InviteLinks organization={one} /> : null}
          <Suspense fallback={null}>
            {isInviting ? <InviteDialog organization={one} onClose={() => setInviting(false)} /> : null}
          </Suspense>
        </>
      )}
    </OrganizationScreen>
  )
}

const sorts: Readonly<Record<MembersAsked["sort"], string>> = {
  joinedAt: "Joined last",
  name: "By name",
  lastSeenAt: "Seen last"
}

const Members = ({ organization }: { readonly organization: Organization }) => {
  const [search, setSearch] = useState("")
  const [role, setRole] = useState<MembersAsked["role"]>("all")
  const [sort, setSort] = useState<MembersAsked["sort"]>("joinedAt")
  const sought = useDeferredValue(search.trim())
  const asked = useInfiniteQuery({
    ...organizationMembersQuery(organization.id, { search: sought, role, sort }),
    placeholderData: keepPreviousData
  })
  const members = asked.data?.pages.flatMap(({ items }) => items) ?? []
  const count = asked.data?.pages[0]?.count ?? 0
  const isFiltered = sought !== "" || role !== "all"
  return (
    <section aria-label="People">
      <div className="list-bar">
        <FilterField
          label="Find by name or e-mail address"
          placeholder="Find by name or e-mail address"
          maxLength={512}
          value={search}
          onChange={setSearch}
        />
        <select
          className="input"
          aria-label="Role"
          value={role}
          onChange={({ target }) => setRole(target.value as RoleChoice | "all")}
        >
          <option value="all">All roles</option>
          {roleChoices().map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Order"
          value={sort}
          onChange={({ target }) => setSort(target.value as MembersAsked["sort"])}
        >
          {Object.entries(sorts).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {asked.data === undefined ? (
        asked.isError ? (
          <p className="note">The people could not be read.</p>
        ) : (
          <Waiting />
        )
      ) : members.length === 0 ? (
        <Empty title="Nobody is found">
          <p>{isFiltered ? "Nobody here has these words and this role." : "Invite somebody to begin."}</p>
        </Empty>
      ) : (
        <MemberRows organization={organization} members={members} isBusy={asked.isPlaceholderData} />
      )}
      <ShowMore query={asked} />
      {count > 1 ? (
        <p className="note">
          {isFiltered ? `${counted(count, "person", "people")} found` : counted(count, "person", "people")}
        </p>
      ) : null}
    </section>
  )
}
