/** The tree of collections and spaces of an organization. */
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "@tanstack/react-router"
import { lazy, Suspense, useMemo, useRef, useState } from "react"
import { collectionAddress, pageAddress, pageOfAddress } from "../../logic/addresses.ts"
import { collectionChoices, collectionRights, emojiOf, spaceRights, spaceTree } from "../../logic/spaces.ts"
import { findNode, pathTo, rowsOf } from "../../logic/tree.ts"
import { Icon } from "../parts/Icon.tsx"
import { Waiting } from "../parts/screen.tsx"
import { Tree, type TreeHandle } from "../parts/Tree.tsx"
import { collectionsQuery, organizationQuery, spacesQuery } from "../queries.ts"
import { useSpaceActions } from "./useSpaceActions.ts"

const SpaceMenu = lazy(() => import("./SpaceMenu.tsx"))
const EmojiDialog = lazy(() => import("./EmojiDialog.tsx"))
const MoveSpaceDialog = lazy(() => import("./MoveSpaceDialog.tsx"))

/** Most letters of a title. */
const titleLength = 50

interface SpacesNavigationProps {
  readonly organization: string | undefined
  readonly onNew: () => void
  readonly onNewCollection: () => void
}

/** What is open over the tree, and for what. */
interface Opened {
  readonly what: "menu" | "emoji" | "move"
  readonly id: string
  readonly anchor: Element
}

export const SpacesNavigation = ({ onNew, onNewCollection, organization }: SpacesNavigationProps) => {
  const enabled = organization !== undefined
  const collections = useQuery({ ...collectionsQuery(organization ?? ""), enabled })
  const spaces = useQuery({ ...spacesQuery(organization ?? ""), enabled })
  const mayCreate = useQuery({ ...organizationQuery(organization ?? ""), enabled }).data?.permissions.createContent
  const { pathname } = useLocation()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [opened, setOpened] = useState<Opened>()
  const [renaming, setRenaming] = useState<string>()
  const tree = useRef<TreeHandle>(null)
  const known = useMemo(
    () => new Map([...(collections.data ?? []), ...(spaces.data ?? [])].map((one) => [one.id, one])),
    [collections.data, spaces.data]
  )
  const rightsOf = (id: string) => {
    const one = known.get(id)
    return one === undefined ? undefined : one.object === "space" ? spaceRights(one) : collectionRights(one)
  }
  const canEdit = (id: string): boolean => Object.values(rightsOf(id) ?? {}).includes(true)
  const chosen = known.get(opened?.id ?? renaming ?? "")
  const actions = useSpaceActions(organization ?? "", chosen)
  const nodes = useMemo(
    () => (collections.data && spaces.data ? spaceTree(collections.data, spaces.data) : undefined),
    [collections.data, spaces.data]
  )
  // every page of a space is in that space
  const space = pageOfAddress(pathname)?.space ?? /^\/s\/([\w-]+)\//.exec(pathname)?.[1]
  const current = space === undefined ? pathname.replace(/\/$/, "") : pageAddress(space)
  const shown = useMemo(() => nodes && findNode(nodes, ({ href }) => href === current), [nodes, current])
  const rows = useMemo(() => {
    if (nodes === undefined) return []
    const open = new Set(shown === undefined ? [] : pathTo(nodes, shown.id))
    // collections of the root are open at first
    for (const { href, id } of nodes) if (href === collectionAddress(id)) open.add(id)
    for (const [id, isOpen] of toggled) isOpen ? open.add(id) : open.delete(id)
    return rowsOf(nodes, open)
  }, [nodes, shown, toggled])

  return (
    <nav className="spaces" aria-label="Spaces">
      <div className="side-label">
        <span>Spaces</span>
        {mayCreate === true ? (
          <span className="side-adds">
            <button
              type="button"
              className="side-add"
              aria-label="New collection"
              title="New collection"
              onClick={onNewCollection}
            >
              <Icon name="folder" />
            </button>
            <button type="button" className="side-add" aria-label="New space" title="New space" onClick={onNew}>
              <Icon name="plus" />
            </button>
          </span>
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
          ref={tree}
          label="Spaces"
          rows={rows}
          current={shown?.id}
          onToggle={(id) =>
            setToggled((was) => new Map(was).set(id, rows.find(({ node }) => node.id === id)?.isOpen !== true))
          }
          icon={({ node }) => <Icon name={node.kind === "collection" ? "folder" : "book"} />}
          canEdit={({ node }) => canEdit(node.id)}
          editing={{
            renaming,
            titleLength,
            openMenu: ({ node: { id } }, anchor) => setOpened({ what: "menu", id, anchor }),
            onKey: ({ altKey, ctrlKey, key, metaKey }, { node: { id } }) => {
              if (key !== "F2" || altKey || ctrlKey || metaKey || rightsOf(id)?.rename !== true) return false
              setRenaming(id)
              return true
            },
            onRename: ({ node: { id, title: before } }, typed) => {
              const title = typed?.trim() ?? ""
              if (title !== "" && title !== before) actions.rename(title)
              setRenaming(undefined)
              tree.current?.focus(id)
            }
          }}
        />
      )}
      <Suspense fallback={null}>
        {opened === undefined || chosen === undefined ? null : opened.what === "menu" ? (
          <SpaceMenu
            title={chosen.title || "Untitled"}
            anchor={opened.anchor}
            onClose={() => setOpened((now) => (now === opened ? undefined : now))}
            onRename={rightsOf(chosen.id)?.rename === true ? () => setRenaming(chosen.id) : undefined}
            onEmoji={rightsOf(chosen.id)?.emoji === true ? () => setOpened({ ...opened, what: "emoji" }) : undefined}
            onMove={rightsOf(chosen.id)?.move === true ? () => setOpened({ ...opened, what: "move" }) : undefined}
          />
        ) : opened.what === "emoji" ? (
          <EmojiDialog
            title={chosen.title || "Untitled"}
            emoji={chosen.object === "space" ? emojiOf(chosen.emoji) : undefined}
            onClose={() => setOpened(undefined)}
            onChoose={(emoji) => {
              actions.setEmoji(emoji)
              setOpened(undefined)
            }}
          />
        ) : (
          <MoveSpaceDialog
            title={chosen.title || "Untitled"}
            parent={chosen.parent ?? ""}
            choices={collectionChoices(nodes ?? [], chosen.id, (id) => {
              const one = known.get(id)
              return one?.object === "collection" && one.permissions.create
            })}
            onClose={() => setOpened(undefined)}
            onChoose={(parent) => {
              actions.move(parent, parent === null ? "no collection" : known.get(parent)?.title || "Untitled")
              setOpened(undefined)
            }}
          />
        )}
      </Suspense>
    </nav>
  )
}
