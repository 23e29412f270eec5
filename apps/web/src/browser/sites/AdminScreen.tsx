/** A screen of a site's settings, which admins of the site change. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Site } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import { siteQuery } from "./queries.ts"
import type { SettingProps } from "./SettingForm.tsx"

interface AdminScreenProps {
  readonly title: string
  /** What stands below the title. */
  readonly lead: (site: Site) => string
  readonly children: (setting: SettingProps) => ReactNode
}

export const AdminScreen = ({ children, lead, title }: AdminScreenProps) => {
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
    <div className="screen narrow site-settings">
      <header className="screen-head">
        <ScreenTitle title={`${title} · ${site.title}`}>{title}</ScreenTitle>
        <p className="lead">{lead(site)}</p>
      </header>
      {site.permissions.admin ? (
        children({ organization, site })
      ) : (
        <Empty title="Admins of the site set it up">
          <p>Ask one of them for what is to change.</p>
        </Empty>
      )}
    </div>
  )
}
