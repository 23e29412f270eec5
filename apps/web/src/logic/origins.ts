/** Why somebody has a role on a space, in words. Pure. */
import type { SpaceAccess } from "./api.ts"

interface Titles {
  readonly team: (id: string) => string | undefined
  readonly collection: (id: string) => string | undefined
}

/** @param titles of what is named by its id; `undefined` where it is not known, or not for this person to see */
export const originWords = ({ origin }: Pick<SpaceAccess, "origin">, titles: Titles): string => {
  if (origin.type === "organization") return "Role in the organization"
  const title =
    origin.type === "collection" && origin.collection !== undefined ? titles.collection(origin.collection) : undefined
  const place =
    origin.type === "space" ? "here" : `in ${title === undefined ? "a collection around it" : title || "Untitled"}`
  if (origin.reason === "default") return `All members, ${place}`
  if (origin.reason === "member") return `Given ${place}`
  const team = origin.team === undefined ? undefined : titles.team(origin.team)
  return `${team === undefined ? "A team" : `Team ${team}`}, ${place}`
}
