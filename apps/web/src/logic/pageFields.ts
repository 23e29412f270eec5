/** Fields of a page beside its text: what it is called by, and what is sent of its options. Pure. */
import type { ListedPage } from "./api.ts"
import { slugOf } from "./document.ts"

/** Whether a slug is one that a page without a title was given. */
export const isUnnamed = (slug: string): boolean => /^(?:untitled|new-page|page)(?:-\d+)?$/.test(slug)

/** Most code points of a slug. */
const longest = 100

/**
 * A slug of a title that no page beside it has; `undefined` for a title without letters.
 * @param id of the page itself
 */
export const freeSlug = (title: string, id: string, siblings: ReadonlyArray<ListedPage>): string | undefined => {
  const slug = [...slugOf(title)]
    .slice(0, longest - 4)
    .join("")
    .replace(/-$/, "")
  if (slug === "") return undefined
  const taken = new Set(siblings.flatMap((one) => ("slug" in one && one.id !== id ? [one.slug] : [])))
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number++) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
}
