/** The redirects of a site: found by their sources, written, changed, deleted, and tried. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useDeferredValue, useState } from "react"
import type { SiteRedirect, SiteSpace } from "../../../logic/api.ts"
import { errorToShow } from "../../../logic/failures.ts"
import { problemOf } from "../../../logic/problems.ts"
import { destinationWords, siteSpacesIn } from "../../../logic/siteStructure.ts"
import { client } from "../../client.ts"
import { FilterField } from "../../parts/FilterField.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, ScreenTitle, Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import { siteQuery, siteRedirectsQuery, siteStructureQuery } from "../queries.ts"
import { usePagesOf } from "../usePagesOf.ts"
import { renewSite } from "../useSiteWork.ts"
import { TryAddress } from "./TryAddress.tsx"

const RedirectDialog = lazy(() => import("./RedirectDialog.tsx"))

const lists = { followed: "Followed", drafts: "Drafts" } as const

export const RedirectsScreen = () => {
  const { organization, site: id } = useParams({ from: "/o/$organization/sites/$site" })
  const [list, setList] = useState<keyof typeof lists>("followed")
  const [search, setSearch] = useState("")
  const sought = useDeferredValue(search.trim())
  const site = useQuery(siteQuery(organization, id))
  const structure = useQuery(siteStructureQuery(organization, id))
  const redirects = useInfiniteQuery({
    ...siteRedirectsQuery(organization, id, list === "drafts", sought),
    placeholderData: keepPreviousData
  })
  const queries = useQueryClient()
  const [opened, setOpened] = useState<{ readonly redirect?: SiteRedirect }>()
  const [menu, setMenu] = useState<{ readonly redirect: SiteRedirect; readonly anchor: Element }>()
  const params = { organizationId: organization, siteId: id }

  const remove = useMutation({
    mutationFn: async ({ id, source }: SiteRedirect) => {
      await client.siteRedirects.deleteSiteRedirectById({ params: { ...params, siteRedirectId: id } })
      return source
    },
    onSuccess: async (source, redirect) => {
      await renewSite(queries, organization, id)
      tell(`The redirect from ${source} was deleted`, { label: "Undo", run: () => bringBack.mutate(redirect) })
    }
  })
  const bringBack = useMutation({
    mutationFn: ({ captureWildcard, destination, draft, permanent, source }: SiteRedirect) =>
      client.siteRedirects.createSiteRedirect({
        params,
        payload: { source, destination, draft, permanent, captureWildcard }
      }),
    onSuccess: async ({ source }) => {
      await renewSite(queries, organization, id)
      tell(`The redirect from ${source} is back`)
    }
  })

  const shown = redirects.data?.pages.flatMap(({ items }) => items) ?? []
  // titles of the pages that are led to, from the spaces that have them
  const siteSpaces = structure.data === undefined ? [] : siteSpacesIn(structure.data)
  const led = new Set(
    shown.flatMap(({ destination }) => (destination.kind === "site-page" ? [destination.siteSpaceId] : []))
  )
  const { pageOf } = usePagesOf([...new Set(siteSpaces.filter((one) => led.has(one.id)).map(({ space }) => space.id))])
  const titleOf = ({ space }: SiteSpace, page: string) => pageOf(space.id, page)?.title

  const error = errorToShow(site, structure, redirects)
  if (error !== null) return <ProblemScreen error={error} />
  if (site.data === undefined || structure.data === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const { permissions, title, urls } = site.data
  const failed = remove.isError ? remove.error : bringBack.isError ? bringBack.error : undefined
  const close = () => setOpened(undefined)
  return (
    <div className="screen narrow site-settings">
      <header className="screen-head list-head">
        <div>
          <ScreenTitle title={`Redirects · ${title}`}>Redirects</ScreenTitle>
          <p className="lead">Old addresses that lead to new ones. Pages that move leave one behind by themselves.</p>
        </div>
        {permissions.create ? (
          <button type="button" className="button" onClick={() => setOpened({})}>
            Add a redirect
          </button>
        ) : null}
      </header>
      <section aria-label="Redirects">
        <div className="redirects-bar">
          <fieldset className="segments">
            <legend className="hidden">Which redirects</legend>
            {Object.entries(lists).map(([value, label]) => (
              <label key={value} className="segment">
                <input
                  type="radio"
                  name="redirects"
                  checked={list === value}
                  onChange={() => setList(value as keyof typeof lists)}
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
          <FilterField
            className="redirects-filter"
            label="Find by the old address"
            placeholder="Find by the old address"
            value={search}
            onChange={setSearch}
          />
        </div>
        {failed === undefined ? null : (
          <p className="field-error" role="alert">
            {problemOf(failed, navigator.onLine).text}
          </p>
        )}
        {redirects.data === undefined ? (
          <Waiting />
        ) : shown.length === 0 ? (
          <Empty
            title={
              sought !== ""
                ? `No redirect has “${sought}” in its old address`
                : list === "drafts"
                  ? "No redirect waits as a draft"
                  : "Nothing is redirected yet"
            }
          >
            {sought === "" ? (
              <p>Add one for an address of the site that came before, or a short one to print.</p>
            ) : null}
          </Empty>
        ) : (
          <ul className="rows" aria-label={lists[list]} aria-busy={redirects.isPlaceholderData}>
            {shown.map((redirect) => (
              <li key={redirect.id} className="redirect-row">
                <span className="redirect-source">{redirect.source}</span>
                <span className="redirect-to">
                  <span aria-hidden="true">{"→\u00a0"}</span>
                  <span className="hidden">leads to </span>
                  {destinationWords(redirect.destination, structure.data, titleOf)}
                </span>
                <span className="version-chips">
                  {redirect.automatic ? <span className="chip">Page moved</span> : null}
                  {redirect.captureWildcard ? <span className="chip">And below</span> : null}
                  {redirect.permanent ? <span className="chip">For good</span> : null}
                </span>
                {permissions.create ? (
                  <button
                    type="button"
                    className="tool"
                    aria-label={`Actions for ${redirect.source}`}
                    aria-haspopup="menu"
                    onClick={({ currentTarget }) => setMenu({ redirect, anchor: currentTarget })}
                  >
                    <Icon name="more" />
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        <ShowMore query={redirects} />
      </section>
      <TryAddress organization={organization} site={id} published={urls.published} />
      {menu === undefined ? null : (
        <PopMenu label={`Actions for ${menu.redirect.source}`} anchor={menu.anchor} onClose={() => setMenu(undefined)}>
          <PopMenuItem onAction={() => setOpened({ redirect: menu.redirect })}>Edit</PopMenuItem>
          <PopMenuItem onAction={() => remove.mutate(menu.redirect)} isDanger>
            Delete
          </PopMenuItem>
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {opened === undefined ? null : (
          <RedirectDialog
            organization={organization}
            site={id}
            structure={structure.data}
            redirect={opened.redirect}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}
