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
    const made = value.map((one) => currentIdsOf(one, isId))
    return made.some((one, i) => one !== value[i]) ? made : value
  }
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value
  const made = Object.entries(value).map(([name, one]) => [name, currentIdsOf(one, idMembers.has(name))] as const)
  return made.some(([name, one]) => one !== (value as Record<string, unknown>)[name]) ? Object.fromEntries(made) : value
}

/** Whether a text may hold such an id at all. */
export const mayHoldEarlierId = (text: string): boolean => /"[0-9_-][\w-]{21}"/.test(text)
