/** A screen of one part of a site: its title, what it is about, and what is shown to those whom it is for. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Site } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import { siteQuery } from "./queries.ts"
import type { SettingProps } from "./SettingForm.tsx"

interface SitePartScreenProps {
  readonly title: string
  /** What stands below the title. */
  readonly lead: (site: Site) => string
  /** What one must be allowed; without it, to set up the site. */
  readonly permission?: "view" | "admin"
  /** Names of styles; without them those of settings, one below the other. */
  readonly className?: string
  /** Stands beside the title. */
  readonly beside?: ReactNode
  readonly children: (part: SettingProps) => ReactNode
}

export const SitePartScreen = (props: SitePartScreenProps) => {
  const { beside, children, className = "narrow site-settings", lead, permission = "admin", title } = props
  const { organization, site: id } = useParams({ from: "/o/$organization/sites/$site" })
  const asked = useQuery(siteQuery(organization, id))
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const site = asked.data
  if (site === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  return (
    <div className={`screen ${className}`}>
      <header className={beside === undefined ? "screen-head" : "screen-head list-head"}>
        <div>
          <ScreenTitle title={`${title} · ${site.title}`}>{title}</ScreenTitle>
          <p className="lead">{lead(site)}</p>
        </div>
        {beside}
      </header>
      {site.permissions[permission] ? (
        children({ organization, site })
      ) : (
        <Empty title="Admins of the site set it up">
          <p>Ask one of them for what is to change.</p>
        </Empty>
      )}
    </div>
  )
}
