/** The history of a space's primary content: its revisions, what each did, those of one page, and the way back. */
import { Context, Effect, Layer, Schema } from "effect"
import { compute } from "../../kernel/compute/Compute.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { afterRaces } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import { ifDefined, present } from "../../kernel/shared/defined.ts"
import {
  Conflict,
  type Forbidden,
  type Invalid,
  NotFound,
  type PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { app, Instance, location } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { toUser, User } from "../../people/users/User.ts"
import { toChangeRequest } from "../change-requests/ChangeRequest.ts"
import { ChangeRequestStore } from "../change-requests/ChangeRequestStore.ts"
import { downloadUrl, type FileOwner } from "../revisions/downloads.ts"
import { Heads } from "../revisions/Heads.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { diffRevisions } from "../revisions/model/diff.ts"
import { pagePath } from "../revisions/model/PageTree.ts"
import { get } from "../revisions/model/PersistentMap.ts"
import { emptyRoot } from "../revisions/model/Records.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { primary, RevisionTypes } from "../revisions/Revision.ts"
import { type HistoryEntry, RevisionStore } from "../revisions/RevisionStore.ts"
import { canSeeChanges } from "../revisions/revisionVisibility.ts"
import { checkEditable, checkMoved } from "../spaces/editing.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { blame, earlierBlocks } from "./blame.ts"
import {
  type ChangesPart,
  type ChangesView,
  defaultChangesLimit,
  type SemanticChanges,
  semanticChangesOf
} from "./SemanticChanges.ts"
import { toRevisionGit } from "./view.ts"

type Failure = Forbidden | NotFound | StorageError

const fields = {
  object: Schema.Literal("revision-summary"),
  id: Schema.String,
  type: Schema.Literals(RevisionTypes),
  parents: Schema.Array(Schema.String),
  createdAt: Schema.String,
  author: Schema.optionalKey(User),
  message: Schema.optionalKey(Schema.String),
  /** Id of the change request that it merged. */
  changeRequest: Schema.optionalKey(Schema.String),
  git: Schema.optionalKey(
    Schema.Struct({
      oid: Schema.String,
      message: Schema.String,
      createdByGitBook: Schema.Boolean,
      url: Schema.optionalKey(Schema.String),
      ref: Schema.optionalKey(Schema.String)
    })
  ),
  /** `content`: the revision with all that it holds. */
  urls: Schema.Struct({ app: Schema.String, content: Schema.String })
}

/** A revision in a history (extension): who made it, when and why, without its content. */
export const HistoryRevision = Schema.Struct(fields).annotate({ identifier: "HistoryRevision" })
export type HistoryRevision = typeof HistoryRevision.Type

/** A revision in the history of one page (extension). */
export const PageHistoryRevision = Schema.Struct({
  ...fields,
  change: Schema.Literals(["created", "edited", "moved", "deleted"])
}).annotate({ identifier: "PageHistoryRevision" })
export type PageHistoryRevision = typeof PageHistoryRevision.Type

/** Which revision each block of a page came with as it is (extension). */
export const PageBlame = Schema.Struct({
  object: Schema.Literal("page-blame"),
  page: Schema.String,
  revisions: Schema.Array(
    Schema.Struct({
      ...fields,
      writtenBy: Schema.optionalKey(User).annotate({
        description: "Who wrote what it brought: of a merge, who made the change request"
      })
    })
  ),
  blocks: Schema.Array(Schema.String).annotate({
    description:
      "For each of the outermost blocks of the page as a document, in their order, the id of one of `revisions`"
  }),
  isWhole: Schema.Boolean.annotate({
    description: "Whether all blocks and versions were looked at. If not, what the oldest of these has may be older"
  })
}).annotate({ identifier: "PageBlame" })
export type PageBlame = typeof PageBlame.Type

/** Versions of a page, and blocks of it, that are looked at. */
const [mostVersions, mostBlocks] = [100, 5000]
/** Most text that is looked at, in UTF-16 units. */
const mostText = 8_000_000

export class History extends Context.Service<
  History,
  {
    /** Revisions of the primary content, the newest first. */
    readonly list: (
      spaceId: string,
      params: ListParams
    ) => Effect.Effect<Page<HistoryRevision>, Failure | Invalid, CurrentActor>
    /** Those that did something to a page, also to one that is gone. Costs what it answers. */
    readonly page: (
      spaceId: string,
      pageId: string,
      params: ListParams
    ) => Effect.Effect<Page<PageHistoryRevision>, Failure | Invalid, CurrentActor>
    /** Which revision each block of a page came with as it is. */
    readonly blame: (spaceId: string, pageId: string) => Effect.Effect<PageBlame, Failure, CurrentActor>
    /** What a revision changed, against the one before it on its line, or another one of the space. */
    readonly changes: (
      spaceId: string,
      revisionId: string,
      query?: ChangesPart & { readonly since?: string | undefined }
    ) => Effect.Effect<SemanticChanges, Failure, CurrentActor>
    /**
     * What is different from one content to another; both are hashes of revisions. Addresses of files hang on the owner.
     * Checks nothing.
     */
    readonly between: (
      owner: FileOwner,
      before: string,
      after: string,
      part?: ChangesPart
    ) => Effect.Effect<Omit<SemanticChanges, "mergedFrom">, StorageError>
    /** Makes the content of an earlier revision the primary content again, as a new revision. */
    readonly restore: (
      spaceId: string,
      revisionId: string
    ) => Effect.Effect<HistoryRevision, Failure | Conflict | PreconditionFailed, CurrentActor>
  }
>()("@octavo/core/content/space-content/History") {
  static readonly layer = Layer.effect(
    History,
    Effect.gen(function* () {
      const access = yield* Access
      const revisions = yield* RevisionStore
      const changeRequests = yield* ChangeRequestStore
      const spaces = yield* SpaceStore
      const heads = yield* Heads
      const trees = yield* RevisionTree
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const shown = ({ author, revision }: HistoryEntry): HistoryRevision => ({
        object: "revision-summary",
        id: revision.id,
        type: revision.type,
        parents: revision.parents,
        createdAt: revision.createdAt,
        ...(author === null ? {} : { author: toUser(instance, author) }),
        ...present({ message: revision.message, changeRequest: revision.mergedFrom }),
        ...(revision.git === null ? {} : { git: toRevisionGit(revision.git) }),
        urls: {
          app: app(instance, `/s/${revision.spaceId}/~/revisions/${revision.id}`),
          content: location(instance, `/spaces/${revision.spaceId}/revisions/${revision.id}`)
        }
      })

      const list = traced("History.list")(function* (spaceId: string, params: ListParams) {
        yield* access.space(spaceId, "revisions.view")
        const page = yield* paginate(["revisions", spaceId], params, keyOf, (slice) =>
          revisions.history(spaceId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, shown)
      })

      const page = traced("History.page")(function* (spaceId: string, pageId: string, params: ListParams) {
        yield* access.space(spaceId, "revisions.view")
        const found = yield* paginate(["page-history", spaceId, pageId], params, keyOf, (slice) =>
          revisions.pageHistory(spaceId, pageId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        if (found.count === 0) {
          const head = yield* revisions.head(spaceId, primary)
          const tree = yield* missingIsDamage(trees.open(head?.root ?? emptyRoot.root))
          if ((yield* missingIsDamage(tree.page(pageId))) === undefined) return yield* NotFound.of("page", pageId)
        }
        return mapPage(found, (entry) => ({ ...shown(entry), change: entry.kind }))
      })

      const pageBlame = traced("History.blame")(function* (spaceId: string, pageId: string) {
        yield* access.space(spaceId, "revisions.view")
        const head = yield* revisions.head(spaceId, primary)
        const tree = yield* missingIsDamage(trees.open(head?.root ?? emptyRoot.root))
        if ((yield* missingIsDamage(tree.page(pageId))) === undefined) return yield* NotFound.of("page", pageId)
        const slice = { after: undefined, limit: mostVersions }
        const { count, items } = yield* revisions.pageHistory(spaceId, pageId, slice)
        const at = Effect.fnUntraced(function* (version: number) {
          const open = yield* trees.open(items[version]?.revision.root ?? emptyRoot.root)
          const hash = (yield* open.page(pageId))?.body
          return {
            hash,
            text: hash === undefined ? Effect.succeed("") : Effect.map(open.body(hash), ({ text }) => text)
          }
        })
        const earlier = (before: string, after: string) =>
          compute(earlierBlocks, { before, after }, before.length + after.length)
        let { hash, text } = yield* missingIsDamage(at(0))
        let own = yield* missingIsDamage(text)
        let looked = own.length
        const blocks = (yield* earlier(own, own)).length
        const way = blame(Math.min(blocks, mostBlocks))
        let version = 0
        for (; version < items.length - 1 && !way.isDone(); version++) {
          const before = yield* missingIsDamage(at(version + 1))
          if (before.hash === hash) continue
          const said = yield* missingIsDamage(before.text)
          looked += said.length
          if (looked > mostText) break
          way.step(version, yield* earlier(said, own))
          ;[hash, own] = [before.hash, said]
        }
        const found = way.versions(version)
        const told: Array<PageBlame["revisions"][number]> = []
        for (const one of new Set(found)) {
          const entry = items[one]
          if (entry === undefined) continue
          const { mergedFrom } = entry.revision
          const merged = mergedFrom === null ? undefined : yield* changeRequests.find(spaceId, mergedFrom)
          const writtenBy = merged === undefined ? shown(entry).author : toChangeRequest(instance, merged).createdBy
          told.push({ ...shown(entry), ...ifDefined(writtenBy, (user) => ({ writtenBy: user })) })
        }
        return {
          object: "page-blame" as const,
          page: pageId,
          revisions: told,
          blocks: found.flatMap((one) => items[one]?.revision.id ?? []),
          isWhole: blocks <= mostBlocks && (way.isDone() || (version === items.length - 1 && count <= items.length))
        }
      })

      const between = traced("History.between")(function* (
        owner: FileOwner,
        before: string,
        after: string,
        { limit = defaultChangesLimit, skip = 0 }: ChangesPart = {}
      ) {
        return yield* missingIsDamage(
          trees.read((lookup) => {
            const sides = { before: lookup.root(before), after: lookup.root(after) }
            // not loaded yet: the value is thrown away
            if (sides.before === undefined || sides.after === undefined) return { changes: [] }
            const all = semanticChangesOf(diffRevisions(lookup, sides.before, sides.after))
            const view: ChangesView = {
              path: (side, id) => pagePath(lookup, sides[side]!, id),
              page: (side, id) => get(lookup, sides[side]!.pages, id),
              downloadUrl: (file) => downloadUrl({ instance, key, owner }, file)
            }
            const changes = all.slice(skip, skip + limit).map((show) => show(view))
            const more = all.length - skip - limit
            return { changes, ...(more > 0 ? { more } : {}) }
          })
        )
      })

      const changes = traced("History.changes")(function* (
        spaceId: string,
        revisionId: string,
        { since, ...part }: ChangesPart & { readonly since?: string | undefined } = {}
      ) {
        const allowed = yield* access.space(spaceId, "revision.preview")
        const seen = Effect.fnUntraced(function* (id: string) {
          const revision = yield* revisions.get(spaceId, id)
          if (revision === undefined || !canSeeChanges(allowed, revision)) return yield* NotFound.of("revision", id)
          return revision
        })
        const revision = yield* seen(revisionId)
        const [first] = revision.parents
        const before =
          since !== undefined
            ? yield* seen(since)
            : first === undefined
              ? undefined
              : yield* revisions.get(spaceId, first)
        const found = yield* between(allowed.files, before?.root ?? emptyRoot.root, revision.root, part)
        const merged =
          revision.mergedFrom === null || since !== undefined
            ? undefined
            : yield* changeRequests.find(spaceId, revision.mergedFrom)
        return { ...found, ...ifDefined(merged, (request) => ({ mergedFrom: toChangeRequest(instance, request) })) }
      })

      const restore = traced("History.restore")(function* (spaceId: string, revisionId: string) {
        const { organizationId } = yield* access.space(spaceId, "space.edit-content")
        const actor = yield* CurrentActor
        const wanted = yield* revisions.get(spaceId, revisionId)
        // a draft comes into the primary content by its merge
        if (wanted === undefined || (wanted.head !== null && wanted.head !== primary)) {
          return yield* NotFound.of("revision", revisionId)
        }
        yield* checkEditable(spaces, spaceId)
        for (let lost = 0; ; lost++) {
          yield* afterRaces("content.restore", lost)
          const head = yield* revisions.head(spaceId, primary)
          if (head === undefined) return yield* NotFound.of("space", spaceId)
          if (head.root === wanted.root) {
            return yield* new Conflict({ message: "The content is the same as in that revision already" })
          }
          const revision = {
            id: makeId(),
            spaceId,
            root: wanted.root,
            parents: [head.revisionId],
            type: "rollback" as const,
            author: actor.kind === "user" ? actor.userId : null,
            message: `Restore the content of ${wanted.createdAt}`,
            git: null,
            createdAt: yield* now
          }
          const moved = yield* transaction.run(
            Effect.gen(function* () {
              const moved = yield* heads.advance(primary, head, revision)
              if (moved === undefined) return false
              yield* checkMoved(spaceId, moved)
              yield* audit.record({
                organizationId,
                action: "content.restore",
                target: { type: "space", id: spaceId },
                payload: { revision: revision.id, from: revisionId }
              })
              return true
            })
          )
          if (!moved) continue
          const { items } = yield* revisions.history(spaceId, { after: undefined, limit: 1 })
          const entry = items.find((one) => one.revision.id === revision.id)
          const record = { ...revision, head: primary, sequence: head.sequence + 1, mergedFrom: null }
          return shown(entry ?? { revision: record, author: null })
        }
      })

      return History.of({ list, page, blame: pageBlame, changes, between, restore })
    })
  )
}

const keyOf = ({ revision }: HistoryEntry) => [revision.sequence ?? 0, revision.id]
