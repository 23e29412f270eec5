/**
 * Imports. The new content is made beside the old one and shown in one transaction, so readers see the old revision
 * until the new one is whole. What was edited here since the last synchronization is merged with what Git brings.
 */

import { Context, Effect, Layer, Schema } from "effect"
import type { JobLost } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { afterRaces, untilWon } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import { EncryptionAtRest } from "../../kernel/shared/EncryptionAtRest.ts"
import { type Forbidden, NotFound, type PreconditionFailed, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { ContentIndex } from "../content-index/ContentIndex.ts"
import type { Blobs } from "../revisions/Blobs.ts"
import { HeadMoving } from "../revisions/HeadMoving.ts"
import { Heads } from "../revisions/Heads.ts"
import { ContentMerge } from "../revisions/merge/ContentMerge.ts"
import type { Objects } from "../revisions/model/Objects.ts"
import type { RevisionError } from "../revisions/model/RevisionError.ts"
import type { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { type Head, primary, type RevisionGit, type RevisionRecord } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { checkEditable, checkMoved } from "../spaces/editing.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { Git, type GitError, type GitSnapshot, type GitSource } from "./Git.ts"
import { actorOf, GitConflicts, sides } from "./GitConflicts.ts"
import type { GitOperationRecord, ImportCounts } from "./GitOperation.ts"
import { GitStore } from "./GitStore.ts"
import { credentialsPurpose } from "./GitSync.ts"
import {
  Conflicting,
  type ImportResult,
  type Incoming,
  type SnapshotOptions,
  type SnapshotResult,
  type Synchronized
} from "./imported.ts"
import { importSpace, type Report } from "./importSpace.ts"
import type { OperationRun } from "./operationRun.ts"
import { type ImportedCommit, PageHistories } from "./PageHistories.ts"
import { RedirectsRead } from "./RedirectsRead.ts"
import { parseCredentials } from "./repository.ts"
import { isOutdated, revisionGit, toSync } from "./syncRecord.ts"

type Failure = GitError | StorageError | RevisionError | NotFound | PreconditionFailed

export class GitImports extends Context.Service<
  GitImports,
  {
    /** Carries an import out that a job asked for. */
    readonly perform: (run: OperationRun) => Effect.Effect<void, Failure | JobLost>
    /**
     * Reads a snapshot and merges it with the content at `current`, as of the synchronization `sync`; stores both and
     * moves nothing.
     * @param prefer whose version counts where both changed the same place
     */
    readonly incoming: (
      snapshot: GitSnapshot,
      sync: Synchronized | undefined,
      current: string,
      prefer: "ours" | "theirs" | undefined,
      report: Report
    ) => Effect.Effect<Incoming, Failure>
    /** Where an operation's repository is, with its credentials. */
    readonly source: (operation: GitOperationRecord) => Effect.Effect<GitSource, StorageError>
    /**
     * Imports a snapshot that is at hand, for a directory of this machine; replaces what the space holds.
     */
    readonly importSnapshot: (
      spaceId: string,
      snapshot: GitSnapshot,
      report: Report,
      options?: SnapshotOptions
    ) => Effect.Effect<SnapshotResult, Failure | Forbidden, CurrentActor>
  }
>()("@octavo/core/content/git/GitImports") {
  static readonly layer = Layer.effect(
    GitImports,
    Effect.gen(function* () {
      const context = yield* Effect.context<RevisionTree | Objects | Blobs>()
      const store = yield* GitStore
      const revisions = yield* RevisionStore
      const heads = yield* Heads
      const index = yield* ContentIndex
      const moving = yield* HeadMoving
      const redirectsRead = yield* RedirectsRead
      const spaces = yield* SpaceStore
      const merging = yield* ContentMerge
      const conflicts = yield* GitConflicts
      const transaction = yield* Transaction
      const access = yield* Access
      const audit = yield* Audit
      const git = yield* Git
      const encryption = yield* EncryptionAtRest
      const histories = yield* PageHistories

      const incoming = traced("GitImports.incoming")(function* (
        snapshot: GitSnapshot,
        sync: Synchronized | undefined,
        current: string,
        prefer: "ours" | "theirs" | undefined,
        report: Report
      ) {
        // without an earlier synchronization there is nothing to merge with: Git's content replaces what is there
        const base = sync?.root ?? current
        // a version that waits is the one that Git's comes after: its pages keep their ids
        const known = sync?.pending ?? sync
        const made = yield* Effect.provideContext(
          importSpace(snapshot, known?.root ?? current, current, known?.shape ?? null, report),
          context
        )
        const merged = yield* merging.merge(base, current, made.root, sides, { prefer })
        return { ...made, theirs: made.root, merged: merged.root, conflicts: merged.conflicts }
      })

      interface About {
        /** Who asked; `null` for the operator. */
        readonly actorId: string | null
        /** Where the content is from; `undefined` for what was at hand. */
        readonly from: { readonly url: string; readonly ref: string } | undefined
        readonly git: RevisionGit | null
        readonly standalone: boolean
        readonly indexesLater?: boolean | undefined
      }

      const newRevision = Effect.fnUntraced(function* (spaceId: string, root: string, head: Head, about: About) {
        const revision: RevisionRecord = {
          id: makeId(),
          spaceId,
          root,
          parents: [head.revisionId],
          type: "edits",
          author: about.actorId,
          message: about.git?.message ?? null,
          git: about.git,
          createdAt: yield* now
        }
        return revision
      })

      const recorded = Effect.fnUntraced(function* (
        { id, spaceId }: RevisionRecord,
        counts: ImportCounts,
        { from, git }: About
      ) {
        const space = yield* spaces.get(spaceId)
        if (space === undefined) return
        yield* audit.record({
          organizationId: space.organizationId,
          action: "content.import",
          target: { type: "space", id: spaceId, label: space.title },
          payload: { revision: id, counts, ...from, ...(git === null ? {} : { commit: git.oid }) }
        })
      })

      /**
       * Makes the content and moves the head, again when someone else moved it meanwhile.
       * @param settle runs in the transaction that moves the head; what it fails with undoes the move
       */
      const apply = <E, R, F = never>(
        spaceId: string,
        make: (current: string) => Effect.Effect<Incoming, Failure | F>,
        about: About,
        settle: (result: ImportResult, incoming: Incoming) => Effect.Effect<void, E, R>
      ): Effect.Effect<ImportResult, E | F | Failure, R> =>
        Effect.gen(function* () {
          for (let lost = 0; ; lost++) {
            yield* afterRaces("git.import", lost)
            const head = yield* revisions.head(spaceId, primary)
            if (head === undefined) return yield* NotFound.of("space", spaceId)
            const made = yield* make(head.root)
            const revision = yield* newRevision(spaceId, about.standalone ? made.theirs : made.merged, head, about)
            const changed = made.merged !== head.root
            if (!about.standalone) yield* moving.announce({ spaceId: spaceId, from: head.root, to: made.merged })
            const result: ImportResult = {
              revisionId: changed || about.standalone ? revision.id : head.revisionId,
              changed,
              counts: made.counts
            }
            const moved = yield* transaction.run(
              Effect.gen(function* () {
                if (about.standalone) yield* revisions.insert(revision)
                else if (changed) {
                  const moved = yield* heads.advance(primary, head, revision)
                  if (moved === undefined) return false
                  // a space that is locked now shows nothing new
                  yield* checkMoved(spaceId, moved)
                } else yield* checkEditable(spaces, spaceId)
                if (!about.standalone && made.redirects !== undefined) {
                  yield* redirectsRead.announce({ spaceId, redirects: made.redirects })
                }
                if (changed && !about.standalone) {
                  yield* recorded(revision, made.counts, about).pipe(
                    Effect.provideService(CurrentActor, actorOf(about))
                  )
                }
                yield* settle(result, made)
                return true
              })
            )
            if (moved) {
              // of a large import a part is left; should this fail, whoever looks for something does it
              if (!about.standalone && changed && about.indexesLater !== true)
                yield* Effect.ignore(index.complete(spaceId, revision.root))
              return result
            }
          }
        })

      /** Content of a new place has taken the place of what came from others. */
      const replaceOthers = Effect.fnUntraced(function* (spaceId: string) {
        const last = yield* store.sync(spaceId)
        if (last !== undefined) yield* store.putSync({ ...last, isReplaced: true })
        for (const sync of yield* store.formerSyncs(spaceId)) {
          if (!sync.isReplaced) yield* store.putFormerSync({ ...sync, isReplaced: true })
        }
      })

      const importSnapshot = traced("GitImports.importSnapshot")(function* (
        spaceId: string,
        snapshot: GitSnapshot,
        report: Report,
        { indexesLater, last }: SnapshotOptions = {}
      ) {
        const actor = yield* CurrentActor
        yield* access.space(spaceId, "space.git")
        yield* checkEditable(spaces, spaceId)
        let left: Pick<SnapshotResult, "root" | "shape"> | undefined
        const result = yield* apply(
          spaceId,
          (current) => incoming(snapshot, last?.root === current ? last : undefined, current, undefined, report),
          {
            actorId: actor.kind === "user" ? actor.userId : null,
            from: undefined,
            git: null,
            standalone: false,
            indexesLater
          },
          (_, { merged, shape }) =>
            Effect.sync(() => {
              left = { root: merged, shape }
            })
        )
        return { ...result, ...left! }
      })

      const source = Effect.fnUntraced(function* ({ credentials, id, request }: GitOperationRecord) {
        return {
          url: request.url,
          ref: request.ref,
          directory: request.directory,
          ...(credentials === null
            ? {}
            : { credentials: parseCredentials(yield* encryption.decrypt(credentialsPurpose(id), credentials)) })
        }
      })

      const perform = ({ finish, operation, report }: OperationRun) => {
        let imported: ImportedCommit | undefined
        const run = Effect.scoped(
          Effect.gen(function* () {
            const { request, spaceId } = operation
            const { last, place } = yield* conflicts.known(operation)
            if (isOutdated(operation, last)) return yield* transaction.run(finish({}))
            yield* report("Connecting")
            const from = yield* source(operation)
            const snapshot = yield* git.open(from, { onProgress: report })
            const commit = snapshot.commit?.oid
            const about = revisionGit(snapshot, operation)
            // from another place since: its content was replaced, and replaces this one
            const known = place === undefined || place.isReplaced ? undefined : place

            const make = Effect.fnUntraced(function* (current: string) {
              const made = yield* incoming(snapshot, known, current, request.force ? "theirs" : undefined, report)
              const conflicting = made.conflicts.length > 0 && !request.force && !request.standalone
              return conflicting ? yield* new Conflicting({ made, current }) : made
            })

            const bringIn = apply(
              spaceId,
              make,
              {
                actorId: operation.actorId,
                from: { url: request.url, ref: request.ref },
                git: about,
                standalone: request.standalone
              },
              (result, { shape, theirs }) =>
                Effect.gen(function* () {
                  if (!request.standalone) {
                    // another import may have been settled since this one looked: the newer event wins
                    if (isOutdated(operation, yield* store.sync(spaceId))) return yield* new Outdated()
                    if (known === undefined) yield* replaceOthers(spaceId)
                    yield* store.putSync(yield* toSync(operation, { root: theirs, tree: snapshot.tree, shape, commit }))
                    if (commit !== undefined) imported = { spaceId, source: from, commit, root: theirs }
                  }
                  yield* finish({ counts: result.counts, revisionId: result.revisionId, commit: commit ?? null })
                })
            )

            /** Git's version waits in a change request; the space shows what it showed. */
            const propose = ({ current, made }: Conflicting) =>
              conflicts.propose(
                {
                  operation,
                  // there are conflicts only with what was synchronized before
                  sync: known!,
                  current,
                  merged: made.merged,
                  theirs: { root: made.theirs, tree: snapshot.tree, shape: made.shape, commit: commit ?? null },
                  git: about
                },
                Effect.gen(function* () {
                  if (isOutdated(operation, yield* store.sync(spaceId))) return yield* new Outdated()
                  // to pages that wait, too: until they are there, they lead nowhere
                  if (made.redirects !== undefined)
                    yield* redirectsRead.announce({ spaceId, redirects: made.redirects })
                  const head = yield* revisions.head(spaceId, primary)
                  yield* finish({ counts: made.counts, revisionId: head?.revisionId ?? null, commit: commit ?? null })
                })
              )

            const once = bringIn.pipe(
              Effect.as(true),
              Effect.catchTag("Conflicting", (conflicting) =>
                Effect.map(propose(conflicting), (done) => done !== undefined)
              ),
              Effect.catchTag("Outdated", () => Effect.as(transaction.run(finish({})), true))
            )
            // again when the space moved while its change request was written
            yield* untilWon("git.import", once, report("Reading what changed meanwhile"))
          })
        )
        return Effect.asVoid(histories.after(Effect.map(run, () => imported)))
      }

      return GitImports.of({ perform, incoming, source, importSnapshot })
    })
  )
}

class Outdated extends Schema.TaggedError<Outdated>()("Outdated", {}) {}
