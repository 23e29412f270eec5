/** Reads a change request and its draft, as the current actor, and draws what of it was asked for. */

import type { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { baseOf, type ChangeRequest } from "@octavo/core/content/change-requests/ChangeRequest"
import type { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { CommentReply } from "@octavo/core/content/comments/Comment"
import type { Comments } from "@octavo/core/content/comments/Comments"
import { repositoryTree } from "@octavo/core/content/git/repository"
import type { ApiReference } from "@octavo/core/content/openapi/ApiReference"
import type { RemotePictures } from "@octavo/core/content/remote-pictures/RemotePictures"
import { downloadUrl } from "@octavo/core/content/revisions/downloads"
import { missingIsDamage } from "@octavo/core/content/revisions/missingIsDamage"
import type { FileRecord, PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { Revision } from "@octavo/core/content/revisions/model/RevisionTree"
import type { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { computeAsking, inlineLength, noAnswer } from "@octavo/core/kernel/compute/Compute"
import { isPersonal, makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { anonymous } from "@octavo/core/kernel/conditions/Visitor"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { app, type InstanceConfig } from "@octavo/core/kernel/shared/Instance"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { type Node, type Root, writeDocument } from "@octavo/document"
import { pageProblem } from "@octavo/render/conditionNotes"
import { hasColoredCode } from "@octavo/render/highlight"
import { type KeptPictures, keptPictures } from "@octavo/render/pictures"
import type { Resolver } from "@octavo/render/references"
import { makeResolver } from "@octavo/render/resolver"
import type { SpaceIndex } from "@octavo/render/spaceIndex"
import { Effect } from "effect"
import { type Place, pageIn } from "../account/frame.ts"
import type { BlockMark } from "../body/marks.ts"
import { renderBody } from "../body/render.ts"
import { type Answering, answersOf, treeOf } from "../drawing/answers.ts"
import { draftTask, linesTask } from "../drawing/tasks.ts"
import { type Html, none, raw } from "../html/html.ts"
import { includedText, indexWeight, readApi, readIncludes, readIndex } from "../published/contents.ts"
import { markBlocks } from "./blocks.ts"
import { changesOf, hasConflict } from "./changes.ts"
import { drawComments, drawSpoken, type Post, type Thread } from "./comments.ts"
import { drawRows, type View, views } from "./draw.ts"
import { compareLines } from "./lines.ts"
import { type DraftPage, pageAddress, type Review, renderDraftPage, renderOverview } from "./pages.ts"

/** Where somebody wants to look; `path` is that of a page, decoded, and empty for the overview. */
export interface DraftAddress {
  readonly spaceId: string
  readonly changeRequest: string
  readonly path: ReadonlyArray<string>
}

/** What a page shows of each; replies are those of one comment. */
const most = { changes: 500, comments: 200, replies: 50, conflicts: 10 }
const indexBytes = 16 * 1024 * 1024

interface Side {
  /** Copies of pictures of other hosts that the space shows: what is new in a draft has none yet. */
  readonly pictures: KeptPictures
  readonly spaceId: string
  readonly organizationId: string
  readonly tree: Revision
  readonly index: SpaceIndex
  readonly repositoryTree: string | undefined
}

export const makeDraftReader = ({
  apiReference,
  changeRequests,
  comments,
  contents,
  instance,
  key,
  remoteImages,
  remotePictures,
  spaceContent
}: {
  readonly instance: InstanceConfig
  readonly remoteImages: boolean
  /** What addresses of files are signed with: pictures are loaded without the session. */
  readonly key: Uint8Array
  readonly changeRequests: ChangeRequests["Service"]
  readonly contents: ChangeRequestContent["Service"]
  readonly comments: Comments["Service"]
  readonly spaceContent: SpaceContent["Service"]
  readonly remotePictures: RemotePictures["Service"]
  readonly apiReference: ApiReference["Service"]
}) => {
  const indexes = makeLru<SpaceIndex>(indexBytes, "draft-index")

  const indexOf = Effect.fnUntraced(function* (tree: Revision) {
    const kept = indexes.get(tree.hash)
    if (kept !== undefined) return kept
    // no page is served at the root: that is the overview
    const index = yield* readIndex(tree, () => undefined)
    indexes.set(tree.hash, index, indexWeight(index))
    return index
  })

  /** The draft, and what it was made from. */
  const openSides = Effect.fnUntraced(function* (spaceId: string, changeRequest: string) {
    const draft = yield* spaceContent.open(spaceId, { changeRequest })
    const base = yield* spaceContent.open(spaceId, baseOf(draft.changeRequest!))
    const pictures = keptPictures(yield* remotePictures.kept(spaceId))
    const side = (open: typeof draft) =>
      Effect.map(
        indexOf(open.expanded),
        (index): Side => ({
          spaceId,
          pictures,
          organizationId: draft.space.organizationId,
          tree: open.expanded,
          index,
          repositoryTree: repositoryTree(open.space)
        })
      )
    return { title: draft.space.title, after: yield* side(draft), before: yield* side(base) }
  })

  /** As the API gives it to members: good for this file alone, and for as long as its space is there. */
  const addressIn =
    (space: string) =>
    (file: FileRecord): string =>
      new URL(downloadUrl({ instance, key, owner: { space } }, file)).pathname

  const textOf = ({ tree }: Side, page: PageRecord | undefined): Effect.Effect<string, StorageError> =>
    page?.body === undefined
      ? Effect.succeed("")
      : Effect.map(missingIsDamage(tree.body(page.body)), ({ text }) => text)

  /** Where a page of one side is drawn. */
  const placeOf = ({ index, pictures, repositoryTree, spaceId }: Side, href: string) => ({
    index,
    pictures,
    basePath: `${href}/`,
    addressOf: addressIn(spaceId),
    repositoryTree
  })

  /**
   * Answers for the references of a page of one side; `undefined` when what it includes is longer than `room`, or code has
   * colours. All branches of conditions are shown: who reviews reads all.
   */
  const resolverOf = Effect.fnUntraced(function* (
    side: Side,
    href: string,
    page: Pick<PageRecord, "git" | "variables">,
    root: Root,
    room: number
  ) {
    const { index, organizationId, tree } = side
    const from = page.git?.path ?? ""
    const included = yield* readIncludes(tree.body, index, from, root, room)
    if (included === undefined) return undefined
    const api = yield* readApi(apiReference, organizationId, index, [{ from, root }, ...included.values()])
    const own = makeResolver({ ...placeOf(side, href), includes: included, api }, from, textsOf(index, page))
    const resolver = reviewing(own)
    return hasColoredCode(root, resolver) ? undefined : resolver
  })

  /** The same, with what is the same for all of a page, and for what it includes. */
  const reviewing = (own: Resolver): Resolver => ({
    ...own,
    remoteImages,
    everyBranch: true,
    include: (path) => {
      const found = own.include(path)
      return found && { root: found.root, resolver: reviewing(found.resolver) }
    }
  })

  /** Of texts that show nothing else. */
  const plain = (side: Side, href: string) => Effect.map(resolverOf(side, href, {}, treeOf([]), 0), (made) => made!)

  const repliesOf = (of: { readonly spaceId: string; readonly changeRequestId: string }, id: string, count: number) =>
    count === 0
      ? Effect.succeed<ReadonlyArray<CommentReply>>([])
      : Effect.map(comments.replies(of, id, { limit: most.replies }), ({ items }) => items)

  /** The section of comments: of one page, or of all. */
  const discussion = Effect.fnUntraced(function* (
    changeRequest: ChangeRequest,
    href: string,
    { after, before }: { readonly after: Side; readonly before: Side },
    page?: string
  ) {
    const of = { spaceId: changeRequest.space, changeRequestId: changeRequest.id }
    const { count, items } = yield* comments.list(of, { order: "asc", page }, { limit: most.comments })
    const threads: Array<Thread> = []
    for (const comment of items) {
      const replies = yield* repliesOf(of, comment.id, comment.replies)
      const about = comment.target.page?.id
      const there = about === undefined ? undefined : after.index.pageById.get(about)
      const was = about === undefined ? undefined : (there ?? before.index.pageById.get(about))
      threads.push({
        ...postOf(comment),
        resolved: comment.status === "resolved",
        replies: replies.map(postOf),
        more: comment.replies - replies.length,
        ...ifDefined(about, (id) => ({
          page: {
            id,
            title: was?.page.title ?? "A page that is gone",
            href: was === undefined ? undefined : pageAddress(href, was.path, there === undefined)
          }
        }))
      })
    }
    return drawComments(threads, count, yield* plain(after, href), page === undefined)
  })

  /** That the space has moved on, and where that will want a decision. */
  const notesOf = Effect.fnUntraced(function* (changeRequest: ChangeRequest) {
    if (!changeRequest.outdated || changeRequest.status === "archived") return []
    const conflicts = yield* contents.conflicts(changeRequest.space, changeRequest.id)
    const titles = [...new Set(conflicts.map(({ title }) => title))]
    const [shown, left] = [titles.slice(0, most.conflicts), titles.length - most.conflicts]
    const named = left > 0 ? [...shown, `${left} more`] : shown
    return [
      "The space has changed since this draft was last brought up to date. What you see here is against the older one.",
      ...(titles.length === 0 ? [] : [`Both have changed the same places since, in: ${named.join(", ")}.`])
    ]
  })

  const read = Effect.fnUntraced(function* (place: Place, address: DraftAddress, query: URLSearchParams) {
    const { path, spaceId } = address
    const changeRequest = yield* changeRequests.get(spaceId, address.changeRequest)
    const href = new URL(app(instance, `/s/${spaceId}/~/changes/${changeRequest.number}`)).pathname
    const sides = yield* openSides(spaceId, changeRequest.id)
    const { after, before, title } = sides
    const found = yield* contents.changes(spaceId, changeRequest.id, { limit: most.changes })
    const review: Review = {
      ...place,
      href,
      spaceTitle: title,
      number: changeRequest.number,
      subject: changeRequest.subject,
      changes: changesOf(found.changes),
      more: found.more ?? 0,
      notes: yield* notesOf(changeRequest)
    }
    const page = (html: Html) => pageIn(place, html)

    if (path.length === 0) {
      const resolver = yield* plain(after, href)
      const { description } = changeRequest
      return page(
        renderOverview({
          ...review,
          status: changeRequest.status,
          author: changeRequest.createdBy.displayName,
          createdAt: changeRequest.createdAt,
          updatedAt: changeRequest.updatedAt,
          description: description == null ? none : drawSpoken(markdownOf(description), resolver),
          comments: yield* discussion(changeRequest, href, sides)
        })
      )
    }

    const wanted = path.join("/")
    const fromBefore = query.get("side") === "before"
    const first = yield* missingIsDamage((fromBefore ? before : after).tree.pageByPath(wanted))
    const id = (first ?? (yield* missingIsDamage(before.tree.pageByPath(wanted))))?.id
    if (id === undefined) return undefined
    const [old, next] = [yield* missingIsDamage(before.tree.page(id)), yield* missingIsDamage(after.tree.page(id))]
    const record = next ?? old!
    const change = review.changes.pages.find((one) => one.id === id)
    const [oldText, nextText] = [yield* textOf(before, old), yield* textOf(after, next)]
    const view = viewOf(query)
    const shownPath = (next === undefined ? before : after).index.pageById.get(id)?.path ?? wanted
    const shown: DraftPage["shown"] =
      view === "page"
        ? { view, body: yield* drawBody(sides, href, { old, next, oldText, nextText }) }
        : { view, html: yield* linesOf(oldText, nextText, view) }
    const drawn = page(
      renderDraftPage({
        ...review,
        notes: [
          ...review.notes,
          ...(hasConflict(nextText)
            ? ["Both sides changed the same place of this page: its text holds both, between markers."]
            : []),
          ...(next === undefined ? [] : [pageProblem(next.condition)].filter((note) => note !== undefined))
        ],
        page: {
          href: pageAddress(href, shownPath, next === undefined),
          title: record.title,
          emoji: record.emoji,
          description: record.description,
          what: change?.what ?? [],
          fields: change?.fields ?? [],
          compared: oldText !== nextText
        },
        shown,
        comments: yield* discussion(changeRequest, href, sides, id)
      } satisfies DraftPage)
    )
    return { ...drawn, hasDiagrams: shown.view === "page" && shown.body.features.includes("diagrams") }
  })

  /** The draft of a page, its changed blocks marked; what was removed is drawn as it was. */
  const drawBody = Effect.fnUntraced(function* (
    { after, before }: { readonly after: Side; readonly before: Side },
    href: string,
    {
      next,
      nextText,
      old,
      oldText
    }: {
      readonly old: PageRecord | undefined
      readonly next: PageRecord | undefined
      readonly oldText: string
      readonly nextText: string
    }
  ) {
    const page: Pick<PageRecord, "git" | "variables"> = next ?? old ?? {}
    const drawElsewhere = computeAsking(
      draftTask,
      { oldText, nextText, from: page.git?.path ?? "", formerly: old && (old.git?.path ?? ""), remoteImages },
      answersOf(
        { shown: answeringFor(after, href, page), ...(old && { former: answeringFor(before, href, old) }) },
        () => undefined,
        () => Effect.void
      ),
      Number.POSITIVE_INFINITY
    )
    const room = inlineLength - oldText.length - nextText.length
    if (room < 0) return yield* drawElsewhere
    const { marks, root } = markBlocks(oldText, nextText)
    const current = yield* resolverOf(after, href, page, root, room)
    const former = old === undefined ? current : yield* resolverOf(before, href, old, root, room)
    if (current === undefined || former === undefined) return yield* drawElsewhere
    const resolved = Array.from(marks, ([node, mark]): [Node, BlockMark] => [
      node,
      mark.change === "removed" ? { ...mark, resolver: former } : mark
    ])
    return renderBody(root, current, { marks: new Map(resolved) })
  })

  /** Answers for the drawing of what is long. */
  const answeringFor = (side: Side, href: string, page: Pick<PageRecord, "variables">): Answering => ({
    resolver: (from) => makeResolver({ ...placeOf(side, href), includes: new Map() }, from, textsOf(side.index, page)),
    include: includedText(side.tree.body, side.index),
    views: (from, blocks) => readApi(apiReference, side.organizationId, side.index, [{ from, root: treeOf(blocks) }])
  })

  return read
}

const linesOf = (oldText: string, nextText: string, view: Exclude<View, "page">) =>
  oldText.length + nextText.length <= inlineLength
    ? Effect.sync(() => drawRows(compareLines(oldText, nextText), view))
    : computeAsking(linesTask, { oldText, nextText, view }, noAnswer, Number.POSITIVE_INFINITY).pipe(Effect.map(raw))

/** Texts of expressions: what needs a visitor stays as it is written. */
const textsOf = ({ variables }: SpaceIndex, page: Pick<PageRecord, "variables">) => {
  const around = { space: { vars: variables }, page: { vars: page.variables ?? {} } }
  const nobody = makeJudge(anonymous, { adaptiveContent: false, schema: undefined })
  return (source: string) => (isPersonal(source) ? undefined : nobody.textOf(source, around))
}

const viewOf = (query: URLSearchParams): View => views.find((one) => one === query.get("view")) ?? "page"

const postOf = (post: Pick<CommentReply, "postedBy" | "postedAt" | "body">): Post => ({
  author: post.postedBy.displayName,
  postedAt: post.postedAt,
  markdown: post.body.markdown ?? ""
})

/** The text of a description; of one that Markdown cannot hold, its words. */
const markdownOf = (document: NonNullable<ChangeRequest["description"]>): string => {
  const written = writeDocument(document, { refOf: () => undefined, hrefOf: () => undefined }, { titled: false })
  return "text" in written ? written.text : wordsOf(document.nodes)
}

const wordsOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join("\n\n")
  if (typeof value !== "object" || value === null) return ""
  const { leaves, nodes, text } = value as {
    readonly text?: unknown
    readonly leaves?: unknown
    readonly nodes?: unknown
  }
  if (Array.isArray(leaves)) return leaves.map(wordsOf).join("")
  return typeof text === "string" ? text : wordsOf(nodes)
}
