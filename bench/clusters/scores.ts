/** How alike two groupings of the same things are. */

const counted = (keys: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const joint = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) => counted(a.map((key, i) => `${key}\t${b[i]}`))

/** Normalised by the mean of the entropies: 1 the same, 0 independent. */
export const mutualInformation = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const n = a.length
  const entropy = (counts: ReadonlyMap<string, number>) =>
    Array.from(counts.values()).reduce((sum, count) => sum - (count / n) * Math.log(count / n), 0)
  const [left, right] = [entropy(counted(a)), entropy(counted(b))]
  return left + right === 0 ? 1 : (2 * (left + right - entropy(joint(a, b)))) / (left + right)
}

/** Adjusted for chance: 1 the same, 0 as chance would have it (Hubert and Arabie 1985). */
export const adjustedRand = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const pairs = (counts: ReadonlyMap<string, number>) =>
    Array.from(counts.values()).reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
  const [together, left, right] = [pairs(joint(a, b)), pairs(counted(a)), pairs(counted(b))]
  const expected = (left * right) / ((a.length * (a.length - 1)) / 2)
  return (together - expected) / ((left + right) / 2 - expected)
}
