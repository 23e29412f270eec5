/** What stands around every screen: the way through spaces, search, what was done, and who is signed in. */
import { useQuery } from "@tanstack/react-query"
import { Outlet, useLocation } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { organizationAddress } from "../../logic/addresses.ts"
import { Bell } from "../notifications/Bell.tsx"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { useFocusOnNavigation } from "../parts/screen.tsx"
import { Status } from "../parts/status.tsx"
import { organizationQuery } from "../queries.ts"
import { OrganizationNavigation } from "./OrganizationNavigation.tsx"
import { Person } from "./Person.tsx"
import { SpacesNavigation } from "./SpacesNavigation.tsx"
import { useOrganization } from "./useOrganization.ts"

const SearchDialog = lazy(() => import("./SearchDialog.tsx"))
const NewSpaceDialog = lazy(() => import("./NewSpaceDialog.tsx"))
const NewCollectionDialog = lazy(() => import("./NewCollectionDialog.tsx"))

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform)

export const Shell = () => {
  useFocusOnNavigation()
  const organization = useOrganization()
  const { pathname } = useLocation()
  const [isSideOpen, setSideOpen] = useState(false)
  const [dialog, setDialog] = useState<"search" | "new-space" | "new-collection">()
  const side = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { data } = useQuery({ ...organizationQuery(organization ?? ""), enabled: organization !== undefined })
  const title = data?.title
  // pictures of other hosts are not asked for here
  const logo = data?.urls.logo?.startsWith(`${location.origin}/`) === true ? data.urls.logo : undefined

  // whoever went somewhere looks at that
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about
  useEffect(() => setSideOpen(false), [pathname])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      // in a page that is written it makes a link
      if (event.defaultPrevented) return
      event.preventDefault()
      setDialog("search")
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [])

  const closeSide = () => {
    setSideOpen(false)
    opener.current?.focus()
  }

  return (
    <>
      <a className="skip" href="#Content">
        Skip to the content
      </a>
      <header className="narrow-bar">
        <button
          ref={opener}
          type="button"
          className="tool"
          aria-label="Spaces"
          aria-expanded={isSideOpen}
          aria-controls="Side"
          onClick={() => {
            setSideOpen(!isSideOpen)
            requestAnimationFrame(() => side.current?.querySelector<HTMLElement>("a, button")?.focus())
          }}
        >
          <Icon name="menu" />
        </button>
        <span className="narrow-title">{title ?? "Octavo"}</span>
        <Bell />
        <button type="button" className="tool" aria-label="Search" onClick={() => setDialog("search")}>
          <Icon name="search" />
        </button>
      </header>
      {isSideOpen ? <div className="scrim" aria-hidden="true" onClick={closeSide} /> : null}
      <div className="shell">
        <aside
          id="Side"
          className="side"
          aria-label="Organization"
          data-open={isSideOpen}
          ref={side}
          onKeyDown={(event) => {
            if (event.key === "Escape" && isSideOpen) closeSide()
          }}
        >
          <div className="side-head">
            {organization === undefined ? (
              <span className="side-title">Octavo</span>
            ) : (
              <AppLink
                className="side-title"
                aria-label={title === undefined ? "Organization" : undefined}
                href={organizationAddress(organization)}
              >
                {logo === undefined ? <Icon name="book" /> : <img className="side-logo" src={logo} alt="" />}
                <span>{title ?? " "}</span>
              </AppLink>
            )}
          </div>
          <div className="side-actions">
            <button
              type="button"
              className="side-search"
              aria-keyshortcuts="Control+K Meta+K"
              data-keys={isMac ? "⌘K" : "Ctrl K"}
              aria-label="Search"
              onClick={() => setDialog("search")}
            >
              <Icon name="search" />
              <span>Search</span>
            </button>
          </div>
          <OrganizationNavigation organization={organization} />
          <SpacesNavigation
            organization={organization}
            onNew={() => setDialog("new-space")}
            onNewCollection={() => setDialog("new-collection")}
          />
          <div className="side-foot">
            <Person />
            <Bell />
          </div>
        </aside>
        <main id="Content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Status />
      <Suspense fallback={null}>
        {dialog === "search" ? (
          <SearchDialog
            organization={organization}
            onClose={() => setDialog(undefined)}
            onNewSpace={() => setDialog("new-space")}
          />
        ) : dialog === "new-space" && organization !== undefined ? (
          <NewSpaceDialog organization={organization} onClose={() => setDialog(undefined)} />
        ) : dialog === "new-collection" && organization !== undefined ? (
          <NewCollectionDialog organization={organization} onClose={() => setDialog(undefined)} />
        ) : null}
      </Suspense>
    </>
  )
}
