/** The batch that writes a template's pages. Pure; `test/templates`. */
import { parsePage, resolveHref, rewriteReferences } from "@octavo/document"
import { ifDefined } from "../../kernel/shared/defined.ts"
import type { ContentChange } from "../revisions/changes/input.ts"
import { defaultTitle } from "../revisions/changes/newPage.ts"
import { titleOf } from "../revisions/pageText.ts"
import type { Template, TemplateSource } from "./Template.ts"

/** `[text](param:name)` of a template's text. */
const placeholder = /\[([^[\]]*)\]\(param:([\w-]+)\)/g

/**
 * Every page as an entry, parents first; links between the pages follow them to wherever they come to stand.
 * @param hrefs what the placeholders lead to, by name; those that are left out become plain text
 */
export const templateChanges = (
  { id, pages }: TemplateSource,
  hrefs: ReadonlyMap<string, string>
): ReadonlyArray<ContentChange> => {
  const paths = new Set(pages.map(({ path }) => path))
  // no page of a space has a path like this
  const refOf = (path: string) => `~${id}/${path}`
  return pages.map(({ markdown, path }) => {
    const parent = parentOf(path)
    const text = rewriteReferences(
      markdown.replace(placeholder, (link, text: string, name: string) => (hrefs.has(name) ? link : text)),
      (href) => {
        if (href.startsWith("param:")) return hrefs.get(href.slice("param:".length))
        const target = resolveHref(href, path)
        if (target.kind !== "file" || !paths.has(target.path)) return undefined
        return `./${refOf(target.path)}${target.anchor === undefined ? "" : `#${target.anchor}`}`
      }
    )
    return {
      operation: "insert_page",
      ref: refOf(path),
      document: { markdown: text },
      ...ifDefined(parent, (above) => ({ into: refOf(above) }))
    }
  })
}

/** The pages of a template, as they are told before it is used. */
export const templatePages = ({ pages }: Pick<TemplateSource, "pages">): Template["pages"] => {
  const depths = new Map<string, number>()
  return pages.map(({ markdown, path }) => {
    const above = parentOf(path)
    const depth = above === undefined ? 0 : (depths.get(above) ?? 0) + 1
    depths.set(path, depth)
    return { title: titleOf(parsePage(markdown))?.title ?? defaultTitle, depth }
  })
}

/** `a/README.md` for `a/b.md` and for `a/b/README.md`'s folder; `undefined` at the root. */
const parentOf = (path: string): string | undefined => {
  const folders = path.replace(/(?:^|\/)(?:README\.md|[^/]+)$/, "").split("/")
  const above = path.endsWith("/README.md") ? folders.slice(0, -1) : folders
  return above.join("/") === "" ? undefined : `${above.join("/")}/README.md`
}
