/** Where a page goes when it is dropped or moved by a key, and where one looks when it is gone. Pure. */
import {
  findPage,
  holdsPages,
  mayStand,
  type Place,
  pagesIn,
  type TreePage,
  type TreePages,
  withBelow
} from "./pageTree.ts"
import { foldedText, type TreeRow } from "./tree.ts"

/** Where something is dropped: beside a page, or last below it. */
export type Side = "before" | "after" | "into"

/** What is shown while something is dragged: the row that it would stand at, at which side, and how deep. */
export interface Landing {
  /** Index of the row. */
  readonly row: number
  readonly side: Side
  /** From 1, as rows count them. */
  readonly level: number
  readonly place: Place
}

/** A place beside a page or last below it, for another one; `undefined` where that may not be. */
export const placeAt = (pages: TreePages, id: string, target: string, side: Side): Place | undefined => {
  const found = findPage(pages, target)
  if (found === undefined || target === id) return undefined
  const into = side === "into" ? target : found.place.into
  if (!mayStand(pages, id, into)) return undefined
  // a page does not count itself among those before it
  const others = (pagesIn(pages, into) ?? []).filter((page) => page.id !== id)
  const at = side === "into" ? others.length : others.findIndex((page) => page.id === target)
  return { into, at: side === "after" ? at + 1 : at }
}

/**
 * Where a page lands that is held over a row.
 * @param part how far down the row the pointer is, from 0 to 1
 * @param depth the level that the pointer is at: below the last of some siblings one may leave them
 */
export const landingOf = (
  pages: TreePages,
  rows: ReadonlyArray<TreeRow>,
  id: string,
  row: number,
  part: number,
  depth: number
): Landing | undefined => {
  const over = rows[row]
  if (over === undefined) return undefined
  const at = (target: string, side: Side, level: number, shown: Side = side): Landing | undefined => {
    const place = placeAt(pages, id, target, side)
    return place === undefined ? undefined : { row, side: shown, level, place }
  }
  const { id: target } = over.node
  const page = findPage(pages, target)?.page
  const canHold = page !== undefined && holdsPages(page)
  const into = canHold ? at(target, "into", over.level + 1) : undefined
  const edge = into === undefined ? 0.5 : 0.28
  if (part < edge) return at(target, "before", over.level) ?? into
  if (part <= 1 - edge) return into
  // under an open page its first one begins
  const [first] = page?.pages ?? []
  if (over.isOpen === true && first !== undefined) {
    const before = at(first.id, "before", over.level + 1, "after")
    return before ?? (first.id === id ? undefined : into)
  }
  return leaving(rows, row, depth).reduce<Landing | undefined>(
    (found, { level, target }) => found ?? at(target, "after", level),
    undefined
  )
}

/** What ends with a row, from the level that is pointed at outward: itself, and those above it whose last page it is. */
const leaving = (
  rows: ReadonlyArray<TreeRow>,
  row: number,
  depth: number
): ReadonlyArray<{ readonly target: string; readonly level: number }> => {
  const next = rows[row + 1]?.level ?? 1
  const ends: Array<{ readonly target: string; readonly level: number }> = []
  let level = rows[row]!.level
  for (let at = row; at >= 0 && level >= next; at--) {
    if (rows[at]!.level !== level) continue
    ends.push({ target: rows[at]!.node.id, level })
    level--
  }
  const wanted = ends.filter((end) => end.level <= depth)
  return [...wanted, ...ends.filter((end) => end.level > depth).reverse()]
}

/** Where an arrow key moves a page: among its siblings, out to after what it is below, into the one before it. */
export const placeByKey = (pages: TreePages, id: string, key: string): Place | undefined => {
  const found = findPage(pages, id)
  if (found === undefined) return undefined
  const { above, place, siblings } = found
  switch (key) {
    case "ArrowUp":
      return place.at === 0 ? undefined : { into: place.into, at: place.at - 1 }
    case "ArrowDown":
      return place.at === siblings.length - 1 ? undefined : { into: place.into, at: place.at + 1 }
    case "ArrowLeft": {
      const parent = above.at(-1)
      return parent === undefined ? undefined : placeAt(pages, id, parent.id, "after")
    }
    case "ArrowRight": {
      const before = siblings[place.at - 1]
      return before === undefined ? undefined : placeAt(pages, id, before.id, "into")
    }
    default:
      return undefined
  }
}

/** Where a page stands, in words: "2 of 5 in Guides". @param pages the tree in which it stands there */
export const placeWords = (pages: TreePages, id: string): string => {
  const found = findPage(pages, id)
  if (found === undefined) return ""
  const { above, place, siblings } = found
  return `${place.at + 1} of ${siblings.length} ${above.length === 0 ? "at the top" : `in ${above.at(-1)!.title}`}`
}

/** What is looked at when a page is gone: the page after it, before it, or what it was below; the first one else. */
export const neighbourOf = (pages: TreePages, id: string): TreePage | undefined => {
  const found = findPage(pages, id)
  if (found === undefined) return undefined
  const { above, place, siblings } = found
  const gone = new Set(withBelow(found.page).map((page) => page.id))
  const near = [...siblings.slice(place.at + 1), ...siblings.slice(0, place.at).reverse(), ...[...above].reverse()]
  const isPage = (page: TreePage): boolean => page.type === "document" && !gone.has(page.id)
  return near.find(isPage) ?? pages.flatMap(withBelow).find(isPage)
}

/** Where a new page stands: after the one that is looked at, else last. */
export const placeForNew = (pages: TreePages, current: string | undefined, type: TreePage["type"]): Place => {
  const found = current === undefined ? undefined : findPage(pages, current)
  if (found === undefined) return { into: null, at: pages.length }
  // groups stand at the root: after the part of the tree that one is in
  const root = found.above[0]
  if (type === "group" && root !== undefined) return { into: null, at: findPage(pages, root.id)!.place.at + 1 }
  return { into: found.place.into, at: found.place.at + 1 }
}

/** A page that another one can be moved into, or the root. */
export interface MoveTarget {
  readonly id: string | null
  readonly title: string
  /** What it is below. */
  readonly note: string
}

/** What a page can be moved into, with all words in its title, in reading order; where it is already is left out. */
export const targetsFor = (pages: TreePages, id: string, words: string): ReadonlyArray<MoveTarget> => {
  const found = findPage(pages, id)
  if (found === undefined) return []
  const wanted = foldedText(words).split(/\s+/).filter(Boolean)
  const targets: Array<MoveTarget> = [{ id: null, title: "Top level", note: "" }]
  const add = (siblings: TreePages, note: string): void => {
    for (const page of siblings) {
      // nothing goes below itself
      if (page.id === id) continue
      const title = page.title || "Untitled"
      if (found.page.type !== "group" && holdsPages(page)) targets.push({ id: page.id, title, note })
      add(page.pages ?? [], note === "" ? title : `${note} / ${title}`)
    }
  }
  add(pages, "")
  return targets.filter(
    (target) =>
      (target.id !== found.place.into || found.place.at !== found.siblings.length - 1) &&
      wanted.every((word) => foldedText(target.title).includes(word))
  )
}
