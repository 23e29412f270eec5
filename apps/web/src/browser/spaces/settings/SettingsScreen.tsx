/** What is set of a space: what it is called, who may change what in it, where it stands; and its end. */
import type { Space } from "../../../logic/api.ts"
import { spaceRights } from "../../../logic/spaces.ts"
import { Empty } from "../../parts/screen.tsx"
import { RoomFrame } from "../RoomFrame.tsx"
import { Copy } from "./Copy.tsx"
import { Deletion } from "./Deletion.tsx"
import { Editing } from "./Editing.tsx"
import { MergeRules } from "./MergeRules.tsx"
import { Name } from "./Name.tsx"
import { Place } from "./Place.tsx"

export const SettingsScreen = () => (
  <RoomFrame title="Settings" lead="What the space is called, who may change what in it, and where it stands.">
    {(space) => <Settings key={space.id} space={space} />}
  </RoomFrame>
)

const Settings = ({ space }: { readonly space: Space }) => {
  const isAdmin = space.permissions.admin
  const mayMove = spaceRights(space).move
  if (!isAdmin && !mayMove) {
    return (
      <Empty title="Admins of the space set it up">
        <p>Ask one of them for what is to change.</p>
      </Empty>
    )
  }
  return (
    <>
      {isAdmin ? (
        <>
          <Name space={space} />
          <Editing space={space} />
          <MergeRules space={space} />
        </>
      ) : null}
      {mayMove ? (
        <>
          <Place space={space} />
          <Copy space={space} />
        </>
      ) : null}
      {isAdmin ? <Deletion space={space} /> : null}
    </>
  )
}
