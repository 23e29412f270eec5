/** Collections and spaces of an organization, as a tree. Pure. */
import { collectionAddress, pageAddress } from "./addresses.ts"
import type { Collection, Space } from "./api.ts"
import type { TreeNode } from "./tree.ts"

type CollectionPart = Pick<Collection, "id" | "title" | "parent">
type SpacePart = Pick<Space, "id" | "title" | "emoji" | "parent">

const named = (title: string): string => (title === "" ? "Untitled" : title)

/**
 * Collections before the spaces beside them, each in the order of the API. What is in a collection that is not listed,
 * because it is hidden or was just deleted, stands at the root.
 */
export const spaceTree = (
  collections: ReadonlyArray<CollectionPart>,
  spaces: ReadonlyArray<SpacePart>
): ReadonlyArray<TreeNode> => {
  const known = new Set(collections.map(({ id }) => id))
  const isIn = ({ parent }: { readonly parent?: string }, within: string | undefined): boolean =>
    parent !== undefined && known.has(parent) ? parent === within : within === undefined
  const below = (within: string | undefined, above: ReadonlySet<string>): ReadonlyArray<TreeNode> => [
    ...collections
      .filter((one) => isIn(one, within) && !above.has(one.id))
      .map(({ id, title }) => ({
        id,
        title: named(title),
        kind: "collection",
        href: collectionAddress(id),
        children: below(id, new Set([...above, id]))
      })),
    ...spaces
      .filter((one) => isIn(one, within))
      .map(({ emoji, id, title }) => ({
        id,
        title: named(title),
        kind: "space",
        emoji: emojiOf(emoji),
        href: pageAddress(id),
        children: []
      }))
  ]
  return below(undefined, new Set())
}

/** An emoji as the API says it, which is a text or code points in hex; `undefined` for none. */
export const emojiOf = (written: string | undefined): string | undefined => {
  if (written === undefined || written === "") return undefined
  const points = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(written) ? written.split("-") : undefined
  const codes = points?.map((point) => Number.parseInt(point, 16))
  return codes?.every((code) => code <= 0x10ffff) ? String.fromCodePoint(...codes) : written
}

/** A collection that something can be moved into. */
export interface CollectionChoice {
  readonly id: string
  readonly title: string
  /** From 1. */
  readonly level: number
}

/** Collections in which people may put things, as a tree in lines; not those that are moved, with what is in them. */
export const collectionChoices = (
  tree: ReadonlyArray<TreeNode>,
  moved: string,
  may: (id: string) => boolean,
  level = 1
): ReadonlyArray<CollectionChoice> =>
  tree.flatMap(({ children, id, kind, title }) =>
    kind !== "collection" || id === moved
      ? []
      : [...(may(id) ? [{ id, title, level }] : []), ...collectionChoices(children, moved, may, level + 1)]
  )

/** What somebody may do with a space or a collection in the tree of them. */
export interface SpaceRights {
  readonly rename: boolean
  readonly emoji: boolean
  readonly move: boolean
}

/** @param space its settings are for admins; whoever may have it synchronized may move it as well: both take the role `create` */
export const spaceRights = ({ permissions }: Pick<Space, "permissions">): SpaceRights => ({
  rename: permissions.admin,
  emoji: permissions.admin,
  move: permissions.triggerGitSync
})

export const collectionRights = ({ permissions }: Pick<Collection, "permissions">): SpaceRights => ({
  rename: permissions.admin,
  emoji: false,
  move: permissions.create
})
