/** Computed pages as indexes have them: which there are, and what of them changed. Pure. */
import { contentHash, utf8 } from "../../../kernel/shared/hash.ts"
import type { RecordsDiff, RevisionDiff } from "../model/diff.ts"
import { canonicalJson } from "../model/MapNode.ts"
import type { PageRecord } from "../model/Records.ts"
import type { ComputedPages, Revision } from "../model/RevisionTree.ts"

/** `ComputedPages.key` of a revision that is read with its computed pages; `null` when it has none to make. */
export const computedKey = ({ computed, root }: Pick<Revision, "computed" | "root">): string | null =>
  root.counts.computed === undefined ? null : (computed?.key ?? "none")

/** Names what indexes say of a computed page: equal names mean the same words and links. */
const nameOf = ({ page, source }: { readonly page: PageRecord; readonly source: string }): string =>
  contentHash(utf8.encode(canonicalJson([source, page.type, page.title, page.description, page.noIndex, page.body])))

/** The computed pages of a revision, by id, each with its name. */
export const indexedPages = (computed: ComputedPages | undefined): ReadonlyMap<string, string> =>
  new Map(Array.from(computed?.pages ?? [], ([id, one]) => [id, nameOf(one)]))

/** How the computed pages of one revision differ from those of another, as far as indexes say something of it. */
const computedDiff = (before: ComputedPages | undefined, after: ComputedPages | undefined): RecordsDiff<PageRecord> => {
  if (before?.key === after?.key) return { created: [], deleted: [], edited: [] }
  const [from, to] = [indexedPages(before), indexedPages(after)]
  const only = (all: ComputedPages | undefined, others: ReadonlyMap<string, string>) =>
    Array.from(all?.pages.values() ?? [], ({ page }) => page).filter(({ id }) => !others.has(id))
  return {
    created: only(after, from),
    deleted: only(before, to),
    edited: Array.from(after?.pages ?? []).flatMap(([id, { page }]) => {
      const known = before?.pages.get(id)?.page
      if (known === undefined || from.get(id) === to.get(id)) return []
      return [{ before: known, after: page, fields: known.slug === page.slug ? ["body"] : ["body", "slug"] }]
    })
  }
}

/** The difference of two revisions with that of their computed pages. */
export const withComputedDiff = (
  diff: RevisionDiff,
  before: Pick<Revision, "computed">,
  after: Pick<Revision, "computed">
): RevisionDiff => {
  const { pages } = diff
  const { created, deleted, edited } = computedDiff(before.computed, after.computed)
  return {
    ...diff,
    pages: {
      ...pages,
      created: [...pages.created, ...created],
      deleted: [...pages.deleted, ...deleted],
      edited: [...pages.edited, ...edited]
    }
  }
}
