/** The tree of a space's pages, with a filter; on narrow screens behind a button. */
import { useMemo, useRef, useState } from "react"
import type { ListedPage } from "../../logic/api.ts"
import { pageTree } from "../../logic/pages.ts"
import { branchesOf, filterTree, findNode, pathTo, rowsOf } from "../../logic/tree.ts"
import { Icon } from "../parts/Icon.tsx"
import { Waiting } from "../parts/screen.tsx"
import { Tree } from "../parts/Tree.tsx"

interface PagesNavigationProps {
  readonly space: string
  readonly pages: ReadonlyArray<ListedPage> | undefined
  /** Address of the page that is shown. */
  readonly current: string | undefined
}

export const PagesNavigation = ({ current, pages, space }: PagesNavigationProps) => {
  const [filter, setFilter] = useState("")
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [openAt, setOpenAt] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  // whoever chose a page looks at that
  const isOpen = openAt !== undefined && openAt === current
  const nodes = useMemo(() => (pages === undefined ? undefined : pageTree(space, pages)), [space, pages])
  const rows = useMemo(() => {
    if (nodes === undefined) return []
    if (filter.trim() !== "") {
      const left = filterTree(nodes, filter)
      return rowsOf(left, branchesOf(left))
    }
    const shown = current === undefined ? undefined : findNode(nodes, ({ href }) => href === current)
    const open = new Set(shown === undefined ? [] : [...(pathTo(nodes, shown.id) ?? []), shown.id])
    // groups are headings of what is below them
    for (const { id, kind } of nodes) if (kind === "group") open.add(id)
    for (const [id, isOpen] of toggled) isOpen ? open.add(id) : open.delete(id)
    return rowsOf(nodes, open)
  }, [nodes, filter, current, toggled])
  const close = () => {
    setOpenAt(undefined)
    opener.current?.focus()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="pages-opener"
        aria-expanded={isOpen}
        aria-controls="Pages"
        onClick={() => setOpenAt(isOpen ? undefined : current)}
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
        {nodes === undefined ? (
          <Waiting lines={6} />
        ) : rows.length === 0 ? (
          <p className="side-note">
            {filter === "" ? "There are no pages yet." : "No page has these words in its title."}
          </p>
        ) : (
          <Tree
            label="Pages"
            rows={rows}
            current={current}
            onToggle={(id) =>
              setToggled((was) => new Map(was).set(id, rows.find(({ node }) => node.id === id)?.isOpen !== true))
            }
            icon={({ node }) => (node.kind === "group" ? null : <Icon name={node.kind === "link" ? "link" : "page"} />)}
          />
        )}
      </nav>
    </>
  )
}
