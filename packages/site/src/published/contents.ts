/** The content that sites show: spaces at their active revisions, their indexes, the texts of their pages. */

import { PageHistoryStore, writtenAs } from "@octavo/core/content/git/PageHistoryStore"
import { repositoryTree } from "@octavo/core/content/git/repository"
import { type ApiFiles, ApiReference } from "@octavo/core/content/openapi/ApiReference"
import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import { RemotePictures } from "@octavo/core/content/remote-pictures/RemotePictures"
import { Blobs } from "@octavo/core/content/revisions/Blobs"
import { ComputedContent } from "@octavo/core/content/revisions/computed/ComputedContent"
import { missingIsDamage } from "@octavo/core/content/revisions/missingIsDamage"
import type { FileRecord, PageRecord } from "@octavo/core/content/revisions/model/Records"
import { type Revision, RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import type { SiteSpaceRecord } from "@octavo/core/delivery/site-records/SiteSpace"
import { inlineLength } from "@octavo/core/kernel/compute/Compute"
import type { Judge } from "@octavo/core/kernel/conditions/Judge"
import { Epoch, makePartCache } from "@octavo/core/kernel/shared/Epoch"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { makeSingleFlight } from "@octavo/core/kernel/shared/singleFlight"
import { type Decide, type Node, parsePage, type Reference, type Root, readPage, resolveHref } from "@octavo/document"
import { fileOfPicture, type KeptPictures, keptPictures } from "@octavo/render/pictures"
import { type Included, includedNames, reusableNamed } from "@octavo/render/resolver"
import { fileOf, homeIdOf, makeSpaceIndex, type SpaceIndex, visibleIndex } from "@octavo/render/spaceIndex"
import { deepestInclude, visibleText } from "@octavo/render/visibleText"
import { Effect, type Stream } from "effect"
import { type Answering, treeOf } from "../drawing/answers.ts"
import type { FoundText } from "../drawing/questions.ts"
import type { SiteAnswer } from "./answers.ts"
import type { PublishedContent } from "./pageContext.ts"

/** What links of a space's content lead to, and its bodies. */
export interface OpenIndex extends SpaceIndex {
  readonly body: Revision["body"]
  /** Which of its conditions hold, one digit for each; empty where there are none. */
  readonly variant: string
}

export interface SpacePictures {
  readonly byUrl: KeptPictures
  /** By their ids; `undefined` for those that are not drawn. */
  readonly files: ReadonlyMap<string, FileRecord | undefined>
  /** Equal versions have equal copies. */
  readonly version: string
}

/** Reusable content that a page shows. */
export interface IncludedText extends Included {
  readonly text: string
  readonly links: ReadonlyArray<Reference>
}

export const makeContents = Effect.gen(function* () {
  const spaces = yield* SpaceStore
  const trees = yield* RevisionTree
  const computed = yield* ComputedContent
  const blobs = yield* Blobs
  const reference = yield* ApiReference
  const remotePictures = yield* RemotePictures
  const histories = yield* PageHistoryStore
  const historiesBySpace = makePartCache<string>(yield* Epoch, 10_000)
  const picturesBySpace = makePartCache<SpacePictures>(yield* Epoch, 200)
  const heads = makePartCache<PublishedContent | null>(yield* Epoch, 10_000)
  const indexes = makeLru<OpenIndex>(indexBytes, "site-index")
  const readOnce = makeSingleFlight()

  /** A space at its active revision, with the page at its root; `null` when there is none to show. */
  const shownAt = ({ pageId, spaceId }: Pick<SiteSpaceRecord, "spaceId" | "pageId">) =>
    heads(
      spaceId,
      `${spaceId} ${pageId ?? ""}`,
      Effect.gen(function* () {
        const space = yield* spaces.get(spaceId)
        if (space === undefined || space.deletedAt !== null) return null
        const tree = yield* missingIsDamage(
          Effect.flatMap(trees.open(space.head.root), (stored) => computed.expand(space, stored))
        )
        // the same pages at other addresses
        const root = pageId === null ? tree.hash : contentHash(utf8.encode(`${tree.hash} ${pageId}`))
        return { space, tree, root, home: pageId, repositoryTree: repositoryTree(space) }
      })
    )

  /** Copies of the pictures of other hosts that a space shows. */
  const picturesOf = (spaceId: string): Effect.Effect<SpacePictures, StorageError> =>
    picturesBySpace(
      spaceId,
      spaceId,
      Effect.map(remotePictures.kept(spaceId), (kept) => ({
        byUrl: keptPictures(kept),
        files: new Map(kept.map((picture) => [picture.id, fileOfPicture(picture)])),
        version: kept.length === 0 ? "" : contentHash(utf8.encode(JSON.stringify(kept))).slice(0, 22)
      }))
    )

  /** Names what the histories of a space's pages say; empty where none was read. Equal versions say the same. */
  const historyOf = (spaceId: string): Effect.Effect<string, StorageError> =>
    historiesBySpace(
      spaceId,
      spaceId,
      Effect.map(histories.state(spaceId), (state) => (state === undefined ? "" : `${state.commit} ${state.readAt}`))
    )

  /** When a page was written and by whom, as its repository says where it was not changed here since. */
  const writtenOf = Effect.fnUntraced(function* (spaceId: string, page: PageRecord) {
    const isKnown = page.git !== undefined && (yield* historyOf(spaceId)) !== ""
    return writtenAs(page, isKnown ? yield* histories.page(spaceId, page.id) : undefined)
  })

  /** The same dates of all pages of a space, for those who ask for many. */
  const datesOf = Effect.fnUntraced(function* (spaceId: string) {
    const known = (yield* historyOf(spaceId)) === "" ? [] : yield* histories.pages(spaceId)
    const byId = new Map(known.map((history) => [history.pageId, history]))
    return (page: PageRecord): string => writtenAs(page, byId.get(page.id)).updatedAt
  })

  const wholeIndex = ({ home, root, tree }: PublishedContent) => {
    const kept = indexes.get(root)
    if (kept !== undefined) return Effect.succeed(kept)
    const read = Effect.map(
      readIndex(tree, (pages) => homeIdOf(pages, home)),
      (index): OpenIndex => {
        const opened = { ...index, body: tree.body, variant: "" }
        indexes.set(root, opened, indexWeight(opened))
        return opened
      }
    )
    return readOnce(
      root,
      Effect.sync(() => indexes.get(root)),
      read
    )
  }

  /** What a visitor sees of a space: pages whose conditions do not hold are not there. */
  const indexOf = Effect.fnUntraced(function* (shown: PublishedContent, judge: Judge) {
    const whole = yield* wholeIndex(shown)
    if (whole.conditions.length === 0) return whole
    const hold = new Set(whole.conditions.filter((condition) => judge.decide(condition) === true))
    const variant = whole.conditions.map((condition) => (hold.has(condition) ? "1" : "0")).join("")
    const key = `${shown.root} ${variant}`
    const kept = indexes.get(key)
    if (kept !== undefined) return kept
    const opened: OpenIndex = { ...visibleIndex(whole, hold), body: whole.body, variant }
    indexes.set(key, opened, opened.pageById.size * entryBytes)
    return opened
  })

  /**
   * What a page shows, itself and its reusable contents, read here; `undefined` where that is too long for the thread
   * that answers.
   */
  const shortOf = Effect.fnUntraced(function* (index: SpaceIndex, from: string, text: string, decide: Decide) {
    if (text.length > inlineLength) return undefined
    const shown = visibleText(text, readPage(text), decide)
    const included = yield* readIncludes(trees.body, index, from, shown.parsed.root, inlineLength - text.length, decide)
    return included && { ...shown, included }
  })

  /** Answers for the drawing of what is longer. */
  const answeringIn = (
    organizationId: string,
    index: SpaceIndex,
    more: Pick<Answering, "resolver" | "address">
  ): Answering => ({
    ...more,
    include: includedText(trees.body, index),
    views: (from, blocks) => reference.views(organizationId, [treeOf(blocks)], filesAt(index, from))
  })

  /** The source of a page. */
  const textOf = (index: OpenIndex, page: PageRecord): Effect.Effect<string, StorageError> =>
    page.body === undefined
      ? Effect.succeed("")
      : Effect.map(missingIsDamage(index.body(page.body)), ({ text }) => text)

  const apiOf = (organizationId: string, index: SpaceIndex, texts: ReadonlyArray<Included>) =>
    readApi(reference, organizationId, index, texts)

  /** A text of Markdown with what its blocks show in their places. */
  const withApi = (organizationId: string, index: SpaceIndex, from: string, text: string) =>
    reference.inMarkdown(organizationId, text, { files: filesAt(index, from) })

  const file = (record: Pick<FileRecord, "contentType" | "size" | "blob">): SiteAnswer => ({
    kind: "file",
    contentType: record.contentType,
    size: record.size,
    hash: record.blob,
    bytes: (range) => blobs.read(record.blob, range) as Stream.Stream<Uint8Array, StorageError>
  })

  /** The bytes of an image that is no file of a space any more, or need not be. */
  const blob = (hash: string, contentType: string): Effect.Effect<SiteAnswer | undefined, StorageError> =>
    Effect.map(blobs.info(hash), (info) =>
      info === undefined ? undefined : file({ contentType, size: info.size, blob: hash })
    )

  return {
    ...{ answeringIn, apiOf, apiStamp: reference.stamp, blob, file, indexOf, picturesOf, shortOf, shownAt, textOf },
    ...{ datesOf, historyOf, withApi, writtenOf }
  }
})
export type Contents = Effect.Success<typeof makeContents>

/** What blocks of texts show of descriptions of APIs. */
export const readApi = Effect.fnUntraced(function* (
  reference: ApiReference["Service"],
  organizationId: string,
  index: SpaceIndex,
  texts: ReadonlyArray<Included>
) {
  const views = new Map<Node, ApiView>()
  for (const { from, root } of texts) {
    for (const [node, view] of yield* reference.views(organizationId, [root], filesAt(index, from))) {
      views.set(node, view)
    }
  }
  return views
})

/** Half of it has to hold the largest index, of 100,000 pages: one that is not kept is made for each page that is drawn. */
const indexBytes = 128 * 1024 * 1024
/** What an entry of an index takes, roughly. */
const entryBytes = 400

/** What an index takes in memory, roughly. */
export const indexWeight = ({ fileById, pageById }: SpaceIndex): number => (pageById.size + fileById.size) * entryBytes

/**
 * The index of a revision.
 * @param homeOf which of its pages is served at the root
 */
export const readIndex = (
  tree: Revision,
  homeOf: (pages: SpaceIndex["tree"]) => string | undefined
): Effect.Effect<SpaceIndex, StorageError> =>
  Effect.map(
    Effect.all({
      tree: missingIsDamage(tree.pages()),
      files: missingIsDamage(tree.files(undefined, Number.MAX_SAFE_INTEGER)),
      reusables: missingIsDamage(tree.reusableContents()),
      variables: missingIsDamage(tree.variables()),
      tags: missingIsDamage(tree.tags())
    }),
    (content) => makeSpaceIndex(content, homeOf(content.tree) ?? "")
  )

/** Files of a space, as blocks of a text name them. */
const filesAt = (index: SpaceIndex, from: string): ApiFiles => ({
  file: (href) => fileOf(index, resolveHref(href, from))
})

/** Texts of reusable contents of a space, by what includes call them. */
export const includedText =
  (read: Revision["body"], index: SpaceIndex) =>
  (name: string): Effect.Effect<FoundText | undefined, StorageError> => {
    const reusable = reusableNamed(index, name)
    return reusable === undefined
      ? Effect.succeed(undefined)
      : Effect.map(missingIsDamage(read(reusable.body)), ({ text }) => ({ text, from: reusable.git?.path ?? "" }))
  }

/**
 * Reusable contents that a page shows, and those that they show, parsed; with `decide`, of each the branches that are
 * shown. `undefined` where they are longer than `room` together, in UTF-16 units.
 */
export const readIncludes = Effect.fnUntraced(function* (
  read: Revision["body"],
  index: SpaceIndex,
  from: string,
  page: Root,
  room: number,
  decide?: Decide
) {
  const found = new Map<string, IncludedText>()
  const textOf = includedText(read, index)
  let left = room
  let wanted = includedNames(from, page)
  for (let depth = 0; depth < deepestInclude && wanted.length > 0; depth++) {
    const next: Array<string> = []
    for (const name of wanted) {
      const known = found.has(name) ? undefined : yield* textOf(name)
      if (known === undefined) continue
      const { from: file, text } = known
      left -= text.length
      if (left < 0) return undefined
      const parsed = parsePage(text)
      const shown = decide === undefined ? { parsed, text } : visibleText(text, parsed, decide)
      found.set(name, { root: shown.parsed.root, text: shown.text, from: file, links: parsed.links })
      next.push(...includedNames(file, shown.parsed.root))
    }
    wanted = next
  }
  return found
})
