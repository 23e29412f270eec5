/** The spaces of a site, each with whether its pages look otherwise than the site's. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import type { SiteLook, SiteSpace } from "../../../logic/api.ts"
import { siteLooksQuery } from "../queries.ts"

const SpaceLookDialog = lazy(() => import("./SpaceLookDialog.tsx"))

interface SpaceLooksProps {
  readonly organization: string
  readonly site: string
  readonly look: SiteLook
  readonly siteSpaces: ReadonlyArray<SiteSpace>
}

export const SpaceLooks = ({ look, organization, site, siteSpaces }: SpaceLooksProps) => {
  const overrides = useQuery(siteLooksQuery(organization, site)).data?.siteSpaces ?? {}
  const [opened, setOpened] = useState<SiteSpace>()
  return (
    <section aria-labelledby="Spaces-otherwise">
      <h2 id="Spaces-otherwise">Spaces that are otherwise</h2>
      <p className="note">What readers find on the pages of one space can be another than on the rest of the site.</p>
      <ul className="rows" aria-labelledby="Spaces-otherwise">
        {siteSpaces.map((siteSpace) => (
          <li key={siteSpace.id} className="version-row">
            <span className="version-title">{siteSpace.title}</span>
            <span className="version-chips">
              {overrides[siteSpace.id] === undefined ? null : <span className="chip">Otherwise</span>}
            </span>
            <button
              type="button"
              className="button secondary row-button"
              aria-label={`Set up the pages of ${siteSpace.title}`}
              onClick={() => setOpened(siteSpace)}
            >
              Set up
            </button>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {opened === undefined ? null : (
          <SpaceLookDialog
            organization={organization}
            site={site}
            look={look}
            siteSpace={opened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}
