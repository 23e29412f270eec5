/** What is said of the links of a space. Pure. */
import type { ContentLink, ContentPlace } from "./api.ts"
import { counted } from "./words.ts"

interface LinkCounts {
  readonly total: number
  readonly broken: { readonly total: number; readonly changeRequest?: number }
}

/** How many links there are, and how many are broken. @param where as in " on this page" */
export const linkCountWords = ({ broken, total }: LinkCounts, where = ""): string => {
  if (total === 0) return `No link to a page, a file or a space${where}.`
  const all = `${counted(total, "link")} to pages, files and spaces${where}`
  if (broken.total === 0) return `${all}, none of them broken.`
  const byDraft = broken.changeRequest ?? 0
  const draft = byDraft === 0 ? "" : byDraft === broken.total ? " by your draft" : `, ${byDraft} of them by your draft`
  return `${all}, ${broken.total} of them broken${draft}.`
}

/** The sign that stands before a link: of what it leads to. */
export const linkSign = ({
  status,
  targetReference
}: ContentLink): "warning" | "out" | "page" | "file" | "note" | "book" => {
  if (status === "broken") return "warning"
  return signs[targetReference?.kind ?? "url"]
}

const signs = {
  page: "page",
  file: "file",
  "reusable-content": "note",
  space: "book",
  url: "out"
} as const satisfies Readonly<Record<ContentPlace["kind"], string>>
