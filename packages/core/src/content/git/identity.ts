/**
 * Which page of the space each file of a repository is. Files carry no ids, so identity is by Git path first, then by
 * renames: equal bytes, then the most similar text. Pure.
 */

/** A text as the set of its lines' hashes; short and blank lines say nothing. */
export type Lines = ReadonlySet<number>

export const linesOf = (text: string): Lines => {
  const lines = new Set<number>()
  for (const line of text.split("\n")) {
    const trimmed = line.trim()
    if (trimmed.length > 3) lines.add(hashLine(trimmed))
  }
  return lines
}

/** FNV-1a, 32 bits: a false match of one line in four billion changes nothing. */
const hashLine = (line: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Shared lines as a part of all lines, 0 to 1 (Jaccard). */
export const similarity = (a: Lines, b: Lines): number => {
  if (a.size === 0 || b.size === 0) return 0
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const line of small) if (large.has(line)) shared++
  return shared / (a.size + b.size - shared)
}

export interface Candidate {
  readonly id: string
  readonly oid: string
  readonly lines: () => Lines
}

export interface Newcomer {
  readonly path: string
  readonly oid: string
  readonly lines: () => Lines
}

/** Below this a file is a new page. */
const renameThreshold = 0.5
/** Comparing everything with everything is bounded; beyond it only equal bytes count. */
const mostComparisons = 250_000

/**
 * The id of each newcomer that is a renamed candidate. Every candidate is used once; equal bytes go first, then the
 * most similar pair; ties fall to the earlier newcomer.
 * @param gone what the tree had and no path of the new tree names
 * @param added files that no path of the old tree names
 */
export const matchRenames = (
  gone: ReadonlyArray<Candidate>,
  added: ReadonlyArray<Newcomer>
): ReadonlyMap<string, string> => {
  const ids = new Map<string, string>()
  const free = new Map(gone.map((candidate) => [candidate.id, candidate]))
  const byOid = new Map<string, Array<Candidate>>()
  for (const candidate of gone) byOid.set(candidate.oid, [...(byOid.get(candidate.oid) ?? []), candidate])
  for (const newcomer of added) {
    const same = byOid.get(newcomer.oid)?.find(({ id }) => free.has(id))
    if (same === undefined) continue
    ids.set(newcomer.path, same.id)
    free.delete(same.id)
  }
  const rest = added.filter(({ path }) => !ids.has(path))
  if (rest.length * free.size > mostComparisons) return ids
  if (free.size === 0) return ids
  const candidates = Array.from(free.values(), ({ id, lines }) => ({ id, lines: lines() }))
  const pairs = rest.flatMap((newcomer, place) => {
    const lines = newcomer.lines()
    return candidates.flatMap((candidate) => {
      const score = similarity(lines, candidate.lines)
      return score >= renameThreshold ? [{ path: newcomer.path, id: candidate.id, score, place }] : []
    })
  })
  pairs.sort((a, b) => b.score - a.score || a.place - b.place)
  for (const { path, id } of pairs) {
    if (ids.has(path) || !free.has(id)) continue
    ids.set(path, id)
    free.delete(id)
  }
  return ids
}
