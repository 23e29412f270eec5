/** What a change request changes, one entry for each page. Pure. */
import type { SemanticChange } from "@octavo/core/content/space-content/SemanticChanges"

export type PageChange = "added" | "edited" | "moved" | "deleted"

/** What of a page is another one, besides its text. */
export interface Field {
  readonly name: string
  readonly before?: string | undefined
  readonly after?: string | undefined
}

export interface ChangedPage {
  readonly id: string
  readonly title: string
  /** Of the draft; of a page that was deleted, where it was. Absent where it has no address. */
  readonly path?: string | undefined
  /** In this order: added or deleted alone, else edited, moved. */
  readonly what: ReadonlyArray<PageChange>
  readonly fields: ReadonlyArray<Field>
}

export interface Changes {
  readonly pages: ReadonlyArray<ChangedPage>
  /** Everything else that was changed, in words. */
  readonly others: ReadonlyArray<string>
}

const names: Readonly<Record<string, string>> = {
  title: "Title",
  description: "Description",
  slug: "Slug",
  emoji: "Emoji",
  icon: "Icon",
  cover: "Cover",
  layout: "Layout",
  variables: "Variables",
  target: "Target",
  hidden: "Hidden",
  noIndex: "Out of the search",
  noRobotsIndex: "Out of search engines",
  condition: "Condition"
}

const textOfValue = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value)

const fieldsOf = (attributes: object): ReadonlyArray<Field> =>
  Object.entries(attributes).flatMap(
    ([name, sides]: [string, { readonly before?: unknown; readonly after?: unknown }]) =>
      name === "document"
        ? []
        : [{ name: names[name] ?? name, before: textOfValue(sides.before), after: textOfValue(sides.after) }]
  )

const top = "Top of the space"

const otherOf = (change: SemanticChange): string | undefined => {
  switch (change.type) {
    case "file_created":
      return `File ${change.file.name} added`
    case "file_edited":
      return `File ${change.file.name} changed`
    case "file_deleted":
      return `File ${change.file.name} deleted`
    case "reusable_content_created":
      return `Reusable content ${change.reusableContent.title} added`
    case "reusable_content_edited":
      return `Reusable content ${change.reusableContent.title} edited`
    case "reusable_content_deleted":
      return `Reusable content ${change.reusableContent.title} deleted`
    case "variables_edited":
      return `Variables edited: ${Object.keys(change.variables).join(", ")}`
    default:
      return undefined
  }
}

/** A page that was edited and moved is one entry. */
export const changesOf = (changes: ReadonlyArray<SemanticChange>): Changes => {
  const pages = new Map<string, ChangedPage>()
  const others: Array<string> = []
  const add = (
    { id, path, title }: { readonly id: string; readonly title: string; readonly path?: string },
    what: PageChange,
    fields: ReadonlyArray<Field> = []
  ): void => {
    const known = pages.get(id)
    pages.set(id, {
      id,
      title,
      path,
      what: [...(known?.what ?? []), what],
      fields: [...(known?.fields ?? []), ...fields]
    })
  }
  for (const change of changes) {
    switch (change.type) {
      case "page_created":
        add(change.page, "added")
        break
      case "page_edited":
        add(change.page, "edited", fieldsOf(change.attributes))
        break
      case "page_moved": {
        const [before, after] = [change.parent.before?.title ?? top, change.parent.after?.title ?? top]
        add(change.page, "moved", before === after ? [] : [{ name: "Parent", before, after }])
        break
      }
      case "page_deleted":
        add(change.page, "deleted")
        break
      default: {
        const other = otherOf(change)
        if (other !== undefined) others.push(other)
      }
    }
  }
  return { pages: [...pages.values()], others }
}

/** Whether a text still holds both sides of a conflict between the usual markers. */
export const hasConflict = (text: string): boolean => {
  const markers = [/^<{7} /, /^={7}$/, /^>{7} /]
  let next = 0
  for (const line of text.split(/\r?\n/)) {
    if (markers[next]!.test(line)) next++
    if (next === markers.length) return true
  }
  return false
}
