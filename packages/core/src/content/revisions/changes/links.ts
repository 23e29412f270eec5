/**
 * Destinations as people write them in a batch, and as they are stored. What names a page or file of the revision, or
 * one that the batch makes, is stored by its id, so that it stays right when pages move; paths of the repository stay
 * as they are where the page itself stands in it. Everything else stays as it was written, and what the text had
 * before says what it said. Pure.
 */
import { resolveHref } from "@octavo/document"

/** What destinations of one page can lead to. */
export interface LinkSpace {
  /** Git path of the page; `undefined` for one that is not in a repository yet. */
  readonly gitPath: string | undefined
  /** The file that the page would be if slugs were names: `guide/start.md`, `guide/README.md`. */
  readonly virtualPath: string
  readonly hasPage: (id: string) => boolean
  readonly hasFile: (id: string) => boolean
  /** Whether something stands at a Git path. */
  readonly hasGitPath: (path: string) => boolean
  /** Whether the text had this destination before the batch: it stays in the form that it has. */
  readonly isKept: (href: string) => boolean
  /** A page with text, by slugs from the root; the empty path is the home page. */
  readonly pageAt: (path: string) => string | undefined
  readonly refs: ReadonlyMap<string, { readonly kind: "page" | "file"; readonly id: string }>
}

/** Longer inline data is dropped: it belongs into a file. */
export const maxDataUri = 32 * 1024

/** The destination to store; `undefined` leaves it as it is written. */
export const storedHref = (href: string, space: LinkSpace): string | undefined => {
  if (space.isKept(href) && refOf(href, space) === undefined) return undefined
  if (/^data:/i.test(href)) return href.length > maxDataUri ? "" : undefined
  const anchor = href.includes("#") ? href.slice(href.indexOf("#")) : ""
  const toPage = (id: string | undefined) => (id === undefined ? undefined : `/pages/${id}${anchor}`)
  const target = resolveHref(href, space.gitPath ?? space.virtualPath)
  switch (target.kind) {
    case "page":
      return space.hasPage(target.id) ? undefined : toPage(space.pageAt(withoutName(target.id)))
    case "absolute":
      return target.path.startsWith("/pages/")
        ? toPage(space.pageAt(withoutName(target.path.slice("/pages/".length))))
        : undefined
    case "file":
    case "outside": {
      const named = refOf(href, space)
      if (named !== undefined) return named.kind === "page" ? toPage(named.id) : `/files/${named.id}`
      if (target.kind === "file" && space.gitPath !== undefined && space.hasGitPath(target.path)) return undefined
      const slugs = space.gitPath === undefined ? target : resolveHref(href, space.virtualPath)
      return slugs.kind === "file" ? toPage(space.pageAt(withoutName(slugs.path))) : undefined
    }
    default:
      return undefined
  }
}

/** `./name` and `./name.md` of something that the batch makes. */
const refOf = (href: string, { refs }: LinkSpace) => {
  const path = /^(?:\.\/)?([^#?]+)/.exec(href)?.[1]
  if (path === undefined || refs.size === 0) return undefined
  const name = decoded(path)
  const page = name.endsWith(".md") ? refs.get(name.slice(0, -3)) : undefined
  return refs.get(name) ?? (page?.kind === "page" ? page : undefined)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Slugs of `a/b.md`, `a/b/README.md`, `a/b/` and `a/b`; empty for the home page. */
const withoutName = (path: string): string =>
  path
    .replace(/(?:^|\/)README\.md$/, "")
    .replace(/\.md$/, "")
    .replace(/^\/+|(?<!\/)\/+$/g, "")
