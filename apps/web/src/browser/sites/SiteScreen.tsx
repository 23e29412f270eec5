/** A site: where it is read, and what it shows with the versions of it. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { plainUrl } from "../../logic/addresses.ts"
import type { SiteSpace } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { type Version, type VersionedDocs, versionedDocs } from "../../logic/versions.ts"
import { Icon } from "../parts/Icon.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import { siteQuery, siteStructureQuery } from "./queries.ts"
import { VersionRows } from "./VersionRows.tsx"

const CutVersionDialog = lazy(() => import("./CutVersionDialog.tsx"))
const RenameVersionDialog = lazy(() => import("./RenameVersionDialog.tsx"))
const FirstVersionDialog = lazy(() => import("./FirstVersionDialog.tsx"))
const RemoveVersionDialog = lazy(() => import("./RemoveVersionDialog.tsx"))

/** What is open over the screen, and for what. */
type Opened =
  | { readonly what: "cut"; readonly docs: VersionedDocs }
  | { readonly what: "rename"; readonly siteSpace: SiteSpace }
  | { readonly what: "root"; readonly docs: VersionedDocs; readonly version: Version }
  | { readonly what: "remove"; readonly version: Version }

export const SiteScreen = () => {
  const { organization, site: id } = useParams({ from: "/o/$organization/sites/$site" })
  const site = useQuery(siteQuery(organization, id))
  const structure = useQuery(siteStructureQuery(organization, id))
  const [opened, setOpened] = useState<Opened>()
  const error = errorToShow(site, structure)
  if (error !== null) return <ProblemScreen error={error} />
  if (site.data === undefined || structure.data === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const { permissions, title, urls } = site.data
  const all = versionedDocs(structure.data)
  const isSectioned = structure.data.type === "sections"
  const close = () => setOpened(undefined)
  // what is at the root of the whole site is a setting of it, and takes an admin
  const canPutFirst = ({ section }: VersionedDocs) =>
    section.id === undefined ? permissions.admin : permissions.create
  return (
    <div className="screen narrow">
      <header className="screen-head">
        <ScreenTitle title={title}>{title}</ScreenTitle>
        <p className="lead">
          {urls.published === undefined ? "This site is not published yet." : plainUrl(urls.published)}
        </p>
        <p className="buttons">
          {urls.published === undefined ? null : (
            <a className="button secondary" href={urls.published} target="_blank" rel="noopener">
              Open the site <Icon name="out" />
            </a>
          )}
          <a className="button secondary" href={urls.preview} target="_blank" rel="noopener">
            Open a preview <Icon name="out" />
          </a>
        </p>
      </header>
      <section aria-labelledby="Versions">
        <h2 id="Versions">Content and versions</h2>
        {all.length === 0 ? (
          <Empty title="This site shows nothing yet">
            <p>Put a space on it: its pages are read here then.</p>
          </Empty>
        ) : (
          <p className="note">
            A version keeps pages as they are at a release, while you write on. Whoever reads an older one is led to the
            newest.
          </p>
        )}
        {all.map((docs) => (
          <VersionRows
            key={docs.id}
            docs={docs}
            isSectioned={isSectioned}
            onCut={permissions.create ? () => setOpened({ what: "cut", docs }) : undefined}
            onRename={permissions.create ? (siteSpace) => setOpened({ what: "rename", siteSpace }) : undefined}
            onRoot={canPutFirst(docs) ? (version) => setOpened({ what: "root", docs, version }) : undefined}
            onRemove={permissions.create ? (version) => setOpened({ what: "remove", version }) : undefined}
          />
        ))}
      </section>
      <Suspense fallback={null}>
        {opened?.what === "cut" ? (
          <CutVersionDialog site={site.data} organization={organization} docs={opened.docs} onClose={close} />
        ) : opened?.what === "rename" ? (
          <RenameVersionDialog
            site={site.data}
            organization={organization}
            siteSpace={opened.siteSpace}
            onClose={close}
          />
        ) : opened?.what === "root" ? (
          <FirstVersionDialog
            site={site.data}
            organization={organization}
            docs={opened.docs}
            version={opened.version}
            onClose={close}
          />
        ) : opened?.what === "remove" ? (
          <RemoveVersionDialog site={site.data} organization={organization} version={opened.version} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  )
}
