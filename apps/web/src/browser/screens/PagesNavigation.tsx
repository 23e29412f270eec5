/** The tree of a space's pages, with a filter and, for those who may, all that is done to it; on narrow screens behind a button. */
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ListedPage } from "../../logic/api.ts"
import { pageNodes } from "../../logic/pages.ts"
import { findPage } from "../../logic/pageTree.ts"
import { branchesOf, filterTree, pathTo, rowsOf, type TreeRow } from "../../logic/tree.ts"
import { type Landing, landingOf, placeByKey, placeForNew } from "../../logic/treePlaces.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { usePageTree } from "../pageTree/usePageTree.ts"
import { Icon } from "../parts/Icon.tsx"
import { Waiting } from "../parts/screen.tsx"
import { tell } from "../parts/status.tsx"
import { Tree, type TreeEditing, type TreeHandle } from "../parts/Tree.tsx"
import { levelAt } from "../parts/TreeItem.tsx"
import { base } from "../place.ts"

const PageMenu = lazy(() => import("../pageTree/PageMenu.tsx"))
const MovePageDialog = lazy(() => import("../pageTree/MovePageDialog.tsx"))
const NewPageMenu = lazy(() => import("../pageTree/NewPageMenu.tsx"))
const NewLinkDialog = lazy(() => import("../pageTree/NewLinkDialog.tsx"))

interface PagesNavigationProps {
  readonly space: string
  readonly pages: ReadonlyArray<ListedPage> | undefined
  /** Address of the page that is shown. */
  readonly current: string | undefined
}

/** Whatever is open over the tree. */
type Opened =
  | { readonly what: "menu"; readonly id: string; readonly anchor: Element }
  | { readonly what: "move"; readonly id: string }
  | { readonly what: "new"; readonly anchor: Element }
  | { readonly what: "link" }

export const PagesNavigation = ({ current, pages: listed, space }: PagesNavigationProps) => {
  const draft = useDraft()
  const [filter, setFilter] = useState("")
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [openAt, setOpenAt] = useState<string>()
  const [opened, setOpened] = useState<Opened>()
  const [renaming, setRenaming] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const tree = useRef<TreeHandle>(null)
  const { number } = draft
  const pathAddress = useCallback((path: string) => pageAddress(space, path, number), [space, number])
  const focus = (id: string) => tree.current?.focus(id)
  const edited = usePageTree({ listed, current, pathAddress, focus })
  const { canEdit, open: openPage, pages } = edited
  // whoever chose a page looks at that; the page that is looked at may get another address
  const place = openPage ?? current
  const isOpen = openAt !== undefined && openAt === place
  const isFiltered = filter.trim() !== ""

  const nodes = useMemo(() => (pages === undefined ? undefined : pageNodes(pages, pathAddress)), [pages, pathAddress])
  const rows = useMemo(() => {
    if (nodes === undefined) return []
    if (isFiltered) {
      const left = filterTree(nodes, filter)
      return rowsOf(left, branchesOf(left))
    }
    const open = new Set(openPage === undefined ? [] : [...(pathTo(nodes, openPage) ?? []), openPage])
    // groups are headings of what is below them
    for (const { id, kind } of nodes) if (kind === "group") open.add(id)
    for (const [id, isOpen] of toggled) isOpen ? open.add(id) : open.delete(id)
    return rowsOf(nodes, open)
  }, [nodes, filter, isFiltered, openPage, toggled])

  const toggle = (id: string, isOpen: boolean) => setToggled((was) => new Map(was).set(id, isOpen))
  /** Opens what a page is moved into, so that it is seen there. */
  const move: typeof edited.move = (id, place) => {
    if (place?.into != null) toggle(place.into, true)
    edited.move(id, place)
  }
  const close = () => {
    setOpenAt(undefined)
    opener.current?.focus()
  }

  const onKey = (event: KeyboardEvent, { node: { id } }: TreeRow): boolean => {
    const mod = event.ctrlKey || event.metaKey
    if (event.altKey && !mod && event.key.startsWith("Arrow")) {
      if (isFiltered) tell("Pages are moved when the filter is empty")
      else move(id, placeByKey(pages ?? [], id, event.key))
      return true
    }
    if (mod && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z") {
      void edited.undo()
      return true
    }
    if (mod || event.altKey || event.shiftKey) return false
    if (event.key === "F2") setRenaming(id)
    else if (event.key === "Delete") removeAndStay(id)
    else return false
    return true
  }

  /** Deletes a page, and gives the focus to the row after it. */
  const removeAndStay = (id: string) => {
    const at = rows.findIndex(({ node }) => node.id === id)
    const level = rows[at]?.level ?? 1
    const next = rows.slice(at + 1).find((row) => row.level <= level) ?? rows[at - 1]
    edited.remove(id)
    if (next !== undefined) focus(next.node.id)
  }

  const editing: TreeEditing<Landing> = {
    openMenu: ({ node: { id } }, anchor) => setOpened({ what: "menu", id, anchor }),
    onKey,
    renaming,
    onRename: ({ node: { id } }, title) => {
      setRenaming(undefined)
      if (title !== undefined) edited.rename(id, title)
      focus(id)
    },
    ...(isFiltered
      ? {}
      : {
          landingOf: (id, { inset, part, row }) => landingOf(pages ?? [], rows, id, row, part, levelAt(inset)),
          onDrop: (id, { place }) => move(id, place)
        })
  }

  const copyLink = async (id: string) => {
    const page = findPage(pages ?? [], id)?.page
    const address = page && edited.addressOf(page)
    if (address === undefined) return
    try {
      await navigator.clipboard.writeText(address.startsWith("/") ? location.origin + base + address : address)
      tell("The link was copied")
    } catch {
      tell("This browser does not let the link be copied")
    }
  }

  const page = opened === undefined || !("id" in opened) ? undefined : findPage(pages ?? [], opened.id)?.page
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="pages-opener"
        aria-expanded={isOpen}
        aria-controls="Pages"
        onClick={() => setOpenAt(isOpen ? undefined : place)}
      >
        <Icon name="tree" />
        <span>All pages</span>
      </button>
      <nav
        id="Pages"
        className="pages"
        aria-label="Pages"
        data-open={isOpen}
        onKeyDown={(event) => {
          if (event.key === "Escape" && isOpen) close()
        }}
      >
        <label className="filter">
          <Icon name="search" />
          <input
            type="search"
            aria-label="Filter pages"
            placeholder="Filter pages"
            maxLength={200}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
        {canEdit && pages !== undefined ? (
          <div className="pages-new">
            <button
              type="button"
              className="pages-new-page"
              onClick={() => void edited.addPage(placeForNew(pages, openPage, "document"))}
            >
              <Icon name="plus" />
              <span>New page</span>
            </button>
            <button
              type="button"
              className="pages-new-more"
              aria-label="More to add"
              aria-haspopup="menu"
              onClick={(event) => setOpened({ what: "new", anchor: event.currentTarget })}
            >
              <Icon name="down" />
            </button>
          </div>
        ) : null}
        {nodes === undefined ? (
          <Waiting lines={6} />
        ) : rows.length === 0 ? (
          <p className="side-note">
            {isFiltered ? "No page has these words in its title." : "There are no pages yet."}
          </p>
        ) : (
          <Tree
            ref={tree}
            label="Pages"
            rows={rows}
            current={openPage}
            onToggle={(id) => toggle(id, rows.find(({ node }) => node.id === id)?.isOpen !== true)}
            icon={({ node }) => (node.kind === "group" ? null : <Icon name={node.kind === "link" ? "link" : "page"} />)}
            editing={canEdit ? editing : undefined}
          />
        )}
      </nav>
      <Suspense fallback={null}>
        {opened?.what === "menu" && page !== undefined ? (
          <PageMenu
            page={page}
            anchor={opened.anchor}
            onClose={() => setOpened((now) => (now === opened ? undefined : now))}
            onRename={() => setRenaming(page.id)}
            onAddInside={() => {
              toggle(page.id, true)
              void edited.addPage({ into: page.id, at: page.pages?.length ?? 0 })
            }}
            onDuplicate={() => void edited.duplicate(page.id)}
            onMove={() => setOpened({ what: "move", id: page.id })}
            onHide={() => edited.setHidden(page.id, page.hidden !== true)}
            onCopyLink={() => void copyLink(page.id)}
            onDelete={() => removeAndStay(page.id)}
          />
        ) : opened?.what === "move" && page !== undefined ? (
          <MovePageDialog
            page={page}
            pages={pages ?? []}
            onClose={() => setOpened(undefined)}
            onChoose={(place) => {
              setOpened(undefined)
              move(page.id, place)
            }}
          />
        ) : opened?.what === "new" ? (
          <NewPageMenu
            anchor={opened.anchor}
            onClose={() => setOpened((now) => (now === opened ? undefined : now))}
            onPage={() => void edited.addPage(placeForNew(pages ?? [], openPage, "document"))}
            onGroup={() => void edited.addGroup(placeForNew(pages ?? [], openPage, "group")).then(setRenaming)}
            onLink={() => setOpened({ what: "link" })}
          />
        ) : opened?.what === "link" ? (
          <NewLinkDialog
            onClose={() => setOpened(undefined)}
            onMake={(title, url) => {
              setOpened(undefined)
              void edited.addLink(placeForNew(pages ?? [], openPage, "link"), title, url)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
