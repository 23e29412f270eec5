/** A space: its rooms above, and below them what is looked at. */
import { useQuery } from "@tanstack/react-query"
import { Outlet, useLocation, useParams } from "@tanstack/react-router"
import { pageAddress, roomAddress } from "../../logic/addresses.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Waiting } from "../parts/screen.tsx"
import { spaceQuery } from "../queries.ts"
import { ProblemScreen } from "./ProblemScreen.tsx"

export const SpaceScreen = () => {
  const { space: id } = useParams({ from: "/s/$space" })
  const { pathname } = useLocation()
  const { data: space, error } = useQuery(spaceQuery(id))
  if (error !== null) return <ProblemScreen error={error} />
  const isIn = (room: string): boolean => pathname.startsWith(roomAddress(id, room))
  const tab = (title: string, href: string, isCurrent: boolean, count?: number) => (
    <AppLink className="tab" href={href} aria-current={isCurrent ? "true" : undefined}>
      {title}
      {count ? <span className="tab-count">{count}</span> : null}
    </AppLink>
  )
  const published = space?.urls.published
  return (
    <div className="space-screen">
      <nav className="space-bar" aria-label="Space">
        <span className="space-name">{space?.title ?? <Waiting lines={1} />}</span>
        <div className="tabs-line">
          {tab("Pages", pageAddress(id), !pathname.startsWith(`/s/${id}/~/`))}
          {tab("Changes", roomAddress(id, "changes"), isIn("changes"), space?.changeRequestsOpen)}
        </div>
        {published === undefined ? null : (
          <a className="space-site" href={published} target="_blank" rel="noopener">
            <span>Published site</span>
            <Icon name="out" />
          </a>
        )}
      </nav>
      <Outlet />
    </div>
  )
}
