/** A room of a space that has no screen yet: what does its work meanwhile. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { pageAddress } from "../../logic/addresses.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { ScreenTitle } from "../parts/screen.tsx"
import { spaceQuery } from "../queries.ts"
import { MissingScreen } from "./ProblemScreen.tsx"

/** What each room is called. */
const rooms: Readonly<Record<string, { readonly title: string }>> = {
  files: { title: "Files" },
  comments: { title: "Comments" },
  links: { title: "Links" }
}

export const RoomScreen = () => {
  const { room: name, space: id } = useParams({ from: "/s/$space/~/$room" })
  const { data: space } = useQuery(spaceQuery(id))
  const room = Object.hasOwn(rooms, name) ? rooms[name] : undefined
  if (room === undefined) return <MissingScreen />
  return (
    <div className="screen narrow">
      <ScreenTitle title={space === undefined ? room.title : `${room.title} · ${space.title}`}>
        {room.title}
      </ScreenTitle>
      <p className="lead">There is no screen for this yet. Until then the API and the command line do it.</p>
      {space === undefined ? null : (
        <p>
          Programs find the space at <code>{space.urls.location}</code>.
        </p>
      )}
      <p className="buttons">
        <AppLink className="button secondary" href={pageAddress(id)}>
          To the pages
        </AppLink>
      </p>
    </div>
  )
}
