/** Who may do what in a space, and why. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { roomAddress } from "../../../logic/addresses.ts"
import type { Space } from "../../../logic/api.ts"
import { roleName } from "../../../logic/roles.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Empty } from "../../parts/screen.tsx"
import { organizationQuery } from "../../queries.ts"
import { RoomFrame } from "../RoomFrame.tsx"
import { PeopleList } from "./PeopleList.tsx"
import { TeamList } from "./TeamList.tsx"

const AddPeopleDialog = lazy(() => import("./AddPeopleDialog.tsx"))

export const PeopleScreen = () => {
  const [isAdding, setAdding] = useState(false)
  return (
    <RoomFrame
      title="People"
      lead="Who may do what in this space, and why."
      action={({ permissions }) =>
        permissions.admin ? (
          <button type="button" className="button" onClick={() => setAdding(true)}>
            Add people
          </button>
        ) : null
      }
    >
      {(space) => (
        <>
          <People key={space.id} space={space} />
          <Suspense fallback={null}>
            {isAdding ? <AddPeopleDialog space={space} onClose={() => setAdding(false)} /> : null}
          </Suspense>
        </>
      )}
    </RoomFrame>
  )
}

const People = ({ space }: { readonly space: Space }) => {
  const organization = useQuery(organizationQuery(space.organization)).data
  if (organization === undefined) return null
  if (!space.permissions.admin && !organization.permissions.listMembers) {
    return (
      <Empty title="Guests do not see who else is here">
        <p>Ask an admin of the space.</p>
      </Empty>
    )
  }
  return (
    <>
      <p className="note">
        {space.defaultLevel !== null
          ? `Members of the organization may here: ${roleName(space.defaultLevel)}.`
          : space.parent === undefined
            ? "Members of the organization may here what their role there lets them."
            : "Members of the organization may here what the collection around it says, or else what their role lets them."}{" "}
        What is given to people and teams here comes before that.
        {space.permissions.admin ? (
          <>
            {" "}
            <AppLink href={roomAddress(space.id, "settings")}>Change it in the settings</AppLink>
          </>
        ) : null}
      </p>
      <PeopleList space={space} mayListTeams={organization.permissions.listTeams} />
      <TeamList space={space} />
    </>
  )
}
