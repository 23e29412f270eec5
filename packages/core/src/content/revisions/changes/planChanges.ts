/**
 * What a batch of changes does to a revision: a pure decision over the revision and the batch. Pages are placed first,
 * in the order of the batch; then slugs are derived and destinations resolved, so that entries may name what comes
 * later. Costs what the batch touches.
 */
import { exactBytes } from "@octavo/document"
import { Result } from "effect"
import { defined } from "../../../kernel/shared/defined.ts"
import { contentHash } from "../../../kernel/shared/hash.ts"
import { type Texts, textsHere } from "../../../kernel/texts/Texts.ts"
import { type Draft, makeDraft } from "../model/Draft.ts"
import type { Lookup } from "../model/Nodes.ts"
import { get } from "../model/PersistentMap.ts"
import type { FileRecord, PageRecord, RevisionRoot } from "../model/Records.ts"
import type { RevisionEdit } from "../model/RevisionEdit.ts"
import type { Body } from "../model/RevisionTree.ts"
import { titleOf, withHeader } from "../pageText.ts"
import { withReferences } from "../references.ts"
import { atGitPath, freeSlug, hrefRewriter, pageAt, pathUp, putAt, subtree } from "./draftPlaces.ts"
import type { PageFieldsInput } from "./input.ts"
import type { LinkSpace } from "./links.ts"
import { type Fields, fieldsBesideHeader, slugProblem, unreadableCondition, withFieldsOf } from "./pageFields.ts"

/** A change with everything at hand that is not in the revision. */
export type PreparedChange =
  | {
      readonly operation: "insert_page"
      /** The new page's. */
      readonly id: string
      readonly text: string
      readonly into: string | null
      readonly at: number | undefined
      readonly ref: string | undefined
      readonly fields: PageFieldsInput
    }
  | {
      readonly operation: "update_page"
      readonly page: string
      readonly text: string | undefined
      /** Exact texts that it was made of beside the page's own. */
      readonly sources?: ReadonlyArray<string>
      /** `undefined` leaves it where it is. */
      readonly into: string | null | undefined
      readonly at: number | undefined
      readonly fields: PageFieldsInput
    }
  | { readonly operation: "delete_page"; readonly page: string }
  /** `record`: the page in the revision that it goes back to. */
  | { readonly operation: "revert_page"; readonly page: string; readonly record: PageRecord | undefined }
  | {
      readonly operation: "insert_files"
      readonly files: ReadonlyArray<{ readonly ref: string | undefined; readonly file: FileRecord }>
    }

/** Why a batch is refused, and which place of the body is to blame. */
export interface PlanProblem {
  readonly path: string
  readonly message: string
}

/** A page that the batch touched, in the order of first touch. */
export interface TouchedPage {
  readonly kind: "created" | "updated" | "deleted"
  readonly id: string
  readonly ref?: string
}

export interface ChangePlan {
  readonly edits: ReadonlyArray<RevisionEdit>
  /** New bodies by hash. */
  readonly bodies: ReadonlyMap<string, Uint8Array>
  readonly touched: ReadonlyArray<TouchedPage>
}

export interface PlanContext {
  readonly at: string
  /** Bodies that pages of the revision have now, by their hashes, for those that get another. */
  readonly texts: ReadonlyMap<string, Pick<Body, "text" | "exact">>
  /** What texts say; worked out at once when left out. */
  readonly said?: Texts
}

/** Of a page that nothing names. */
export const defaultTitle = "Untitled"

export const planChanges = (
  lookup: Lookup,
  root: RevisionRoot,
  changes: ReadonlyArray<PreparedChange>,
  { at, said = textsHere, texts }: PlanContext
): Result.Result<ChangePlan, PlanProblem> => {
  prefetch(lookup, root, changes)
  const draft = makeDraft(lookup, root)
  const touched = new Set<string>()
  const written = new Map<string, Written>()
  const unnamed = new Set<string>()
  const refs = new Map<string, { readonly kind: "page" | "file"; readonly id: string }>()
  const fail = (path: string, message: string) => Result.fail<PlanProblem>({ path, message })

  for (const [index, change] of changes.entries()) {
    const named =
      change.operation === "insert_page"
        ? [{ ref: change.ref, kind: "page" as const, id: change.id, path: `changes.${index}.ref` }]
        : change.operation === "insert_files"
          ? change.files.map(({ file, ref }, f) => ({
              ref,
              kind: "file" as const,
              id: file.id,
              path: `changes.${index}.files.${f}.ref`
            }))
          : []
    for (const { id, kind, path, ref } of named) {
      if (ref === undefined) continue
      if (refs.has(ref)) return fail(path, `the ref ${JSON.stringify(ref)} is used twice`)
      if (pageAt(lookup, root, draft, ref) !== undefined) {
        return fail(path, `the ref ${JSON.stringify(ref)} is the path of a page: choose another name`)
      }
      refs.set(ref, { kind, id })
    }
  }

  /** The id of a page that a change names, by id or by the ref of one that the batch makes. */
  const pageOf = (name: string): string | undefined => {
    if (draft.page(name) !== undefined) return name
    const ref = refs.get(name)
    return ref?.kind === "page" ? ref.id : undefined
  }
  const parentOf = (into: string | null, path: string): Result.Result<string | null, PlanProblem> => {
    if (into === null) return Result.succeed(null)
    const id = pageOf(into)
    return id === undefined ? fail(path, `there is no page ${JSON.stringify(into)} to put it into`) : Result.succeed(id)
  }

  for (const [index, change] of changes.entries()) {
    const place = `changes.${index}`
    switch (change.operation) {
      case "insert_page": {
        const parent = parentOf(change.into, `${place}.into`)
        if (Result.isFailure(parent)) return Result.fail(parent.failure)
        const problem = slugProblem(change.fields.slug)
        if (problem !== undefined) return fail(`${place}.slug`, problem)
        const parsed = said.facts(change.text)
        const unreadable = unreadableCondition(change.fields.condition, parsed, undefined)
        if (unreadable !== undefined) return fail(`${place}.${unreadable.field}`, unreadable.message)
        const own = titleOf(parsed)
        const fields = fieldsBesideHeader(change.fields, parsed.frontmatter?.data)
        const page: PageRecord = {
          id: change.id,
          type: "document",
          title: own?.title ?? change.fields.title ?? defaultTitle,
          ...defined({ emoji: own?.emoji }),
          // until its slug is derived, when all siblings are known
          slug: change.fields.slug || change.id,
          parent: parent.success,
          order: "a0",
          createdAt: at,
          updatedAt: at
        }
        const emoji = own?.emoji === undefined ? fields.emoji : undefined
        putAt(draft, withFieldsOf(page, { ...fields, title: undefined, slug: undefined, emoji }), change.at)
        if (!change.fields.slug) unnamed.add(page.id)
        written.set(page.id, { text: change.text, was: undefined, sources: [], fields })
        touched.add(page.id)
        break
      }
      case "update_page": {
        const id = pageOf(change.page)
        const page = id === undefined ? undefined : draft.page(id)
        if (page === undefined) return fail(`${place}.page`, `there is no page ${JSON.stringify(change.page)}`)
        if (change.text !== undefined && page.type !== "document") {
          return fail(`${place}.document`, `a ${page.type} page has no text`)
        }
        const problem = slugProblem(change.fields.slug)
        if (problem !== undefined) return fail(`${place}.slug`, problem)
        const parsed = change.text === undefined ? undefined : said.facts(change.text)
        const unreadable = unreadableCondition(change.fields.condition, parsed, page.condition)
        if (unreadable !== undefined) return fail(`${place}.${unreadable.field}`, unreadable.message)
        let next: PageRecord = { ...page, updatedAt: at }
        let { fields } = change
        if (change.text !== undefined && parsed !== undefined) {
          const before = written.get(page.id)
          const body = page.body === undefined ? undefined : texts.get(page.body)
          const was = before?.text ?? body?.text ?? ""
          fields = fieldsBesideHeader(fields, parsed.frontmatter?.data)
          const own = titleOf(parsed)
          const old = titleOf(said.facts(was))
          if (own !== undefined && (own.title !== old?.title || own.emoji !== old.emoji)) {
            const { emoji: _, ...untitled } = next
            next = { ...untitled, ...own }
          }
          // later fields count, and those that the page was made with
          written.set(page.id, {
            text: change.text,
            was: before === undefined ? was : before.was,
            sources: [...(before?.sources ?? (body === undefined ? [] : [body.exact])), ...(change.sources ?? [])],
            fields: { ...before?.fields, ...fields }
          })
        }
        if (fields.slug === "") unnamed.add(page.id)
        else if (fields.slug !== undefined) unnamed.delete(page.id)
        next = withFieldsOf(next, { ...fields, slug: fields.slug || undefined })
        const parent = change.into === undefined ? Result.succeed(page.parent) : parentOf(change.into, `${place}.into`)
        if (Result.isFailure(parent)) return Result.fail(parent.failure)
        if (parent.success === page.parent && change.at === undefined) draft.setPage(next)
        else {
          const around = pathUp(draft, parent.success)
          if (around.includes(page.id)) return fail(`${place}.into`, "a page cannot be placed below itself")
          putAt(draft, { ...next, parent: parent.success }, change.at)
        }
        touched.add(page.id)
        break
      }
      case "delete_page": {
        const id = pageOf(change.page)
        if (id === undefined || draft.page(id) === undefined) {
          return fail(`${place}.page`, `there is no page ${JSON.stringify(change.page)}`)
        }
        for (const one of subtree(draft, id)) touched.add(one)
        draft.removePage(id)
        break
      }
      case "revert_page": {
        const { record } = change
        if (record === undefined) {
          return fail(
            `${place}.page`,
            `the revision that it would go back to has no page ${JSON.stringify(change.page)}`
          )
        }
        const parent = record.parent === null ? null : draft.page(record.parent)
        const stands = parent === null || (parent !== undefined && !pathUp(draft, parent.id).includes(record.id))
        if (stands) draft.setPage(record)
        else putAt(draft, { ...record, parent: null }, undefined)
        written.delete(record.id)
        touched.add(record.id)
        break
      }
      case "insert_files":
        for (const { file } of change.files) draft.files.set(file.id, file)
    }
  }

  for (const id of unnamed) {
    const page = draft.page(id)
    if (page !== undefined) draft.setPage({ ...page, slug: freeSlug(lookup, root, draft, page) })
  }

  const bodies = new Map<string, Uint8Array>()
  for (const [id, { fields, sources, text, was }] of written) {
    const page = draft.page(id)
    if (page === undefined) continue
    const before = was === undefined ? undefined : said.facts(was)
    const kept = new Set(before?.hrefs)
    const stored = text === "" ? "" : said.rewritten(text, hrefRewriter(lookup, root, draft, page, refs, kept))
    const { body: _, bodySize: __, ...rest } = page
    const titled = { title: page.title, ...defined({ emoji: page.emoji }) }
    const headed = withHeader(rest, before, said.facts(stored))
    let next: PageRecord = {
      ...withFieldsOf(headed, { ...fields, title: undefined, emoji: undefined, slug: undefined }),
      ...titled
    }
    if (stored !== "") {
      const bytes = exactBytes(said.carried(stored, sources))
      const hash = contentHash(bytes)
      bodies.set(hash, bytes)
      next = { ...next, body: hash, bodySize: bytes.length }
    }
    draft.setPage(
      withReferences(
        next,
        (path) => atGitPath(lookup, root, draft, path),
        (kind, one) => (kind === "page" ? draft.page(one) : draft.file(one)) !== undefined
      )
    )
  }

  return Result.succeed({
    edits: editsOf(lookup, root, draft),
    bodies,
    touched: touchedPages(lookup, root, draft, touched, refs)
  })
}

/** Asks at once for all that the batch names, so that a cold one waits once for each level of the tree. */
const prefetch = (lookup: Lookup, root: RevisionRoot, changes: ReadonlyArray<PreparedChange>): void => {
  for (const change of changes) {
    if ("page" in change) get(lookup, root.pages, change.page)
    if ("into" in change && change.into != null) get(lookup, root.pages, change.into)
  }
}

/** A text that a page gets. `was` is the one that the page had in the revision; `undefined` for a new page. */
interface Written {
  readonly text: string
  readonly was: string | undefined
  /** Exact texts that it may be made of. */
  readonly sources: ReadonlyArray<string>
  readonly fields: Fields
}

/** Puts come first: what moves away must have left before its old parent goes. */
const editsOf = (lookup: Lookup, root: RevisionRoot, draft: Draft): ReadonlyArray<RevisionEdit> => {
  const puts: Array<RevisionEdit> = []
  const removals: Array<RevisionEdit> = []
  for (const [id, page] of draft.pages) {
    if (page !== undefined) puts.push({ type: "putPage", page })
    else {
      const before = get(lookup, root.pages, id)
      if (before === undefined) continue
      const above = before.parent
      const goesWithParent = above !== null && draft.pages.has(above) && draft.pages.get(above) === undefined
      if (!goesWithParent) removals.push({ type: "removePage", id })
    }
  }
  const files = Array.from(draft.files.values()).flatMap(
    (file): Array<RevisionEdit> => (file === undefined ? [] : [{ type: "putFile", file }])
  )
  return [...puts, ...removals, ...files]
}

const touchedPages = (
  lookup: Lookup,
  root: RevisionRoot,
  draft: Draft,
  touched: ReadonlySet<string>,
  refs: LinkSpace["refs"]
): ReadonlyArray<TouchedPage> => {
  const names = new Map(Array.from(refs, ([ref, { id }]) => [id, ref]))
  return Array.from(touched).flatMap((id): Array<TouchedPage> => {
    const before = get(lookup, root.pages, id) !== undefined
    const after = draft.page(id) !== undefined
    const ref = names.get(id)
    if (!after) return before ? [{ kind: "deleted", id }] : []
    return before ? [{ kind: "updated", id }] : [{ kind: "created", id, ...defined({ ref }) }]
  })
}
