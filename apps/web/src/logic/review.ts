/** What a change request changes, as a list for people, and which parts of a comparison are shown. Pure. */
import type { ComparedBlock } from "@octavo/document/rich/compare"
import type { ChangeRequest, SemanticChange } from "./api.ts"
import { holdsChange } from "./changes.ts"
import type { RichBlock } from "./document.ts"
import { sizeOf } from "./words.ts"

/** A page or something else that changed. */
export interface ChangedItem {
  readonly kind: "page" | "file" | "reusable-content" | "variables"
  readonly id: string
  readonly title: string
  /** Of a page with text: where it is, in the draft; before where it was deleted. */
  readonly path?: string
  /** What became of it: "Added", "Edited", "Moved". */
  readonly what: ReadonlyArray<string>
  readonly isAdded: boolean
  readonly isDeleted: boolean
  /** Whether its text is another. */
  readonly hasText: boolean
  /** Fields that are others, in words. */
  readonly fields: ReadonlyArray<FieldChange>
  /** Of a file: what it was, and what it is. */
  readonly file?: { readonly before?: FileSide; readonly after?: FileSide }
}

/** A file at one of the revisions that are compared. */
export interface FileSide {
  readonly url: string
  readonly isPicture: boolean
}

export interface FieldChange {
  readonly name: string
  readonly before?: string
  readonly after?: string
}

/** Pages first, each once, in the order of the changes. */
export const changedItems = (changes: ReadonlyArray<SemanticChange>): ReadonlyArray<ChangedItem> => {
  const items = new Map<string, ChangedItem>()
  const add = (item: ChangedItem): void => {
    const key = `${item.kind} ${item.id}`
    const known = items.get(key)
    items.set(
      key,
      known === undefined
        ? item
        : {
            ...known,
            ...item,
            what: [...known.what, ...item.what],
            fields: [...known.fields, ...item.fields],
            hasText: known.hasText || item.hasText
          }
    )
  }
  for (const change of changes) add(itemOf(change))
  return [...items.values()]
}

const itemOf = (change: SemanticChange): ChangedItem => {
  const rest = { isAdded: false, isDeleted: false, hasText: false, fields: [] }
  switch (change.type) {
    case "page_created":
      return { ...rest, ...pageOf(change.page), what: ["Added"], isAdded: true, hasText: true }
    case "page_deleted":
      return { ...rest, ...pageOf(change.page), what: ["Deleted"], isDeleted: true, hasText: true }
    case "page_moved": {
      const { after, before } = change.parent
      const fields = [{ name: "place", before: before?.title ?? "top", after: after?.title ?? "top" }]
      return { ...rest, ...pageOf(change.page), what: ["Moved"], fields }
    }
    case "page_edited": {
      const { document, ...options } = change.attributes
      const names = Object.keys(options)
      const isRenamed = names.includes("title") || names.includes("slug")
      const isOptions = names.some((name) => name !== "title" && name !== "slug")
      return {
        ...rest,
        ...pageOf(change.page),
        what: [
          ...(document === undefined ? [] : ["Edited"]),
          ...(isRenamed ? ["Renamed"] : []),
          ...(isOptions ? ["Options"] : [])
        ],
        hasText: document !== undefined,
        fields: names.map((name) => fieldOf(name, (options as Record<string, Sides>)[name]!))
      }
    }
    case "file_created":
      return { ...rest, ...fileOf(change.file), what: ["Added"], isAdded: true, file: { after: sideOf(change.file) } }
    case "file_deleted":
      return {
        ...rest,
        ...fileOf(change.file),
        what: ["Deleted"],
        isDeleted: true,
        file: { before: sideOf(change.file) }
      }
    case "file_edited": {
      const { contentType, downloadURL, name, size } = change.attributes
      const before = sideOf({
        downloadURL: downloadURL?.before ?? change.file.downloadURL,
        contentType: contentType?.before ?? change.file.contentType
      })
      return {
        ...rest,
        ...fileOf(change.file),
        what: [...(downloadURL === undefined ? [] : ["Edited"]), ...(name === undefined ? [] : ["Renamed"])],
        // one that is called otherwise alone is seen by its name
        ...(downloadURL === undefined ? {} : { file: { before, after: sideOf(change.file) } }),
        fields: [...(name === undefined ? [] : [fieldOf("name", name)]), ...(size === undefined ? [] : [sizesOf(size)])]
      }
    }
    case "reusable_content_created":
      return { ...rest, ...reusableOf(change.reusableContent), what: ["Added"], isAdded: true, hasText: true }
    case "reusable_content_deleted":
      return { ...rest, ...reusableOf(change.reusableContent), what: ["Deleted"], isDeleted: true, hasText: true }
    case "reusable_content_edited": {
      const { document, title } = change.attributes
      return {
        ...rest,
        ...reusableOf(change.reusableContent),
        what: [...(document === undefined ? [] : ["Edited"]), ...(title === undefined ? [] : ["Renamed"])],
        hasText: document !== undefined,
        fields: title === undefined ? [] : [fieldOf("title", title)]
      }
    }
    case "variables_edited":
      return {
        ...rest,
        kind: "variables",
        id: "variables",
        title: "Variables of the space",
        what: ["Edited"],
        fields: Object.entries(change.variables).map(([name, sides]) => fieldOf(name, sides))
      }
  }
}

const pageOf = ({ id, path, title }: { readonly id: string; readonly path?: string; readonly title: string }) => ({
  kind: "page" as const,
  id,
  title: title || "Untitled",
  ...(path === undefined ? {} : { path })
})
const fileOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  kind: "file" as const,
  id,
  title: name
})
const sideOf = ({
  contentType,
  downloadURL
}: {
  readonly contentType: string
  readonly downloadURL: string
}): FileSide => ({
  url: downloadURL,
  isPicture: contentType.startsWith("image/")
})
const sizesOf = ({ after, before }: { readonly before?: number; readonly after?: number }): FieldChange => ({
  name: "size",
  ...(before === undefined ? {} : { before: sizeOf(before) }),
  ...(after === undefined ? {} : { after: sizeOf(after) })
})
const reusableOf = ({ id, title }: { readonly id: string; readonly title: string }) => ({
  kind: "reusable-content" as const,
  id,
  title: title || "Untitled"
})

interface Sides {
  readonly before?: unknown
  readonly after?: unknown
}

const fieldOf = (name: string, { after, before }: Sides): FieldChange => ({
  name: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  ...(before === undefined ? {} : { before: shown(before) }),
  ...(after === undefined ? {} : { after: shown(after) })
})

const shown = (value: unknown): string => {
  if (value === true) return "yes"
  if (value === false) return "no"
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** A stretch of a comparison: blocks that are shown, or as they were and folded away. */
export interface Stretch {
  readonly isFolded: boolean
  readonly blocks: ReadonlyArray<RichBlock>
}

/** Blocks beside a change that are shown with it. */
const around = 1

/**
 * The blocks of a comparison, with those folded that are far from any change.
 * @param kept keys of blocks that are shown all the same
 */
export const stretchesOf = (
  blocks: ReadonlyArray<ComparedBlock>,
  kept: ReadonlySet<string> = new Set()
): ReadonlyArray<Stretch> => {
  const nodes = blocks as unknown as ReadonlyArray<RichBlock>
  const isNear = nodes.map(() => false)
  nodes.forEach((block, index) => {
    if (!holdsChange(block) && !kept.has(block.key ?? "")) return
    for (let at = Math.max(0, index - around); at <= Math.min(nodes.length - 1, index + around); at++) isNear[at] = true
  })
  const stretches: Array<{ isFolded: boolean; blocks: RichBlock[] }> = []
  nodes.forEach((block, index) => {
    const isFolded = isNear[index] !== true
    const last = stretches.at(-1)
    if (last?.isFolded === isFolded) last.blocks.push(block)
    else stretches.push({ isFolded, blocks: [block] })
  })
  return stretches
}

/** Which change requests a list shows, as the API is asked. */
export interface ChangeRequestFilter {
  readonly status: ReadonlyArray<ChangeRequest["status"]>
  readonly creator?: string
  readonly requestedReviewer?: string
  readonly conflicts?: boolean
}

/** What is wanted of a list of change requests. */
export interface RequestsWanted {
  /** In the subject, the author's name or the number. */
  readonly words: string
  /** Id of the author; empty for all. */
  readonly author: string
  /** Only those that the live content has moved on from. */
  readonly isOutdated: boolean
}

type ListedRequest = Pick<ChangeRequest, "createdBy" | "number" | "outdated" | "subject">

export const wantedRequests = <Request extends ListedRequest>(
  requests: ReadonlyArray<Request>,
  { author, isOutdated, words }: RequestsWanted
): ReadonlyArray<Request> => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return requests.filter(({ createdBy, number, outdated, subject }) => {
    const said = `${subject} #${number} ${createdBy.displayName} ${createdBy.email ?? ""}`.toLowerCase()
    return (
      (author === "" || createdBy.id === author) &&
      (!isOutdated || outdated) &&
      wanted.every((word) => said.includes(word))
    )
  })
}

/** The lists that a space has of its change requests. @param me id of who looks */
export const changeRequestLists = (
  me: string
): ReadonlyArray<{ readonly name: string; readonly filter: ChangeRequestFilter }> => [
  { name: "Open", filter: { status: ["open", "draft"] } },
  { name: "Waiting for me", filter: { status: ["open"], requestedReviewer: me } },
  { name: "Mine", filter: { status: ["open", "draft"], creator: me } },
  { name: "In conflict", filter: { status: ["open", "draft"], conflicts: true } },
  { name: "Merged", filter: { status: ["merged"] } },
  { name: "Archived", filter: { status: ["archived"] } }
]
