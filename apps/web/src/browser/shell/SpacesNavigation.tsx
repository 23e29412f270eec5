/** The tree of collections and spaces of an organization. */
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import { collectionAddress, pageAddress, pageOfAddress } from "../../logic/addresses.ts"
import { spaceTree } from "../../logic/spaces.ts"
import { findNode, pathTo, rowsOf } from "../../logic/tree.ts"
import { Icon } from "../parts/Icon.tsx"
import { Waiting } from "../parts/screen.tsx"
import { Tree } from "../parts/Tree.tsx"
import { collectionsQuery, organizationQuery, spacesQuery } from "../queries.ts"

interface SpacesNavigationProps {
  readonly organization: string | undefined
  readonly onNew: () => void
}

export const SpacesNavigation = ({ onNew, organization }: SpacesNavigationProps) => {
  const enabled = organization !== undefined
  const collections = useQuery({ ...collectionsQuery(organization ?? ""), enabled })
  const spaces = useQuery({ ...spacesQuery(organization ?? ""), enabled })
  const mayCreate = useQuery({ ...organizationQuery(organization ?? ""), enabled }).data?.permissions.createContent
  const { pathname } = useLocation()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const nodes = useMemo(
    () => (collections.data && spaces.data ? spaceTree(collections.data, spaces.data) : undefined),
    [collections.data, spaces.data]
  )
  // every page of a space is in that space
  const space = pageOfAddress(pathname)?.space ?? /^\/s\/([\w-]+)\//.exec(pathname)?.[1]
  const current = space === undefined ? pathname.replace(/\/$/, "") : pageAddress(space)
  const rows = useMemo(() => {
    if (nodes === undefined) return []
    const shown = findNode(nodes, ({ href }) => href === current)
    const open = new Set(shown === undefined ? [] : pathTo(nodes, shown.id))
    // collections of the root are open at first
    for (const { href, id } of nodes) if (href === collectionAddress(id)) open.add(id)
    for (const [id, isOpen] of toggled) isOpen ? open.add(id) : open.delete(id)
    return rowsOf(nodes, open)
  }, [nodes, current, toggled])

  return (
    <nav className="spaces" aria-label="Spaces">
      <div className="side-label">
        <span>Spaces</span>
        {mayCreate === true ? (
          <button type="button" className="side-add" aria-label="New space" title="New space" onClick={onNew}>
            <Icon name="plus" />
          </button>
        ) : null}
      </div>
      {organization === undefined ? null : nodes === undefined ? (
        collections.isError || spaces.isError ? (
          <p className="side-note">The spaces could not be read.</p>
        ) : (
          <Waiting />
        )
      ) : rows.length === 0 ? (
        <p className="side-note">There are no spaces yet.</p>
      ) : (
        <Tree
          label="Spaces"
          rows={rows}
          current={current}
          onToggle={(id) =>
            setToggled((was) => new Map(was).set(id, rows.find(({ node }) => node.id === id)?.isOpen !== true))
          }
          icon={({ node }) => <Icon name={node.kind === "collection" ? "folder" : "book"} />}
        />
      )}
    </nav>
  )
}
