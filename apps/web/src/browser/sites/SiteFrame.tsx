/** A site: its parts above, as far as somebody may do something there, and below them what is looked at. */
import { useQuery } from "@tanstack/react-query"
import { Outlet, useLocation, useParams } from "@tanstack/react-router"
import { type SitePart, siteAddress, sitePartAddress } from "../../logic/addresses.ts"
import { errorToShow } from "../../logic/failures.ts"
import { Waiting } from "../parts/screen.tsx"
import { TabsBar } from "../parts/TabsBar.tsx"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import "../style/sites.css"
import { siteQuery } from "./queries.ts"

/** What the screens of a site are called, and what one must be allowed to do something there. */
const names: Readonly<Record<SitePart, readonly [name: string, permission: "view" | "create" | "admin"]>> = {
  structure: ["Structure", "create"],
  look: ["Look", "admin"],
  audience: ["Audience", "admin"],
  domain: ["Domain", "admin"],
  redirects: ["Redirects", "create"],
  insights: ["Insights", "view"],
  settings: ["Settings", "admin"]
}

export const SiteFrame = () => {
  const { organization, site: id } = useParams({ from: "/o/$organization/sites/$site" })
  const { pathname } = useLocation()
  const asked = useQuery(siteQuery(organization, id))
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  if (asked.data === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const { permissions, title } = asked.data
  const content = siteAddress(organization, id)
  const parts = Object.entries(names).flatMap(([part, [name, role]]) =>
    permissions[role] ? [[name, sitePartAddress(organization, id, part as SitePart)] as const] : []
  )
  const current = parts.find(([, address]) => pathname.startsWith(address))?.[1] ?? content
  return (
    <div className="space-screen site-frame">
      {parts.length > 0 ? (
        <TabsBar label="Site" title={title} tabs={[["Content", content], ...parts]} current={current} />
      ) : null}
      <Outlet />
    </div>
  )
}
