/** Where a site is read: its name on this server, a name of one's own domain, or a path of another host. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { plainUrl } from "../../../logic/addresses.ts"
import { errorToShow } from "../../../logic/failures.ts"
import { Empty, ScreenTitle, Waiting } from "../../parts/screen.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import { siteQuery } from "../queries.ts"
import { Basename } from "./Basename.tsx"
import { Hostname } from "./Hostname.tsx"
import { HostPath } from "./HostPath.tsx"

export const DomainScreen = () => {
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
  const parts = { organization, site }
  return (
    <div className="screen narrow site-settings">
      <header className="screen-head">
        <ScreenTitle title={`Domain · ${site.title}`}>Domain</ScreenTitle>
        <p className="lead">
          {site.urls.published === undefined
            ? "Nobody reads this site yet."
            : `It is read at ${plainUrl(site.urls.published)}`}
        </p>
      </header>
      {site.permissions.admin ? (
        <>
          <Basename {...parts} />
          <Hostname {...parts} />
          <HostPath {...parts} />
        </>
      ) : (
        <Empty title="Admins of the site set it up">
          <p>Ask one of them for what is to change.</p>
        </Empty>
      )}
    </div>
  )
}
