/** A room of a space beside its pages: its heading, and what is in it. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Space } from "../../logic/api.ts"
import { ScreenTitle, Waiting } from "../parts/screen.tsx"
import { spaceQuery } from "../queries.ts"
import "../style/sites.css"
import "../style/spaces.css"

interface RoomFrameProps {
  readonly title: string
  /** What stands below the title. */
  readonly lead: string
  /** Beside the title. */
  readonly action?: (space: Space) => ReactNode
  readonly children: (space: Space) => ReactNode
}

export const RoomFrame = ({ action, children, lead, title }: RoomFrameProps) => {
  const { space: id } = useParams({ from: "/s/$space" })
  // what goes wrong with it is said by the space around
  const space = useQuery(spaceQuery(id)).data
  return (
    <div className="screen narrow site-settings">
      <header className="screen-head list-head">
        <div>
          <ScreenTitle title={space === undefined ? title : `${title} · ${space.title}`}>{title}</ScreenTitle>
          <p className="lead">{lead}</p>
        </div>
        {space === undefined ? null : action?.(space)}
      </header>
      {space === undefined ? <Waiting /> : children(space)}
    </div>
  )
}
