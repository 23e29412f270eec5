/** What becomes of words that two people changed at the same time. Pure. */
import type { Settled } from "./PageSaver.ts"

/** Both texts of one place, as Markdown, and what both were made from. */
export interface Collision {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

export const choices = { mine: "Mine", theirs: "Theirs", both: "Both" } as const
export type Choice = keyof typeof choices

const textOf = ({ mine, theirs }: Collision, choice: Choice): string =>
  choice === "both" ? [theirs, mine].filter((text) => text !== "").join("\n\n") : choice === "mine" ? mine : theirs

/** What is to stand in the place of a collision. */
export const settledBy = ({ base, mine, theirs }: Collision, choice: Choice): Settled => ({
  base,
  mine,
  theirs,
  text: textOf({ base, mine, theirs }, choice)
})

/** The collisions that an error tells of. */
export const collisionsOf = (error: unknown): ReadonlyArray<Collision> => {
  const { conflicts } = (error ?? {}) as { readonly conflicts?: unknown }
  return Array.isArray(conflicts) ? conflicts : []
}
