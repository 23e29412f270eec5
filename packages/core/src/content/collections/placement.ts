/** Where content goes among its siblings, and where it cannot go. Pure; `test/content/collections/placement.test.ts`. */
import { Result } from "effect"
import { Conflict, Invalid } from "../../kernel/shared/errors.ts"
import { positionBetween, positionsBetween } from "../../kernel/shared/position.ts"
import type { ContentPosition, Neighbour } from "./input.ts"
import type { Content, Sibling } from "./TreeStore.ts"

/** How many collections may stand in each other. */
export const maxNesting = 100

/** Positions grow when things are put between the same two again and again; from here on all are made new. */
export const longPosition = 64

export const same = (a: Content, b: Content): boolean => a.kind === b.kind && a.id === b.id

export const neighbour = (ref: Neighbour): Content =>
  ref.type === "space" ? { kind: "space", id: ref.space } : { kind: "collection", id: ref.collection }

/**
 * The position of something among what stands in its new parent.
 * @param siblings in order; with the moved content itself when it stands there already
 */
export const placeAmong = (
  siblings: ReadonlyArray<Sibling>,
  moved: Content,
  asked: ContentPosition
): Result.Result<string, Invalid | Conflict> => {
  const others = siblings.filter((sibling) => !same(sibling, moved))
  const live = others.filter((sibling) => !sibling.deleted)
  const find = (ref: Neighbour | undefined) =>
    ref === undefined ? undefined : live.findIndex((sibling) => same(sibling, neighbour(ref)))
  const after = find(asked.after)
  const before = find(asked.before)
  for (const [name, found] of Object.entries({ after, before })) {
    if (found === -1) return Result.fail(notThere(name))
  }
  if (after !== undefined && before !== undefined && after >= before) {
    return Result.fail(new Invalid({ message: "position: what it goes after must stand before what it goes before" }))
  }
  // slot n is the one before the nth of the others
  const first = after === undefined ? (before ?? live.length) : after + 1
  const last = after === undefined || before === undefined ? first : before
  const self = siblings.findIndex((sibling) => same(sibling, moved))
  if (self !== -1) {
    const now = siblings.slice(0, self).filter((sibling) => !sibling.deleted).length
    if (now >= first && now <= last) return Result.fail(new Conflict({ message: "It is there already" }))
  }
  // the key also keeps clear of the deleted, which come back to theirs
  const at = (content: Content | undefined) =>
    others.findIndex((sibling) => content !== undefined && same(sibling, content))
  const next = after !== undefined ? at(live[after]) + 1 : before !== undefined ? at(live[before]) : others.length
  return Result.succeed(positionBetween(others[next - 1]?.position ?? null, others[next]?.position ?? null))
}

const notThere = (name: string) => new Invalid({ message: `position.${name} names no space or collection there` })

/** Positions for what takes the place of one sibling, in order. */
export const positionsInPlaceOf = (
  siblings: ReadonlyArray<Sibling>,
  replaced: Content,
  count: number
): ReadonlyArray<string> => {
  const index = siblings.findIndex((sibling) => same(sibling, replaced))
  return positionsBetween(siblings[index - 1]?.position ?? null, siblings[index + 1]?.position ?? null, count)
}

/**
 * Why a collection cannot hold something.
 * @param path the collection that is to hold it and those around it; empty for the root
 * @param height how many levels of collections come with it; 0 for a space
 */
export const nestingProblem = (
  path: ReadonlyArray<{ readonly id: string }>,
  moved: Content | undefined,
  height: number
): string | undefined => {
  if (moved?.kind === "collection" && path.some(({ id }) => id === moved.id)) {
    return "A collection cannot stand in itself or below itself"
  }
  return path.length + height > maxNesting ? `Collections nest at most ${maxNesting} deep` : undefined
}
