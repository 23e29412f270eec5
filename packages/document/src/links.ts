/** Where a reference points to, as far as the text alone can say (`docs/contributing/dialect.md#links`). */

import { currentId } from "./ids.ts"

export type Target =
  /**
   * A file of the same repository: normalised path without leading slash. `directory` is set when a folder was
   * written (`dir/`, `./`, `..`); `path` is then its `README.md`.
   */
  | { kind: "file"; path: string; directory: boolean; anchor?: string; query?: string }
  /** A place on the same page. */
  | { kind: "anchor"; anchor: string }
  /** `/x`: not resolved against the repository. */
  | { kind: "absolute"; path: string; anchor?: string; query?: string }
  /** Relative, but leaves the space; `path` is relative to the space and starts with `../`. */
  | { kind: "outside"; path: string; anchor?: string; query?: string }
  | { kind: "external"; url: string }
  | { kind: "mail"; url: string }
  /**
   * Content of a space: `https://app.gitbook.com/[o/<org>/]s/<space>[/<path>]`. An empty path is the home page; the path
   * `~/pages/<id>` names the page by its id.
   */
  | {
      kind: "space"
      organization?: string
      space: string
      path: string
      page?: string
      anchor?: string
      query?: string
      url: string
    }
  /** Content that another space shares: `…/s/<space>/~/reusable/<id>/`, or `/reusable-content/<id>`. */
  | { kind: "reusable"; space?: string; id: string }
  /** Any other address of the application. */
  | { kind: "app"; url: string }
  /** `/pages/<id>`, `/files/<id>`. */
  | { kind: "page"; id: string; anchor?: string; query?: string }
  | { kind: "blob"; id: string; query?: string }
  /** Left behind where a target was deleted; `id` when the marker tells. */
  | {
      kind: "broken"
      target: "unknown" | "page" | "space" | "file" | "openapi"
      id?: string
      space?: string
      anchor?: string
      query?: string
    }

const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/
const app = /^https?:\/\/app\.gitbook\.com(?=[/?#]|$)/i

/**
 * Reads an href as it stands in `fromFile` (a path relative to the space). Angle brackets and percent-encoding are
 * undone, encoding that cannot be undone stays as it is. Never throws.
 */
export const resolveHref = (href: string, fromFile: string): Target => {
  const written = stripAngles(href.trim())
  if (written.startsWith("#")) return { kind: "anchor", anchor: decode(written.slice(1)) }
  if (app.test(written)) return resolveApp(written)
  if (written.startsWith("//") || scheme.test(written)) {
    return /^mailto:/i.test(written) ? { kind: "mail", url: written } : { kind: "external", url: written }
  }
  const { path, query, anchor } = split(written)
  const rest = { ...(anchor !== undefined && { anchor }), ...(query !== undefined && { query }) }
  if (path === "broken-reference") return { kind: "broken", target: "unknown" }
  if (path.startsWith("/")) return resolveAbsolute(path, rest)
  // a page with a slash behind it is the page, not a folder of its name
  const directory = path === "" || /\.(?:md|markdown)\/+$/i.test(path) ? false : /(?:^|\/)\.{0,2}$/.test(path)
  const base = path === "" ? fromFile : joinPath(fromFile, path)
  if (base.startsWith("../") || base === "..") {
    return { kind: "outside", path: base, ...rest }
  }
  if (!directory) return { kind: "file", path: base, directory, ...rest }
  return { kind: "file", path: base === "" ? "README.md" : `${base}/README.md`, directory, ...rest }
}

const stripAngles = (href: string): string => (href.startsWith("<") && href.endsWith(">") ? href.slice(1, -1) : href)

const decode = (text: string): string => {
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const split = (href: string): { path: string; query?: string; anchor?: string } => {
  const hash = href.indexOf("#")
  const before = hash === -1 ? href : href.slice(0, hash)
  const mark = before.indexOf("?")
  return {
    path: decode(mark === -1 ? before : before.slice(0, mark)),
    ...(mark !== -1 && { query: before.slice(mark + 1) }),
    ...(hash !== -1 && { anchor: decode(href.slice(hash + 1)) })
  }
}

/** The path of `relative` as seen from a file; leading `..` stay when it leaves the root. */
export const joinPath = (fromFile: string, relative: string): string => {
  const parts = fromFile.split("/").slice(0, -1)
  return normalizeParts([...parts, ...relative.split("/")])
}

/** Whether a file is a page by its name. */
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path)

/** Without `.`, empty parts and `..` where they can be resolved. */
export const normalizePath = (path: string): string => normalizeParts(path.split("/"))

const normalizeParts = (parts: ReadonlyArray<string>): string => {
  const kept: string[] = []
  for (const part of parts) {
    if (part === "" || part === ".") continue
    if (part === ".." && kept.length > 0 && kept[kept.length - 1] !== "..") kept.pop()
    else kept.push(part)
  }
  return kept.join("/")
}

const resolveAbsolute = (path: string, rest: { anchor?: string; query?: string }): Target => {
  const query = rest.query === undefined ? {} : { query: rest.query }
  const [first, second, third, fourth] = normalizePath(path).split("/")
  if (first === "broken") {
    if (second === "pages" && third) return { kind: "broken", target: "page", id: currentId(third), ...rest }
    if (second === "files" && third) return { kind: "broken", target: "file", id: currentId(third), ...query }
    if (second === "openapi" && third) return { kind: "broken", target: "openapi", id: third }
    if (second === "spaces" && third) {
      const page = /\/pages\/([^/]+)/.exec(path)?.[1]
      return page === undefined
        ? { kind: "broken", target: "space", space: currentId(third) }
        : { kind: "broken", target: "page", id: currentId(page), space: currentId(third), ...rest }
    }
    return { kind: "broken", target: "unknown" }
  }
  if (first === "pages" && second && third === undefined) return { kind: "page", id: currentId(second), ...rest }
  if (first === "files" && second && third === undefined) return { kind: "blob", id: currentId(second), ...query }
  if (first === "reusable-content" && second && fourth === undefined) return { kind: "reusable", id: currentId(second) }
  return { kind: "absolute", path, ...rest }
}

const resolveApp = (url: string): Target => {
  const { anchor, path, query } = split(url.replace(app, ""))
  const parts = path.split("/").filter((part) => part !== "")
  const organization = parts[0] === "o" && parts[1] !== undefined ? parts[1] : undefined
  if (organization !== undefined) parts.splice(0, 2)
  const [kind, named, ...below] = parts
  if (kind !== "s" || named === undefined) return { kind: "app", url }
  const space = currentId(named)
  const page = below[0] === "~" && below[1] === "pages" && below.length === 3 ? below[2] : undefined
  if (below[0] === "~" && page === undefined) {
    return below[1] === "reusable" && below[2] !== undefined
      ? { kind: "reusable", space, id: currentId(below[2]) }
      : { kind: "app", url }
  }
  return {
    kind: "space",
    ...(organization !== undefined && { organization }),
    space,
    path: below.join("/"),
    ...(page !== undefined && { page: currentId(page) }),
    ...(anchor !== undefined && { anchor }),
    ...(query !== undefined && { query }),
    url
  }
}

/**
 * How a file calls another one (`docs/contributing/dialect.md#links`): relative, `X/` for `X/README.md`, `./` for the README of its own folder.
 * Characters that would end the path are encoded.
 */
export const relativeHref = (fromFile: string, toFile: string, anchor?: string): string => {
  const path = encodeHref(pathTo(fromFile, toFile))
  return anchor === undefined ? path : `${path}#${anchor}`
}

/** The same where spaces and parentheses need no code: in `<…>`, which our printer puts around them, and in quotes. */
export const plainHref = (fromFile: string, toFile: string): string =>
  pathTo(fromFile, toFile).replace(/[%#?<>"\t\n\r]/g, percent)

const pathTo = (fromFile: string, toFile: string): string => {
  const from = fromFile.split("/").slice(0, -1)
  const to = toFile.split("/")
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++
  const parts = [...from.slice(shared).map(() => ".."), ...to.slice(shared)]
  if (parts.at(-1) === "README.md") parts[parts.length - 1] = ""
  return parts.join("/") || "./"
}

/** A part of a destination as it can stand wherever one may. */
export const encodeHref = (text: string): string => text.replace(/[%#?\s()<>"]/g, percent)

const percent = (one: string): string =>
  one === "(" || one === ")" ? `%${one.charCodeAt(0).toString(16)}` : encodeURIComponent(one)
