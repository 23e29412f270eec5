/** The options of a page as fields of a form, and what a change of them sends. Pure. */
import type { DocumentPage } from "./api.ts"
import { slugOf } from "./document.ts"
import type { PageFields } from "./PageSaver.ts"

/** Parts of a page that its layout shows or leaves out. */
export const layoutParts = {
  title: "Title",
  description: "Description",
  cover: "Cover",
  tableOfContents: "Table of contents",
  outline: "Outline",
  pagination: "Previous and next",
  metadata: "Last edited",
  tags: "Tags",
  actions: "Page actions"
} as const
type LayoutPart = keyof typeof layoutParts

export interface Options {
  readonly emoji: string
  readonly icon: string
  readonly slug: string
  readonly condition: string
  /** Separated by commas. */
  readonly tags: string
  /** An address, or the id of a file; empty for none. */
  readonly cover: string
  readonly hidden: boolean
  readonly noIndex: boolean
  readonly noRobotsIndex: boolean
  readonly isWide: boolean
  readonly shown: Readonly<Record<LayoutPart, boolean>>
}

type Described = Pick<DocumentPage, "slug" | "layout" | "tags"> & Partial<DocumentPage>

const parts = Object.keys(layoutParts) as ReadonlyArray<LayoutPart>

export const optionsOf = (page: Described): Options => ({
  emoji: page.emoji ?? "",
  icon: page.icon ?? "",
  slug: page.slug,
  condition: page.condition ?? "",
  tags: page.tags.map(({ tag }) => tag.tag).join(", "),
  cover: coverText(page),
  hidden: page.hidden === true,
  noIndex: page.noIndex === true,
  noRobotsIndex: page.noRobotsIndex === true,
  isWide: page.layout.width === "wide",
  shown: Object.fromEntries(parts.map((part) => [part, page.layout[part]])) as Options["shown"]
})

const coverText = ({ cover }: Described): string => {
  const ref = cover?.ref
  return ref?.kind === "url" ? ref.url : ref?.kind === "file" ? ref.file : ""
}

/** A page with what was written of its options and is not saved yet. */
export const withUnsaved = (page: DocumentPage, unsaved: PageFields): Described => {
  const { cover, layout, metaLinks: _, tags, ...rest } = unsaved
  return {
    ...page,
    ...rest,
    layout: { ...page.layout, ...layout },
    tags: tags === undefined ? page.tags : tags.map(({ tag }) => ({ tag: { kind: "tag", tag: textOfTag(tag) } })),
    ...(cover === undefined ? {} : cover === null ? { cover: undefined } : { cover: { yPos: 0, ...cover } })
  } as Described
}

const textOfTag = (tag: string | { readonly tag: string }): string => (typeof tag === "string" ? tag : tag.tag)

const tagsOf = (text: string): ReadonlyArray<string> => [
  ...new Set(
    text
      .split(",")
      .map((tag) => slugOf(tag))
      .filter(Boolean)
  )
]

const coverOf = (text: string): NonNullable<PageFields["cover"]> | null => {
  const written = text.trim()
  if (written === "") return null
  const isAddress = /^https?:\/\//i.test(written)
  return { ref: isAddress ? { kind: "url", url: written } : { kind: "file", file: written } }
}

/** What was changed; an address becomes one that the server takes, and an empty one stays as it was. */
export const changedOptions = (
  before: Options,
  after: Options,
  page: Pick<DocumentPage, "tags" | "cover">
): PageFields => {
  const slug = slugOf(after.slug)
  const changed = <Name extends keyof Options>(name: Name, value: Options[Name] = after[name]) =>
    value === before[name] ? {} : { [name]: value }
  const primary = page.tags.find((one) => one.primary === true)?.tag.tag
  const layout = {
    ...(after.isWide === before.isWide ? {} : { width: after.isWide ? ("wide" as const) : ("default" as const) }),
    ...Object.fromEntries(
      parts.filter((part) => after.shown[part] !== before.shown[part]).map((part) => [part, after.shown[part]])
    )
  }
  return {
    ...changed("emoji", after.emoji.trim()),
    ...changed("icon", after.icon.trim()),
    ...changed("slug", slug === "" ? before.slug : slug),
    ...changed("condition", after.condition.trim()),
    ...changed("hidden"),
    ...changed("noIndex"),
    ...changed("noRobotsIndex"),
    ...(after.tags === before.tags
      ? {}
      : { tags: tagsOf(after.tags).map((tag) => (tag === primary ? { tag, primary: true } : { tag })) }),
    ...(after.cover === before.cover
      ? {}
      : { cover: coverOf(after.cover) === null ? null : { ...keptOfCover(page), ...coverOf(after.cover) } }),
    ...(Object.keys(layout).length === 0 ? {} : { layout })
  }
}

/** Where a cover is cut, which stays when the picture is another. */
const keptOfCover = ({ cover }: Pick<DocumentPage, "cover">) =>
  cover === undefined ? {} : { yPos: cover.yPos, ...(cover.height === undefined ? {} : { height: cover.height }) }
