/** A space: its rooms above, and below them what is looked at. */
import { useQuery } from "@tanstack/react-query"
import { Outlet, useLocation, useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { pageAddress, roomAddress } from "../../logic/addresses.ts"
import { errorToShow } from "../../logic/failures.ts"
import { DraftProvider } from "../drafts/Draft.tsx"
import { DraftBar } from "../drafts/DraftBar.tsx"
import { AppLink } from "../parts/AppLink.tsx"
import { afterFirstScreen } from "../parts/firstScreen.ts"
import { Icon } from "../parts/Icon.tsx"
import { Waiting } from "../parts/screen.tsx"
import { useTabInSight } from "../parts/useTabInSight.ts"
import { organizationQuery, spaceQuery } from "../queries.ts"
import { ProblemScreen } from "./ProblemScreen.tsx"

const LeftWorkBar = lazy(() => afterFirstScreen(() => import("../saving/LeftWorkBar.tsx")))
const PublishSiteDialog = lazy(() => import("../sites/PublishSiteDialog.tsx"))

export const SpaceScreen = () => {
  const { space: id } = useParams({ from: "/s/$space" })
  const { number } = useParams({ strict: false }) as { readonly number?: string }
  const { pathname } = useLocation()
  const asked = useQuery(spaceQuery(id))
  const space = asked.data
  const organization = useQuery({
    ...organizationQuery(space?.organization ?? ""),
    enabled: space !== undefined
  }).data
  const line = useTabInSight(pathname, space !== undefined && organization !== undefined)
  const [isPublishing, setPublishing] = useState(false)
  const error = errorToShow(asked)
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
        <div ref={line} className="tabs-line">
          {tab("Pages", pageAddress(id), !pathname.startsWith(`/s/${id}/~/`))}
          {tab("Changes", roomAddress(id, "changes"), isIn("changes"), space?.changeRequestsOpen)}
          {tab("History", roomAddress(id, "revisions"), isIn("revisions"))}
          {tab("Files", roomAddress(id, "files"), isIn("files"))}
          {tab("Links", roomAddress(id, "links"), isIn("links"))}
          {tab("Comments", roomAddress(id, "comments"), isIn("comments"), space?.comments)}
          {space?.permissions.triggerGitSync === true || space?.gitSync !== undefined
            ? tab("Git", roomAddress(id, "git"), isIn("git"))
            : null}
          {space?.permissions.admin === true || organization?.permissions.listMembers === true
            ? tab("People", roomAddress(id, "people"), isIn("people"))
            : null}
          {space?.permissions.triggerGitSync === true
            ? tab("Settings", roomAddress(id, "settings"), isIn("settings"))
            : null}
        </div>
        {published !== undefined ? (
          <a className="space-site" href={published} target="_blank" rel="noopener" aria-label="Published site">
            <span>Published site</span>
            <Icon name="out" />
          </a>
        ) : space !== undefined && organization?.permissions.admin === true ? (
          <button type="button" className="space-site" aria-label="Publish a site" onClick={() => setPublishing(true)}>
            <Icon name="globe" />
            <span>Publish a site</span>
          </button>
        ) : null}
      </nav>
      <Suspense fallback={null}>
        {isPublishing && space !== undefined ? (
          <PublishSiteDialog space={space} onClose={() => setPublishing(false)} />
        ) : null}
      </Suspense>
      <DraftProvider key={`${id} ${number}`} space={id} number={number}>
        <DraftBar />
        <Suspense fallback={null}>
          <LeftWorkBar />
        </Suspense>
        <Outlet />
      </DraftProvider>
    </div>
  )
}
