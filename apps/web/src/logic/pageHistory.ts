/** The history of a page in words: what each of its revisions did to it. Pure. */
import type { PageRevision, SemanticChange } from "./api.ts"
import { ago } from "./words.ts"

const did: Readonly<Record<PageRevision["change"], string>> = {
  created: "Created",
  edited: "Edited",
  moved: "Moved",
  deleted: "Deleted"
}

const fields: Readonly<Record<string, string>> = {
  title: "title",
  description: "description",
  slug: "address",
  document: "text",
  cover: "cover",
  emoji: "emoji",
  icon: "icon",
  layout: "layout",
  variables: "variables",
  hidden: "hidden",
  noIndex: "search",
  noRobotsIndex: "search engines",
  condition: "condition"
}

/** What a revision did to a page: "Edited: title, text". @param changes of the revision, once they are known */
export const whatChanged = (
  { change }: Pick<PageRevision, "change">,
  page: string,
  changes: ReadonlyArray<SemanticChange> = []
): string => {
  const edited = changes.find((one) => one.type === "page_edited" && one.page.id === page)
  if (edited?.type !== "page_edited" || change === "created") return did[change]
  const names = Object.keys(edited.attributes).map((name) => fields[name] ?? name)
  return names.length === 0 ? did[change] : `${did[change]}: ${names.join(", ")}`
}

/** Who made a revision, and when. */
export const madeBy = ({
  author,
  createdAt
}: {
  readonly author?: PageRevision["author"] | undefined
  readonly createdAt: string
}): string => [author?.displayName || author?.email, ago(createdAt, Date.now())].filter(Boolean).join(" · ")

/** Why a revision was made, where that says more than what it did. */
export const whyOf = ({ message, type }: Pick<PageRevision, "message" | "type">): string | undefined => {
  if (message !== undefined && message !== "") return message
  return type === "merge" ? "Merged" : type === "rollback" ? "Restored" : undefined
}
