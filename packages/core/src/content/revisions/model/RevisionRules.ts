/**
 * Rules that the pages of every revision keep. Checked for what a draft touches, given that the base keeps them: ids,
 * slugs and order keys are well formed; parents exist and can hold pages; no page is below itself; groups stand at the
 * root. That slugs and Git paths are unique is checked where their indexes are written (`RevisionWrite`).
 */
import { idPattern } from "../../../kernel/shared/ids.ts"
import type { Draft } from "./Draft.ts"
import type { Lookup } from "./Nodes.ts"
import { get } from "./PersistentMap.ts"
import type { PageRecord, PageType, RevisionRoot } from "./Records.ts"
import { InvalidRecord, PageCycle, PageNesting, ParentMissing, type RevisionError } from "./RevisionError.ts"
import { isOrderKey } from "./SiblingOrder.ts"

/** The first rule that the draft breaks. */
export const checkRules = (lookup: Lookup, root: RevisionRoot, draft: Draft): RevisionError | undefined => {
  const reachesRoot = new Set<string>()
  for (const [id, page] of draft.pages) {
    if (page === undefined) continue
    const before = get(lookup, root.pages, id)
    const refused =
      checkFields(page) ??
      checkParent(draft, page, before) ??
      checkChildren(draft, page, before) ??
      (page.parent === before?.parent ? undefined : checkCycle(draft, page, reachesRoot))
    if (refused !== undefined) return refused
  }
  for (const id of [...draft.files.keys(), ...draft.reusableContents.keys()]) {
    if (!idPattern.test(id)) return new InvalidRecord({ id, field: "id" })
  }
}

const holdsPages = (type: PageType): boolean => type === "document" || type === "group"

const checkFields = ({ id, type, slug, order }: PageRecord): RevisionError | undefined => {
  if (!idPattern.test(id)) return new InvalidRecord({ id, field: "id" })
  if (slug.includes("/") || (slug === "" && holdsPages(type))) return new InvalidRecord({ id, field: "slug" })
  if (!isOrderKey(order)) return new InvalidRecord({ id, field: "order" })
}

const checkParent = (draft: Draft, page: PageRecord, before: PageRecord | undefined): RevisionError | undefined => {
  const { id, type, parent } = page
  if (parent === null) return
  if (type === "group") return new PageNesting({ id, reason: "group-not-at-root" })
  // where neither changed, the base has answered
  if (parent === before?.parent && !draft.pages.has(parent)) return
  const above = draft.page(parent)
  if (above === undefined) return new ParentMissing({ id, parent })
  if (!holdsPages(above.type)) return new PageNesting({ id, reason: "parent-holds-no-pages" })
}

/** A page that held pages and no longer can must have none left. */
const checkChildren = (draft: Draft, page: PageRecord, before: PageRecord | undefined): RevisionError | undefined => {
  if (before === undefined || holdsPages(page.type) || !holdsPages(before.type)) return
  const [child] = draft.children(page.id)
  if (child !== undefined) return new PageNesting({ id: child.id, reason: "parent-holds-no-pages" })
}

/** Every new cycle has a page whose parent changed, and going up from that page comes back to it. */
const checkCycle = (draft: Draft, page: PageRecord, reachesRoot: Set<string>): RevisionError | undefined => {
  const way = new Set([page.id])
  for (let id = page.parent; id !== null && !reachesRoot.has(id); ) {
    if (way.has(id)) return new PageCycle({ id: page.id })
    way.add(id)
    id = draft.page(id)?.parent ?? null
  }
  for (const id of way) reachesRoot.add(id)
}
