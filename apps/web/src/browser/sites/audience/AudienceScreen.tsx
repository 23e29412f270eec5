/** Who may read a site: everybody, who comes with a share link, or who signed in elsewhere. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { errorToShow } from "../../../logic/failures.ts"
import { Empty, ScreenTitle, Waiting } from "../../parts/screen.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import { siteQuery } from "../queries.ts"
import { Readers } from "./Readers.tsx"
import { ShareLinks } from "./ShareLinks.tsx"
import { SignIn } from "./SignIn.tsx"

export const AudienceScreen = () => {
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
        <ScreenTitle title={`Audience · ${site.title}`}>Audience</ScreenTitle>
        <p className="lead">It holds for all of the site: pages, files, search and feeds.</p>
      </header>
      {site.permissions.admin ? (
        <>
          <Readers {...parts} />
          <ShareLinks {...parts} />
          <SignIn {...parts} />
        </>
      ) : (
        <Empty title="Admins of the site set it up">
          <p>Ask one of them for what is to change.</p>
        </Empty>
      )}
    </div>
  )
}
