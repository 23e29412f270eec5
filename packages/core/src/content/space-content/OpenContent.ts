/** One revision of a space's content, open for reading: everything is a function of it, and of who reads. */
import type { Decide, RichDocument } from "@octavo/document"
import { Effect } from "effect"
import { compute } from "../../kernel/compute/Compute.ts"
import { isPersonal, type Judge } from "../../kernel/conditions/Judge.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { app, publishedUrl } from "../../kernel/shared/Instance.ts"
import { type Page as ListPage, type ListParams, mapPage, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { mayHaveExpressions } from "../../kernel/texts/inlineExpressions.ts"
import { factsOf } from "../../kernel/texts/PageFacts.ts"
import { cut, evaluated } from "../../kernel/texts/textTasks.ts"
import { type ChangeRequestRecord, toChangeRequest } from "../change-requests/ChangeRequest.ts"
import { dereferencedText } from "../revisions/dereference.ts"
import type { DocumentPlace } from "../revisions/documentReferences.ts"
import { dereferencedDocument, documentOf, withoutHeader, withStableRefs } from "../revisions/documents.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { ObjectsError } from "../revisions/model/Objects.ts"
import type { PageNode } from "../revisions/model/PageTree.ts"
import type { FileRecord, PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import type { Revision as OpenRevision } from "../revisions/model/RevisionTree.ts"
import type { StoredRevisionRecord } from "../revisions/Revision.ts"
import {
  anonymousJudge,
  conditionHolds,
  variableScope,
  visibleNodes,
  visiblePage
} from "../revisions/visibleContent.ts"
import type { SpaceRecord } from "../spaces/Space.ts"
import type { File, MetaLinks, Page, ReusableContent, Revision } from "./Page.ts"
import { toFile, toPage, toPages, toReusableContent, toRevision, type ViewContext } from "./view.ts"

/** What may be left out of content reads; both default to true. */
export interface ContentOptions {
  readonly metadata?: boolean | undefined
  readonly computed?: boolean | undefined
}

/** How a page's body is wanted. */
export interface PageOptions extends ContentOptions {
  /** Expressions are replaced by their values; variables are deterministic, so both forms evaluate them. */
  readonly evaluated?: boolean | "deterministic-only" | undefined
  /** A document when nothing is said: published clients name no format and read nothing else. */
  readonly format?: "markdown" | "document" | undefined
  /** Hrefs of Markdown: as they are written, or by the ids of what they lead to. */
  readonly refs?: "relative" | "stable" | undefined
  /** Reusable content is put in place of its reference; both forms do it. */
  readonly dereferenced?: boolean | "reusable-contents" | undefined
}

/** How a document is wanted. */
export type DocumentOptions = Pick<PageOptions, "evaluated" | "dereferenced">

type Failure = NotFound | StorageError

/** One revision that the caller may read. */
export interface OpenContent {
  readonly space: SpaceRecord
  readonly revision: StoredRevisionRecord
  /** The change request whose draft it is. */
  readonly changeRequest?: ChangeRequestRecord | undefined
  /** Of a site's visitor: what its conditions hide is in none of the answers. Absent for members. */
  readonly judge?: Judge
  /** The revision as it is stored. */
  readonly tree: OpenRevision
  /** The same with its computed pages made. */
  readonly expanded: OpenRevision
  /** Equal tags mean equal answers of all operations below but `content`, for equal arguments. */
  readonly tag: string
  /** The same for `content`: the object of a change request is part of the revision that it made. */
  readonly contentTag: Effect.Effect<string, StorageError>
  readonly content: (options: ContentOptions) => Effect.Effect<Revision, StorageError>
  readonly pages: (options: ContentOptions) => Effect.Effect<ReadonlyArray<Page>, StorageError>
  readonly page: (id: string, options: PageOptions) => Effect.Effect<Page, Failure>
  readonly pageByPath: (path: string, options: PageOptions) => Effect.Effect<Page, Failure>
  readonly files: (options: ContentOptions, params: ListParams) => Effect.Effect<ListPage<File>, Invalid | StorageError>
  readonly file: (id: string, options: ContentOptions) => Effect.Effect<File, Failure>
  readonly reusableContent: (id: string, options: ContentOptions) => Effect.Effect<ReusableContent, Failure>
  /** The body of a page as a document; an empty one for pages without a text. */
  readonly pageDocument: (id: string, options: DocumentOptions) => Effect.Effect<RichDocument, Failure>
  readonly reusableDocument: (id: string, options: DocumentOptions) => Effect.Effect<RichDocument, Failure>
  readonly metaLinks: (pageId: string) => Effect.Effect<MetaLinks, Failure>
}

/** What has a text: pages and reusable contents. */
type BodyRecord =
  | Pick<PageRecord, "body" | "git" | "variables">
  | (Pick<ReusableRecord, "body" | "git"> & { readonly variables?: undefined })

/** A text without what is not shown of its conditions. */
const shownTo = Effect.fnUntraced(function* (text: string, decide: Decide) {
  const { conditions } = yield* factsOf(text)
  if (conditions === undefined) return text
  const decided = new Map(conditions.map((condition) => [condition, decide(condition)]))
  return yield* compute(cut, { text, decided }, text.length)
})

/** A text with the values of its expressions. */
const evaluatedText = Effect.fnUntraced(function* (text: string, textOf: (expression: string) => string | undefined) {
  if (!mayHaveExpressions(text)) return text
  const { expressions = [] } = yield* factsOf(text)
  const values = new Map(expressions.map((expression) => [expression, textOf(expression)]))
  return yield* compute(evaluated, { text, values }, text.length)
})

const isDereferenced = ({ dereferenced: asked }: DocumentOptions): boolean => asked !== undefined && asked !== false

/** What was found of a space and a revision. */
export interface FoundRevision {
  /** Names what was asked for: the primary content (empty), a revision or a draft, whatever it holds by now. */
  readonly place: string
  readonly space: SpaceRecord
  readonly revision: StoredRevisionRecord
  readonly tree: OpenRevision
  readonly expanded: OpenRevision
  readonly draft: ChangeRequestRecord | undefined
  readonly mergedFrom: Effect.Effect<ChangeRequestRecord | undefined, StorageError> | undefined
}

/** @param judge of a site's visitor, who sees what its conditions let see; absent for members */
export const makeOpen = (
  world: Pick<ViewContext, "instance" | "key" | "owner" | "space" | "draftOf">,
  { draft, expanded, mergedFrom = Effect.succeed(undefined), place, revision, space, tree }: FoundRevision,
  judge: Judge | undefined
): OpenContent => {
  const treeFor = (options: ContentOptions): OpenRevision => (options.computed === false ? tree : expanded)

  const context = (options: ContentOptions): ViewContext => ({
    ...world,
    revisionId: revision.id,
    metadata: options.metadata ?? true,
    computed: options.computed ?? true
  })

  const body = Effect.fnUntraced(function* (page: BodyRecord, options: DocumentOptions) {
    if (page.body === undefined) return ""
    const { text } = yield* expanded.body(page.body)
    const evaluated = options.evaluated !== undefined && options.evaluated !== false
    if (judge === undefined && !evaluated) return text
    const around = variableScope(yield* tree.variables(), page.variables)
    const shown = judge === undefined ? text : yield* shownTo(text, (condition) => judge.decide(condition, around))
    return evaluated
      ? yield* evaluatedText(shown, (source) =>
          // for members, what needs a visitor stays as it is written
          judge === undefined && isPersonal(source) ? undefined : (judge ?? anonymousJudge).textOf(source, around)
        )
      : shown
  })

  /** The tree as the caller sees it. */
  const seen = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<PageNode> =>
    judge === undefined ? nodes : visibleNodes(nodes, (page) => conditionHolds(judge, page))

  const visible = (page: PageRecord | undefined) => visiblePage(expanded, judge, page)

  const placeOf = (record: BodyRecord, titled: boolean): DocumentPlace => ({
    spaceId: space.id,
    appUrl: app(world.instance, ""),
    gitPath: record.git?.path,
    titled
  })

  /** Of a page, or of reusable content, which has no title in its text; `variables` are those of the page it is in. */
  const documentFrom = Effect.fnUntraced(function* (record: BodyRecord, titled: boolean, options: DocumentOptions) {
    const own = yield* body(record, options)
    if (!isDereferenced(options)) return yield* documentOf(expanded, placeOf(record, titled), own)
    return yield* dereferencedDocument(
      expanded,
      placeOf(record, titled),
      own,
      Effect.fnUntraced(function* (id: string) {
        const reusable = yield* tree.reusableContent(id)
        if (reusable === undefined) return undefined
        const text = yield* body({ ...reusable, variables: record.variables }, options)
        return { text, place: placeOf(reusable, false) }
      })
    )
  })

  /** The pages below one page: costs what is there, not what the space holds. */
  const below = (
    from: OpenRevision,
    page: PageRecord,
    path: string
  ): Effect.Effect<ReadonlyArray<PageNode>, ObjectsError> =>
    page.type === "link" || page.type === "computed"
      ? Effect.succeed([])
      : Effect.flatMap(from.children(page.id), (children) =>
          Effect.forEach(children, (child) => {
            const childPath = `${path}/${child.slug}`
            return Effect.map(
              below(from, child, childPath),
              (pages): PageNode => ({ page: child, path: childPath, pages })
            )
          })
        )

  const show = Effect.fnUntraced(function* (page: PageRecord, options: PageOptions) {
    const view = context(options)
    const from = treeFor(options)
    const path = (yield* from.pathOf(page.id)) ?? ""
    const shown = toPage(view, page, path, toPages(view, seen(yield* below(from, page, path))))
    if (shown === undefined) return undefined
    if (shown.type !== "document") return shown
    if (options.format !== "markdown") return { ...shown, document: yield* documentFrom(page, true, options) }
    const own = yield* body(page, options)
    const text = isDereferenced(options)
      ? yield* dereferencedText(
          expanded,
          placeOf(page, true),
          own,
          Effect.fnUntraced(function* (id: string) {
            const reusable = yield* tree.reusableContent(id)
            if (reusable === undefined) return undefined
            const whole = yield* body({ ...reusable, variables: page.variables }, options)
            return { text: yield* withoutHeader(whole), place: placeOf(reusable, false) }
          })
        )
      : own
    const markdown = options.refs === "stable" ? yield* withStableRefs(expanded, placeOf(page, true), text) : text
    return { ...shown, markdown }
  })

  const shownOr = (
    found: PageRecord | undefined,
    options: PageOptions,
    wanted: string
  ): Effect.Effect<Page, Failure> =>
    found === undefined
      ? Effect.fail(NotFound.of("page", wanted))
      : Effect.flatMap(missingIsDamage(show(found, options)), (page) =>
          page === undefined ? Effect.fail(NotFound.of("page", wanted)) : Effect.succeed(page)
        )

  const page = (id: string, options: PageOptions) =>
    Effect.flatMap(missingIsDamage(Effect.flatMap(treeFor(options).page(id), visible)), (found) =>
      shownOr(found, options, id)
    )

  const pageByPath = (path: string, options: PageOptions) =>
    Effect.flatMap(missingIsDamage(Effect.flatMap(treeFor(options).pageByPath(path), visible)), (found) =>
      shownOr(found, options, path)
    )

  const tag = [
    revision.id,
    expanded === tree ? "" : expanded.hash,
    space.published === null ? "" : publishedUrl(world.instance, space.published),
    draft === undefined ? "" : draft.number,
    judge === undefined ? "" : `as a visitor ${judge.context()} ${JSON.stringify(world.owner)}`
  ].join(" ")

  const allFiles = missingIsDamage(tree.files(undefined, Number.MAX_SAFE_INTEGER))

  return {
    space,
    revision,
    ...defined({ changeRequest: draft, judge }),
    tree,
    expanded,
    tag,
    contentTag: Effect.map(mergedFrom, (merged) =>
      merged === undefined ? tag : `${tag} ${merged.updatedAt} ${merged.comments}`
    ),
    content: (options) =>
      Effect.map(
        Effect.all({
          pages: Effect.map(missingIsDamage(treeFor(options).pages()), seen),
          files: allFiles,
          reusableContents: missingIsDamage(tree.reusableContents()),
          variables: missingIsDamage(tree.variables()),
          tags: missingIsDamage(tree.tags()),
          merged: mergedFrom
        }),
        ({ merged, ...content }) =>
          toRevision(
            context(options),
            revision,
            content,
            merged === undefined ? undefined : toChangeRequest(world.instance, merged)
          )
      ),
    pages: (options) =>
      Effect.map(missingIsDamage(treeFor(options).pages()), (nodes) => toPages(context(options), seen(nodes))),
    page,
    pageByPath,
    files: (options, params) =>
      Effect.map(
        paginate(
          // ids stay what they are while content is written
          ["files", space.id, place],
          params,
          (file: FileRecord) => [file.id],
          ({ after, limit }) =>
            Effect.map(missingIsDamage(tree.files(after?.[0] as string | undefined, limit)), (items) => ({
              items,
              count: tree.root.counts.files
            }))
        ).pipe(Effect.provideService(SigningKey, world.key)),
        (list) => mapPage(list, (file) => toFile(context(options), file))
      ),
    file: (id, options) =>
      Effect.flatMap(missingIsDamage(tree.file(id)), (found) =>
        found === undefined ? Effect.fail(NotFound.of("file", id)) : Effect.succeed(toFile(context(options), found))
      ),
    pageDocument: (id, options) =>
      Effect.flatMap(
        missingIsDamage(Effect.flatMap(expanded.page(id), visible)),
        (found): Effect.Effect<RichDocument, Failure> =>
          found?.type === "document"
            ? missingIsDamage(documentFrom(found, true, options))
            : Effect.fail(NotFound.of("page", id))
      ),
    reusableDocument: (id, options) =>
      Effect.flatMap(
        missingIsDamage(tree.reusableContent(id)),
        (found): Effect.Effect<RichDocument, Failure> =>
          found === undefined
            ? Effect.fail(NotFound.of("reusable content", id))
            : missingIsDamage(documentFrom(found, false, options))
      ),
    reusableContent: (id, options) =>
      Effect.flatMap(missingIsDamage(tree.reusableContent(id)), (found) =>
        found === undefined
          ? Effect.fail(NotFound.of("reusable content", id))
          : Effect.succeed(toReusableContent(context(options), found))
      ),
    metaLinks: (pageId) =>
      Effect.flatMap(missingIsDamage(Effect.flatMap(expanded.page(pageId), visible)), (found) =>
        found === undefined ? Effect.fail(NotFound.of("page", pageId)) : Effect.succeed(found.metaLinks ?? {})
      )
  }
}
