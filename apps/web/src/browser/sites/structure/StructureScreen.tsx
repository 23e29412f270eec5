/** What a site is made up of: its spaces, sections, groups and links, in the order in which readers meet them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructureItem
} from "../../../logic/api.ts"
import { errorToShow } from "../../../logic/failures.ts"
import { problemOf } from "../../../logic/problems.ts"
import { moveBy } from "../../../logic/siteStructure.ts"
import { client } from "../../client.ts"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { Empty, ScreenTitle, Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import { siteQuery, siteStructureQuery } from "../queries.ts"
import { renewSite } from "../useSiteWork.ts"
import { type Placed, StructureRows } from "./StructureRows.tsx"

const ItemMenu = lazy(() => import("./ItemMenu.tsx"))
const SiteSpaceDialog = lazy(() => import("./SiteSpaceDialog.tsx"))
const SectionDialog = lazy(() => import("./SectionDialog.tsx"))
const GroupDialog = lazy(() => import("./GroupDialog.tsx"))
const LinkDialog = lazy(() => import("./LinkDialog.tsx"))
const RemoveDialog = lazy(() => import("./RemoveDialog.tsx"))

/** What is open over the screen; without a part of the site, for a new one. */
type Opened =
  | { readonly what: "space"; readonly item?: SiteSpace; readonly section?: string }
  | { readonly what: "section"; readonly item?: SiteSection }
  | { readonly what: "group"; readonly item?: SiteSectionGroup }
  | { readonly what: "link"; readonly item?: SiteExternalLink }
  | { readonly what: "remove"; readonly item: SiteStructureItem }

const editing = (item: SiteStructureItem): Opened => {
  switch (item.object) {
    case "site-space":
      return { what: "space", item }
    case "site-section":
      return { what: "section", item }
    case "site-section-group":
      return { what: "group", item }
    default:
      return { what: "link", item }
  }
}

export const StructureScreen = () => {
  const { organization, site: id } = useParams({ from: "/o/$organization/sites/$site" })
  const site = useQuery(siteQuery(organization, id))
  const asked = useQuery(siteStructureQuery(organization, id))
  const queries = useQueryClient()
  const [opened, setOpened] = useState<Opened>()
  const [menu, setMenu] = useState<{ readonly placed: Placed; readonly anchor: Element }>()
  const [adding, setAdding] = useState<Element>()
  const work = useMutation({
    mutationFn: (act: () => Promise<string>) => act(),
    onSuccess: async (said) => {
      await renewSite(queries, organization, id)
      tell(said)
    }
  })

  const error = errorToShow(site, asked)
  if (error !== null) return <ProblemScreen error={error} />
  const structure = asked.data
  if (site.data === undefined || structure === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const { permissions, title } = site.data
  const params = { organizationId: organization, siteId: id }

  const move = ({ item, siblings }: Placed, by: -1 | 1) => {
    const payload = moveBy(siblings, item.id, by)
    if (payload === undefined || work.isPending) return
    work.mutate(async () => {
      await client.siteStructure.sortSiteStructure({ params, payload })
      return `“${item.title}” was moved ${by === -1 ? "up" : "down"}`
    })
  }
  /** Readers come to it first: to a section, to a space of one, or to a space of a site that has none. */
  const putFirst = ({ item, section }: Placed) =>
    work.mutate(async () => {
      if (item.object === "site-section")
        await client.sites.updateSiteById({ params, payload: { defaultSiteSection: item.id } })
      else if (section === undefined)
        await client.sites.updateSiteById({ params, payload: { defaultSiteSpace: item.id } })
      else
        await client.siteSections.updateSiteSectionById({
          params: { ...params, siteSectionId: section },
          payload: { defaultSiteSpace: item.id }
        })
      return `Readers come to “${item.title}” first`
    })
  const fill = () =>
    work.mutate(async () => {
      await client.sites.applyTemplateToSite({ params })
      return "The site has sections for documentation, an API and a changelog"
    })

  const close = () => setOpened(undefined)
  const common = { organization, site: id, structure, onClose: close }
  // what is at the root of the whole site is a setting of it, and takes an admin
  const canBeFirst = ({ item, section }: Placed) =>
    "default" in item && !item.default && (section !== undefined || permissions.admin)
  const isEmpty = structure.structure.length === 0
  return (
    <div className="screen narrow">
      <header className="screen-head list-head">
        <div>
          <ScreenTitle title={`Structure · ${title}`}>Structure</ScreenTitle>
          <p className="lead">What readers find on the site, in this order.</p>
        </div>
        {permissions.create ? (
          <button
            type="button"
            className="button"
            aria-haspopup="menu"
            onClick={({ currentTarget }) => setAdding(currentTarget)}
          >
            Add
          </button>
        ) : null}
      </header>
      {work.isError ? (
        <p className="field-error" role="alert">
          {problemOf(work.error, navigator.onLine).text}
        </p>
      ) : null}
      {isEmpty ? (
        <Empty title="This site shows nothing yet">
          <p>Put a space on it: its pages are read here then.</p>
          {permissions.create ? (
            <p className="buttons">
              <button type="button" className="button secondary" onClick={() => setOpened({ what: "space" })}>
                Add a space
              </button>
              {permissions.admin ? (
                <button type="button" className="button secondary" disabled={work.isPending} onClick={fill}>
                  Begin with sections for documentation, an API and a changelog
                </button>
              ) : null}
            </p>
          ) : null}
        </Empty>
      ) : (
        <div className="structure" aria-busy={work.isPending}>
          <StructureRows
            label="Structure"
            items={structure.structure}
            onMenu={permissions.create ? (placed, anchor) => setMenu({ placed, anchor }) : undefined}
            onMove={permissions.create ? move : undefined}
          />
        </div>
      )}
      {structure.type === "siteSpaces" && structure.structure.length > 1 ? (
        <p className="note">
          Readers choose between these spaces in the header, as between versions or languages. Parts that they go
          through side by side, as guides and an API, are sections.
        </p>
      ) : null}
      {adding === undefined ? null : (
        <PopMenu label="Add" anchor={adding} onClose={() => setAdding(undefined)}>
          <PopMenuItem onAction={() => setOpened({ what: "space" })}>Space</PopMenuItem>
          <PopMenuItem onAction={() => setOpened({ what: "section" })}>Section</PopMenuItem>
          <PopMenuItem onAction={() => setOpened({ what: "group" })}>Group of sections</PopMenuItem>
          <PopMenuItem onAction={() => setOpened({ what: "link" })}>Link that leads elsewhere</PopMenuItem>
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {menu === undefined ? null : (
          <ItemMenu
            title={menu.placed.item.title}
            anchor={menu.anchor}
            removal={menu.placed.item.object === "site-space" ? "Take off the site" : "Delete"}
            onClose={() => setMenu(undefined)}
            onEdit={() => setOpened(editing(menu.placed.item))}
            onAdd={
              menu.placed.item.object === "site-section"
                ? () => setOpened({ what: "space", section: menu.placed.item.id })
                : undefined
            }
            onFirst={canBeFirst(menu.placed) ? () => putFirst(menu.placed) : undefined}
            onUp={moveBy(menu.placed.siblings, menu.placed.item.id, -1) && (() => move(menu.placed, -1))}
            onDown={moveBy(menu.placed.siblings, menu.placed.item.id, 1) && (() => move(menu.placed, 1))}
            onRemove={() => setOpened({ what: "remove", item: menu.placed.item })}
          />
        )}
        {opened?.what === "space" ? (
          <SiteSpaceDialog {...common} siteSpace={opened.item} section={opened.section} />
        ) : opened?.what === "section" ? (
          <SectionDialog {...common} section={opened.item} />
        ) : opened?.what === "group" ? (
          <GroupDialog {...common} group={opened.item} />
        ) : opened?.what === "link" ? (
          <LinkDialog {...common} link={opened.item} />
        ) : opened?.what === "remove" ? (
          <RemoveDialog {...common} item={opened.item} />
        ) : null}
      </Suspense>
    </div>
  )
}
