/** The versions of docs on a site, each with where it is read and what can be done with it. */
import { lazy, Suspense, useId, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { SiteSpace } from "../../logic/api.ts"
import type { Version, VersionedDocs, VersionState } from "../../logic/versions.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"

const VersionMenu = lazy(() => import("./VersionMenu.tsx"))

interface VersionRowsProps {
  readonly docs: VersionedDocs
  /** Whether the site has sections, so that it is said which one it is. */
  readonly isSectioned: boolean
  /** Those that may be done. */
  readonly onCut: (() => void) | undefined
  readonly onRename: ((siteSpace: SiteSpace) => void) | undefined
  readonly onRoot: ((version: Version) => void) | undefined
  readonly onRemove: ((version: Version) => void) | undefined
}

const states: Readonly<Record<VersionState, string>> = {
  newest: "Newest",
  older: "Older",
  next: "Not released yet"
}

export const VersionRows = ({ docs, isSectioned, onCut, onRemove, onRename, onRoot }: VersionRowsProps) => {
  const heading = useId()
  const [menu, setMenu] = useState<{ readonly version: Version; readonly anchor: Element }>()
  const { section, title, versions } = docs
  const within = isSectioned && section.title !== undefined && section.title !== title ? section.title : undefined
  return (
    <div className="docs-versions">
      <div className="list-head">
        <h3 id={heading}>
          {title}
          {within === undefined ? null : <small>{within}</small>}
        </h3>
        {onCut === undefined ? null : (
          <button type="button" className="button secondary" aria-label={`Cut a version of ${title}`} onClick={onCut}>
            Cut a version
          </button>
        )}
      </div>
      <ul className="rows" aria-labelledby={heading}>
        {versions.map((version) => {
          const { address, note, siteSpace, state } = version
          const { published } = siteSpace.urls
          return (
            <li key={siteSpace.id} className="version-row">
              <AppLink className="version-title" href={pageAddress(siteSpace.space.id)}>
                {siteSpace.title}
              </AppLink>
              <span className="version-chips">
                {state === undefined ? null : (
                  <span className={`chip${state === "newest" ? " wash-green" : ""}`}>{states[state]}</span>
                )}
                {note === undefined ? null : <span className="chip">{note}</span>}
              </span>
              {published === undefined ? (
                <span className="version-address">{address}</span>
              ) : (
                <a
                  className="version-address"
                  href={published}
                  target="_blank"
                  rel="noopener"
                  aria-label={`Read ${siteSpace.title} at ${address}`}
                >
                  {address}
                </a>
              )}
              {onRename === undefined ? null : (
                <button
                  type="button"
                  className="tool"
                  aria-label={`Actions for ${siteSpace.title}`}
                  aria-haspopup="menu"
                  onClick={({ currentTarget }) => setMenu({ version, anchor: currentTarget })}
                >
                  <Icon name="more" />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <Suspense fallback={null}>
        {menu === undefined ? null : (
          <VersionMenu
            title={menu.version.siteSpace.title}
            anchor={menu.anchor}
            onClose={() => setMenu(undefined)}
            onRename={() => onRename?.(menu.version.siteSpace)}
            onRoot={menu.version.siteSpace.default || onRoot === undefined ? undefined : () => onRoot(menu.version)}
            // what stands alone leaves the site with all its readers: that is no matter of versions
            onRemove={versions.length < 2 ? undefined : () => onRemove?.(menu.version)}
          />
        )}
      </Suspense>
    </div>
  )
}
