/** Ids in what callers send: those from before they began with a letter are read as those of today (decision 0055). */
import { currentId } from "@octavo/document"

export { currentId, withCurrentIds, withEarlierIds } from "@octavo/document"

/** Members of bodies that hold ids, or lists of them. Texts that people write are in none of them. */
const idMembers = new Set([
  ...["id", "organization", "site", "space", "spaceId", "spaces", "collection", "parent", "parentSectionGroupId"],
  ...["page", "pageId", "pages", "file", "reusableContent", "spec", "seed", "revision", "definition", "record"],
  ...["changeRequest", "changeRequestId", "conversationsIssuesCluster", "currentSiteSpace", "defaultTeam"],
  ...["defaultSiteSection", "defaultSiteSpace", "siteSection", "siteSectionId", "siteSectionGroupId", "sectionId"],
  ...["sections", "siteSpace", "siteSpaceId", "siteSpaceIds", "user", "users", "userId", "team", "teams", "teamId"],
  ...["add", "remove", "members", "into", "before", "after"]
])

/** A value as JSON has it, with the ids of today. The very same value where it has no other. */
export const currentIdsOf = (value: unknown, isId = false): unknown => {
  if (typeof value === "string") return isId ? currentId(value) : value
  if (Array.isArray(value)) {
    let made: Array<unknown> | undefined
    for (const [index, one] of value.entries()) {
      const current = currentIdsOf(one, isId)
      if (current === one) continue
      made ??= [...value]
      made[index] = current
    }
    return made ?? value
  }
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value
  let changed: Map<string, unknown> | undefined
  for (const name of Object.keys(value)) {
    const one = (value as Record<string, unknown>)[name]
    const current = currentIdsOf(one, idMembers.has(name))
    if (current === one) continue
    changed ??= new Map(Object.entries(value))
    changed.set(name, current)
  }
  return changed === undefined ? value : Object.fromEntries(changed)
}

/** Whether a text may hold such an id at all. */
export const mayHoldEarlierId = (text: string): boolean => /"[0-9_-][\w-]{21}"/.test(text)
