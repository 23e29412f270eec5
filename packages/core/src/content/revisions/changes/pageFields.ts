/** What a change says of a page, beside its text and in the header of it. */
import { type ParsedPage, pageFields } from "@octavo/document"
import { conditionProblem } from "../../../kernel/conditions/conditionProblem.ts"
import { defaultLayout } from "../defaultLayout.ts"
import type { PageRecord } from "../model/Records.ts"
import type { PageFieldsInput } from "./input.ts"

/** What is said of a page; `undefined` says nothing. */
export type Fields = { readonly [K in keyof PageFieldsInput]: PageFieldsInput[K] | undefined }

/** Fields of one kind of page alone. */
const ofDocuments = ["cover", "layout", "tags", "variables", "metaLinks"] as const
const ofLinks = ["url", "target"] as const

/** A field that such a page does not have, or that says nothing that could be kept. */
export const unfitField = (
  type: PageRecord["type"],
  fields: PageFieldsInput
): { readonly field: string; readonly message: string } | undefined => {
  const others = [...(type === "document" ? [] : ofDocuments), ...(type === "link" ? [] : ofLinks)]
  const field = others.find((one) => fields[one] !== undefined)
  if (field !== undefined) return { field, message: `a ${type} page has no ${field}` }
  if (fields.url !== undefined && fields.target !== undefined)
    return { field: "url", message: "a link has a url or a target, not both" }
  const name = Object.keys(fields.variables ?? {}).find((one) => !/^[a-zA-Z][a-zA-Z0-9_]{0,99}$/.test(one))
  return name === undefined
    ? undefined
    : {
        field: "variables",
        message: "names of variables have letters, digits and _, begin with a letter and have at most 100"
      }
}

/** Keys of a header by the field that they give; what a header says wins over what stands beside the text. */
const headerKeys: ReadonlyArray<readonly [field: keyof PageFieldsInput, key: string]> = [
  ["title", "title"],
  ["icon", "icon"],
  ["description", "description"],
  ["hidden", "hidden"],
  ["noIndex", "noIndex"],
  ["noRobotsIndex", "noRobotsIndex"],
  ["condition", "if"],
  ["cover", "cover"],
  ["layout", "layout"],
  ["tags", "tags"],
  ["variables", "vars"],
  ["metaLinks", "metaLinks"]
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

/** The record with fields set; empty text, `false` and `null` remove. */
export const withFieldsOf = (page: PageRecord, fields: Fields): PageRecord => {
  const next: Record<string, unknown> = { ...page }
  const set = (field: keyof PageRecord, value: unknown) => {
    if (value === undefined) delete next[field]
    else next[field] = value
  }
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
  if (fields.layout !== undefined)
    set("layout", fields.layout === null ? undefined : layoutWith(page.layout, fields.layout))
  if (fields.cover !== undefined) set("cover", fields.cover ?? undefined)
  if (fields.metaLinks !== undefined) set("metaLinks", unlessEmpty(fields.metaLinks ?? {}))
  if (fields.variables !== undefined) set("variables", unlessEmpty(fields.variables))
  if (fields.tags !== undefined) set("tags", fields.tags.length === 0 ? undefined : fields.tags.map(tagOf))
  const target = fields.target ?? (fields.url === undefined ? undefined : { kind: "url" as const, url: fields.url })
  if (target !== undefined) {
    next["target"] = target
    set("href", target.kind === "url" ? target.url : undefined)
  }
  return next as unknown as PageRecord
}

/** Parts that are as they are without a word are said only where the page said them. */
const layoutWith = (before: PageRecord["layout"], parts: NonNullable<PageRecord["layout"]>): PageRecord["layout"] => {
  const layout: Record<string, unknown> = { ...before }
  for (const [part, value] of Object.entries(parts)) {
    if (part in layout || value !== defaultLayout[part as keyof typeof defaultLayout]) layout[part] = value
  }
  return unlessEmpty(layout)
}

const unlessEmpty = <A extends object>(value: A): A | undefined => (Object.keys(value).length === 0 ? undefined : value)

const tagOf = ({ primary, tag }: NonNullable<PageFieldsInput["tags"]>[number]) => ({
  tag: typeof tag === "string" ? tag : tag.tag,
  ...(primary === true ? { primary } : {})
})

/** What is wrong with a slug that somebody chose; an empty one is derived. */
export const slugProblem = (slug: string | undefined): string | undefined =>
  slug === undefined ||
  slug === "" ||
  (/^[\p{L}\p{N}\p{M}._+~-]+$/u.test(slug) && !/^(?:~|_octavo$|\.{1,2}$)/.test(slug))
    ? undefined
    : "a slug has letters, digits, - _ . + and ~, and does not start with ~"
