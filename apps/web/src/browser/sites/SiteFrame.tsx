/** A site: its parts above, for those who may set it up, and below them what is looked at. */
import { useQuery } from "@tanstack/react-query"
import { Outlet, useLocation, useParams } from "@tanstack/react-router"
import { siteAddress, siteSettingsAddress } from "../../logic/addresses.ts"
import { errorToShow } from "../../logic/failures.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Waiting } from "../parts/screen.tsx"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import "../style/sites.css"
import { siteQuery } from "./queries.ts"

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
  const settings = siteSettingsAddress(organization, id)
  const isInSettings = pathname.startsWith(settings)
  const tab = (name: string, href: string, isCurrent: boolean) => (
    <AppLink className="tab" href={href} aria-current={isCurrent ? "true" : undefined}>
      {name}
    </AppLink>
  )
  return (
    <div className="space-screen site-frame">
      {permissions.admin ? (
        <nav className="space-bar" aria-label="Site">
          <span className="space-name">{title}</span>
          <div className="tabs-line">
            {tab("Content", siteAddress(organization, id), !isInSettings)}
            {tab("Settings", settings, isInSettings)}
          </div>
        </nav>
      ) : null}
      <Outlet />
    </div>
  )
}
