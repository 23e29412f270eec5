/**
 * Content that an import read into a tree of its own, taken out of there and inserted into a space beside what is there:
 * below a page, or at the root. Its links are by ids then, because the paths of its files mean nothing in the space.
 */
import { makeSlugSet, resolveHref, uniqueSlug } from "@octavo/document"
import { Effect } from "effect"
import { defined } from "../../kernel/shared/defined.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { makeTexts } from "../../kernel/texts/Texts.ts"
import { readKnown } from "../git/importSpace.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { FileRecord, PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import type { Revision, RevisionEdit } from "../revisions/model/RevisionTree.ts"
import { siblingsOrder } from "../revisions/model/SiblingOrder.ts"
import { MaxPageBytes, pageSizeProblem } from "../revisions/pageSize.ts"

export interface DetachedContent {
  /** Parents first, in the order of the tree. */
  readonly pages: ReadonlyArray<PageRecord>
  readonly files: ReadonlyArray<FileRecord>
  readonly reusables: ReadonlyArray<ReusableRecord>
  readonly variables: Readonly<Record<string, string>>
  readonly tags: Effect.Success<ReturnType<Revision["tags"]>>
  /** New texts by hash. */
  readonly bodies: ReadonlyMap<string, Uint8Array>
  /** Paths of the files that pages came from, by the pages' ids. */
  readonly paths: ReadonlyMap<string, string>
  /** Texts that kept the links that they came with: by ids they would be too long for pages. */
  readonly warnings: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

/**
 * Takes the content out of the tree that it was read into.
 * @param revise asked for the text of each page, links already by ids
 */
export const detachContent = traced("imports.detachContent")(function* <E, R>(
  tree: Revision,
  revise: (text: string, page: PageRecord) => Effect.Effect<string, E, R>
) {
  const known = yield* readKnown(tree)
  const bodies = new Map<string, Uint8Array>()
  const warnings: Array<{ readonly path: string; readonly message: string }> = []
  const maxPageBytes = yield* MaxPageBytes

  const hrefFrom = (from: string) => (href: string) => {
    const target = resolveHref(href, from)
    if (target.kind !== "file") return undefined
    const anchor = target.anchor === undefined ? "" : `#${target.anchor}`
    for (const path of [target.path, `${target.path}.md`, `${target.path}/README.md`]) {
      const page = known.pages.get(path)
      if (page !== undefined) return `/pages/${page.id}${anchor}`
      const file = known.files.get(path)
      if (file !== undefined) return `/files/${file.id}`
      const reusable = known.reusables.get(path)
      if (reusable !== undefined) return `/reusable-content/${reusable.id}`
    }
    return undefined
  }
  const byIds = (text: string, from: string) =>
    Effect.tap(
      makeTexts().of((said) => said.rewritten(text, hrefFrom(from))),
      () => Effect.yieldNow
    )
  const keep = (text: string, found: string, path: string) => {
    let bytes = utf8.encode(text)
    const problem = pageSizeProblem(bytes.length, maxPageBytes)
    if (problem !== undefined) {
      warnings.push({ path, message: `its links stay as they were found: with links by ids it ${problem}` })
      bytes = utf8.encode(found)
    }
    const hash = contentHash(bytes)
    bodies.set(hash, bytes)
    return { hash, size: bytes.length }
  }

  const detached = (page: PageRecord) =>
    Effect.gen(function* () {
      const { git, ...rest } = page
      if (rest.target?.kind === "page") return { ...rest, href: `/pages/${rest.target.page}` }
      if (rest.body === undefined) return rest
      const { text } = yield* missingIsDamage(tree.body(rest.body))
      const body = keep(yield* revise(yield* byIds(text, git?.path ?? ""), page), text, git?.path ?? page.title)
      return { ...rest, body: body.hash, bodySize: body.size }
    })

  const pages = yield* Effect.forEach(known.all, detached, { concurrency: 4 })
  const reusables = yield* Effect.forEach(known.allReusables, ({ git, ...rest }) =>
    Effect.gen(function* () {
      const { text } = yield* missingIsDamage(tree.body(rest.body))
      const linked = yield* byIds(text, git?.path ?? "")
      return { ...rest, body: keep(linked, text, git?.path ?? rest.title).hash } satisfies ReusableRecord
    })
  )
  const content: DetachedContent = {
    pages,
    files: known.allFiles.map(({ git: _, ...file }) => file),
    reusables,
    variables: yield* missingIsDamage(tree.variables()),
    tags: yield* missingIsDamage(tree.tags()),
    bodies,
    paths: new Map(known.all.flatMap(({ git, id }) => (git === undefined ? [] : [[id, git.path] as const]))),
    warnings
  }
  return content
})

/** Several as one, in order; where they say different things of one variable or tag, the first counts. */
export const joinDetached = (contents: ReadonlyArray<DetachedContent>): DetachedContent => ({
  pages: contents.flatMap(({ pages }) => pages),
  files: contents.flatMap(({ files }) => files),
  reusables: contents.flatMap(({ reusables }) => reusables),
  variables: Object.assign({}, ...contents.map(({ variables }) => variables).reverse()),
  tags: Array.from(
    new Map(contents.flatMap(({ tags }) => tags.map((tag) => [tag.tag, tag] as const)).reverse()).values()
  ),
  bodies: new Map(contents.flatMap(({ bodies }) => [...bodies])),
  paths: new Map(contents.flatMap(({ paths }) => [...paths])),
  warnings: contents.flatMap(({ warnings }) => warnings)
})

/**
 * What puts it last below a page, or last at the root. Variables and tags that the space has stay as they are there.
 * @param parent `null` for the root
 */
export const insertionEdits = traced("imports.insertionEdits")(function* (
  space: Revision,
  parent: string | null,
  content: DetachedContent
) {
  const siblings = yield* missingIsDamage(space.children(parent))
  const slugs = makeSlugSet()
  for (const { slug } of siblings) slugs.slugs.add(slug)
  const roots = content.pages.filter((page) => page.parent === null)
  const ids = [...siblings, ...roots].map(({ id }) => id)
  const orders = siblingsOrder(siblings, ids)
  const orderOf = new Map(ids.map((id, i) => [id, orders[i]!]))
  const variables = yield* missingIsDamage(space.variables())
  const tags = yield* missingIsDamage(space.tags())
  const knownTags = new Set(tags.map(({ tag }) => tag))
  const edits: Array<RevisionEdit> = [
    ...siblings.flatMap(({ id, order }): Array<RevisionEdit> => {
      const next = orderOf.get(id)!
      return next === order ? [] : [{ type: "patchPage", id, patch: { order: next } }]
    }),
    ...content.pages.map((page): RevisionEdit => {
      if (page.parent !== null) return { type: "putPage", page }
      const slug = page.slug === "" ? "" : uniqueSlug(page.slug, slugs)
      // groups stand at the root only
      const type = page.type === "group" && parent !== null ? "document" : page.type
      return { type: "putPage", page: { ...page, type, slug, parent, order: orderOf.get(page.id)! } }
    }),
    ...content.files.map((file): RevisionEdit => ({ type: "putFile", file })),
    ...content.reusables.map((reusableContent): RevisionEdit => ({ type: "putReusable", reusableContent })),
    { type: "setVariables", variables: { ...content.variables, ...variables } },
    { type: "setTags", tags: [...tags, ...content.tags.filter(({ tag }) => !knownTags.has(tag))] }
  ]
  return edits
})

/** What a run shows of its pages. */
export const importedPages = (content: DetachedContent, sources: ReadonlyMap<string, string>) =>
  content.pages.map(({ id, type }) => {
    const path = content.paths.get(id)
    const sourceURL = path === undefined ? undefined : sources.get(path)
    return {
      id,
      ...defined({ sourceURL }),
      type: type === "group" || (type === "document" && path === undefined) ? ("folder" as const) : ("page" as const),
      status: "complete" as const
    }
  })
