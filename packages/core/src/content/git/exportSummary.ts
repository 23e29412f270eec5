/** The pages of a revision as entries of `SUMMARY.md` (`docs/contributing/dialect.md#table-of-contents`). Pure. */
import { type ComputedSource, resolveHref, type SummaryNode } from "@octavo/document"
import { defined } from "../../kernel/shared/defined.ts"
import type { PageNode } from "../revisions/model/PageTree.ts"
import type { PageRecord } from "../revisions/model/Records.ts"

/** @param pathOf Git path of a page or file, relative to the root of the content */
export const summaryNodes = (
  tree: ReadonlyArray<PageNode>,
  pathOf: (id: string) => string | undefined
): Array<SummaryNode> =>
  tree.map(({ page, pages }) => ({
    id: page.id,
    title: page.title,
    ...defined({ emoji: page.emoji, linkLabel: page.linkTitle }),
    ...entryOf(page, pathOf),
    children: summaryNodes(pages, pathOf)
  }))

const entryOf = (
  page: PageRecord,
  pathOf: (id: string) => string | undefined
): Pick<SummaryNode, "kind" | "path" | "anchor" | "href" | "slug" | "computed"> => {
  switch (page.type) {
    case "group":
      return { kind: "group", slug: page.slug }
    case "computed":
      return { kind: "computed", computed: { props: {}, dependencies: {}, ...page.computed } as ComputedSource }
    case "document": {
      const path = pathOf(page.id)
      return path === undefined ? { kind: "label" } : { kind: "page", path }
    }
    case "link":
      return linkOf(page, pathOf)
  }
}

const linkOf = ({ href, target }: PageRecord, pathOf: (id: string) => string | undefined) => {
  const id = target?.kind === "file" ? target.file : target !== undefined && "page" in target ? target.page : undefined
  const path = id === undefined ? undefined : pathOf(id)
  if (path !== undefined) {
    return { kind: "page" as const, path, ...(target?.kind === "anchor" ? { anchor: target.anchor } : {}) }
  }
  const written = target?.kind === "url" ? target.url : (href ?? "")
  const found = resolveHref(written, "")
  if (found.kind !== "file") return { kind: "link" as const, href: written }
  return { kind: "page" as const, path: found.path, ...defined({ anchor: found.anchor }) }
}
