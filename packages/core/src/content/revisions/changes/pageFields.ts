/** What a change says of a page, beside its text and in the header of it. */
import { type ParsedPage, pageFields } from "@octavo/document"
import { conditionProblem } from "../../../kernel/conditions/conditionProblem.ts"
import type { PageRecord } from "../model/Records.ts"
import type { PageFieldsInput } from "./input.ts"

/** What is said of a page; `undefined` says nothing. */
export type Fields = { readonly [K in keyof PageFieldsInput]: PageFieldsInput[K] | undefined }

/** Keys of a header by the field that they give; what a header says wins over what stands beside the text. */
const headerKeys: ReadonlyArray<readonly [field: keyof PageFieldsInput, key: string]> = [
  ["title", "title"],
  ["icon", "icon"],
  ["description", "description"],
  ["hidden", "hidden"],
  ["noIndex", "noIndex"],
  ["noRobotsIndex", "noRobotsIndex"],
  ["condition", "if"]
]

/** The fields that count beside a header. */
export const fieldsBesideHeader = (
  fields: PageFieldsInput,
  header: Readonly<Record<string, unknown>> | undefined
): PageFieldsInput => {
  if (header === undefined) return fields
  const left: Record<string, unknown> = { ...fields }
  for (const [field, key] of headerKeys) if (header[key] !== undefined && header[key] !== null) delete left[field]
  return left as PageFieldsInput
}

/**
 * A condition that a change gives a page and that cannot be read: such a page would be hidden from everybody. One that
 * the page has already, from a repository for example, stays.
 */
export const unreadableCondition = (
  beside: string | undefined,
  text: Pick<ParsedPage, "frontmatter"> | undefined,
  before: string | undefined
): { readonly field: string; readonly message: string } | undefined => {
  const data = text?.frontmatter?.data
  const header = data === undefined ? undefined : pageFields(data).if
  const [field, condition] = header === undefined ? ["condition", beside] : ["document", header]
  if (condition === undefined || condition === before) return undefined
  const problem = conditionProblem(condition)
  if (problem === undefined) return undefined
  const where = header === undefined ? "" : "`if` in the header of the text: "
  return { field, message: `${where}${problem}` }
}

/** The record with fields set; empty text and `false` remove. */
export const withFieldsOf = (page: PageRecord, fields: Fields): PageRecord => {
  const next: Record<string, unknown> = { ...page }
  for (const field of ["title", "slug", "emoji", "icon", "description", "condition"] as const) {
    const value = fields[field]
    if (value === undefined) continue
    if (value === "") delete next[field]
    else next[field] = value
  }
  for (const field of ["hidden", "noIndex", "noRobotsIndex"] as const) {
    const value = fields[field]
    if (value === true) next[field] = true
    else if (value === false) delete next[field]
  }
  return next as unknown as PageRecord
}

/** What is wrong with a slug that somebody chose; an empty one is derived. */
export const slugProblem = (slug: string | undefined): string | undefined =>
  slug === undefined ||
  slug === "" ||
  (/^[\p{L}\p{N}\p{M}._+~-]+$/u.test(slug) && !/^(?:~|_octavo$|\.{1,2}$)/.test(slug))
    ? undefined
    : "a slug has letters, digits, - _ . + and ~, and does not start with ~"
