/**
 * What a batch of changes does to a revision: a pure decision over the revision and the batch. Pages are placed first,
 * in the order of the batch; then slugs are derived and destinations resolved, so that entries may name what comes
 * later. Costs what the batch touches.
 */
import { exactBytes, includeTitle } from "@octavo/document"
import { Result } from "effect"
import { defined } from "../../../kernel/shared/defined.ts"
import { contentHash } from "../../../kernel/shared/hash.ts"
import { textsHere } from "../../../kernel/texts/Texts.ts"
import { type Draft, makeDraft } from "../model/Draft.ts"
import type { Lookup } from "../model/Nodes.ts"
import { get } from "../model/PersistentMap.ts"
import type { PageRecord, RevisionRoot } from "../model/Records.ts"
import type { RevisionEdit } from "../model/RevisionEdit.ts"
import { titleOf, withHeader } from "../pageText.ts"
import { withReferences } from "../references.ts"
import type { ChangePlan, PlanContext, PlanProblem, PreparedChange, TouchedPage } from "./ChangePlan.ts"
import { atGitPath, freeSlug, hrefRewriter, pageAt, pathUp, placed, putAt, subtree } from "./draftPlaces.ts"
import type { LinkSpace } from "./links.ts"
import { newPage } from "./newPage.ts"
import {
  type Fields,
  fieldsBesideHeader,
  slugProblem,
  unfitField,
  unreadableCondition,
  withFieldsOf
} from "./pageFields.ts"
import { makeReferences } from "./references.ts"

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
  /** Texts that reusable contents get. */
  const included = new Map<string, Omit<Written, "fields">>()
  const unnamed = new Set<string>()
  /** Pages whose references may name something by its path. */
  const referring = new Set<string>()
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

  const references = makeReferences(refs)

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
        const unfit = unfitField(change.type, change.fields)
        if (unfit !== undefined) return fail(`${place}.${unfit.field}`, unfit.message)
        const given = references.inFields(change.fields, place)
        if (change.type !== "document") {
          const page = newPage(change, parent.success, undefined, at)
          putAt(draft, withFieldsOf(page, { ...given, slug: undefined }), change.at)
          if (change.type === "group" && !given.slug) unnamed.add(page.id)
          referring.add(page.id)
          touched.add(page.id)
          break
        }
        const parsed = said.facts(change.text)
        const unreadable = unreadableCondition(given.condition, parsed, undefined)
        if (unreadable !== undefined) return fail(`${place}.${unreadable.field}`, unreadable.message)
        const own = titleOf(parsed)
        const fields = fieldsBesideHeader(given, parsed.frontmatter?.data)
        const page = newPage(change, parent.success, own, at)
        const emoji = own?.emoji === undefined ? fields.emoji : undefined
        putAt(draft, withFieldsOf(page, { ...fields, title: undefined, slug: undefined, emoji }), change.at)
        if (!given.slug) unnamed.add(page.id)
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
        const unfit = unfitField(page.type, change.fields)
        if (unfit !== undefined) return fail(`${place}.${unfit.field}`, unfit.message)
        const parsed = change.text === undefined ? undefined : said.facts(change.text)
        const unreadable = unreadableCondition(change.fields.condition, parsed, page.condition)
        if (unreadable !== undefined) return fail(`${place}.${unreadable.field}`, unreadable.message)
        let next: PageRecord = { ...page, updatedAt: at }
        let fields = references.inFields(change.fields, place)
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
        referring.add(page.id)
        if (fields.slug === "" && page.type !== "link") unnamed.add(page.id)
        else if (fields.slug !== undefined) unnamed.delete(page.id)
        // links have no address
        next = withFieldsOf(next, { ...fields, slug: (page.type !== "link" && fields.slug) || undefined })
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
      case "update_reusable_content": {
        const { reusableContent: id, sources, text } = change
        const reusable = draft.reusableContent(id)
        if (reusable === undefined)
          return fail(`${place}.reusableContent`, `there is no reusable content ${JSON.stringify(id)}`)
        const before = included.get(id)
        const body = texts.get(reusable.body)
        included.set(id, {
          text,
          was: before === undefined ? body?.text : before.was,
          sources: [...(before?.sources ?? (body === undefined ? [] : [body.exact])), ...sources]
        })
        break
      }
      case "insert_files":
        for (const { file } of change.files) draft.files.set(file.id, file)
    }
  }

  const missing = references.problem(draft)
  if (missing !== undefined) return fail(missing.path, missing.message)

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
    const stored =
      text === "" ? "" : said.rewritten(text, hrefRewriter(lookup, root, draft, placed(draft, page), refs, kept))
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
    draft.setPage(next)
    referring.add(id)
  }

  for (const [id, { sources, text, was }] of included) {
    const reusable = draft.reusableContent(id)!
    const kept = new Set(was === undefined ? undefined : said.facts(was).hrefs)
    // what is in no file yet calls others from the top
    const from = { gitPath: reusable.git?.path, virtualPath: "" }
    const stored = said.rewritten(text, hrefRewriter(lookup, root, draft, from, refs, kept))
    const bytes = exactBytes(said.carried(stored, sources))
    const body = contentHash(bytes)
    bodies.set(body, bytes)
    const titleIn = (one: string) => includeTitle(reusable.git?.path ?? "", said.facts(one))
    const title = titleIn(stored) === titleIn(was ?? "") ? reusable.title : titleIn(stored)
    draft.reusableContents.set(id, { ...reusable, title, body })
  }

  for (const id of referring) {
    const page = draft.page(id)
    if (page === undefined) continue
    draft.setPage(
      withReferences(
        page,
        (path) => atGitPath(lookup, root, draft, path),
        (kind, one) => (kind === "page" ? draft.page(one) : draft.file(one)) !== undefined
      )
    )
  }

  return Result.succeed({
    edits: editsOf(lookup, root, draft),
    bodies,
    touched: [
      ...touchedPages(lookup, root, draft, touched, refs),
      ...Array.from(included.keys(), (id) => ({ kind: "reusable-content" as const, id }))
    ]
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
  const reusables = Array.from(draft.reusableContents.values()).flatMap(
    (reusableContent): Array<RevisionEdit> =>
      reusableContent === undefined ? [] : [{ type: "putReusable", reusableContent }]
  )
  return [...puts, ...removals, ...files, ...reusables]
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
