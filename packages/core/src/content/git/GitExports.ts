/**
 * Exports: one commit that makes a repository say what a space says. The commit is made on the tip of the branch; what
 * came there since the last synchronization is merged first. The order is: decide, note what will be pushed, push, show
 * it. A run that is killed after the push finds its own commit by that note, and only shows it.
 */
import { Context, Effect, Layer, type Scope } from "effect"
import type { JobLost } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { afterRaces, untilWon } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { NotFound, type PreconditionFailed, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Users } from "../../people/users/Users.ts"
import type { Blobs } from "../revisions/Blobs.ts"
import { Heads } from "../revisions/Heads.ts"
import { ContentMerge } from "../revisions/merge/ContentMerge.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { Objects } from "../revisions/model/Objects.ts"
import type { RevisionError } from "../revisions/model/RevisionError.ts"
import { emptyRoot, RevisionTree } from "../revisions/model/RevisionTree.ts"
import { type Head, primary, type RevisionRecord } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { type Exported, type Exporting, exportSpace } from "./exportSpace.ts"
import { folderExport } from "./folderExport.ts"
import { Git, GitError, type GitSnapshot, type GitSource } from "./Git.ts"
import { GitConflicts, type KnownSyncs, SyncConflict, sides } from "./GitConflicts.ts"
import { GitImports } from "./GitImports.ts"
import type { GitOperationRecord, GitSyncRecord, PreparedExport } from "./GitOperation.ts"
import { GitStore } from "./GitStore.ts"
import { Conflicting } from "./imported.ts"
import { importSpace, type Report, readKnown } from "./importSpace.ts"
import type { OperationRun } from "./operationRun.ts"
import { commitLinks, isOutdated, revisionGit, toSync } from "./syncRecord.ts"

type Failure = GitError | StorageError | RevisionError | NotFound | PreconditionFailed | SyncConflict

/** What the target holds, what it is to hold, and which files go. */
type Sides = Omit<Exporting, "others">

/** What a repository holds; an empty one has no commit. */
type Target = Pick<GitSnapshot, "entries" | "read"> & {
  readonly tree: string | undefined
  readonly commit: string | undefined
  readonly snapshot: GitSnapshot | undefined
  /** The branch that was read instead of one that is to be made. */
  readonly from?: string
}

export interface FolderExport extends Exported {
  /** Notes what the directory holds, once it is written: the next export knows its own files by it. */
  readonly note: Effect.Effect<void, Failure>
}

export class GitExports extends Context.Service<
  GitExports,
  {
    /** Carries an export out that a job asked for. */
    readonly perform: (run: OperationRun) => Effect.Effect<void, Failure | JobLost>
    /**
     * What must change in a directory so that it holds the primary content of a space; nothing of the space changes.
     * The caller has checked that the content may be read.
     * @param folder name of the directory among those of this machine
     */
    readonly plan: (
      spaceId: string,
      target: GitSnapshot,
      folder: string,
      report: Report
    ) => Effect.Effect<FolderExport, Failure>
  }
>()("@octavo/core/content/git/GitExports") {
  static readonly layer = Layer.effect(
    GitExports,
    Effect.gen(function* () {
      const context = yield* Effect.context<RevisionTree | Objects | Blobs>()
      const store = yield* GitStore
      const imports = yield* GitImports
      const conflicts = yield* GitConflicts
      const revisions = yield* RevisionStore
      const heads = yield* Heads
      const merging = yield* ContentMerge
      const objects = yield* Objects
      const users = yield* Users
      const transaction = yield* Transaction
      const instance = yield* Instance
      const git = yield* Git

      const decide = (target: Parameters<typeof exportSpace>[0], exporting: Exporting, report: Report) =>
        Effect.provideContext(exportSpace(target, exporting, report), context)

      /**
       * For a place that the space does not merge with: it is read for what it holds. Of what is not in the space only
       * files go that the space had put there before.
       * @param before what the place held then
       */
      const readSides = Effect.fnUntraced(function* (
        snapshot: GitSnapshot | undefined,
        before: string | undefined,
        root: string,
        report: Report
      ): Effect.fn.Return<Sides, Failure> {
        if (snapshot === undefined || snapshot.entries.length === 0) {
          return { base: emptyRoot.root, current: root, removes: () => false }
        }
        const was = before ?? root
        const { root: base } = yield* Effect.provideContext(importSpace(snapshot, was, root, null, report), context)
        if (before === undefined) return { base, current: root, isFirst: true, removes: () => false }
        const put = yield* Effect.provideContext(oidsOf(before), context)
        const oids = new Map(snapshot.entries.map(({ oid, path }) => [path, oid]))
        // what somebody changed since stays
        return { base, current: root, removes: (path) => put.has(path) && put.get(path) === oids.get(path) }
      })

      const openBranch = (source: GitSource, report: Report) =>
        git.open(source, { onProgress: report }).pipe(Effect.map(targetOf))

      /** A directory that is not there yet is an empty one. */
      const openDirectory = (source: GitSource, report: Report): Effect.Effect<Target, GitError, Scope.Scope> =>
        openBranch(source, report).pipe(
          Effect.catchIf(
            ({ reason }) => reason === "DirectoryNotFound",
            (error) =>
              // a file of this name is no directory
              Effect.flatMap(openBranch({ ...source, directory: "" }, report), ({ commit, entries }) =>
                entries.some(({ path }) => isOnTheWay(path, source.directory))
                  ? error
                  : Effect.succeed({ ...emptyTarget, commit })
              )
          )
        )

      /** The branch, the one that it is to be made from, or nothing where the repository is empty. */
      const open = (source: GitSource, report: Report): Effect.Effect<Target, GitError, Scope.Scope> =>
        openDirectory(source, report).pipe(
          Effect.catchIf(
            ({ reason }) => reason === "RefNotFound",
            (error) =>
              Effect.gen(function* () {
                const from = yield* git.defaultBranch(source)
                if (from === undefined) return yield* error
                return { ...(yield* openDirectory({ ...source, ref: from }, report)), from }
              })
          ),
          Effect.catchIf(
            ({ reason }) => reason === "Empty",
            () => Effect.succeed({ ...emptyTarget, commit: undefined })
          )
        )

      /** What the repository says, and what it is to say: the head, with what came to the repository meanwhile. */
      const sidesOf = Effect.fnUntraced(function* (
        { request }: GitOperationRecord,
        sync: GitSyncRecord | undefined,
        target: Target,
        root: string,
        report: Report
      ): Effect.fn.Return<Sides, Failure | Conflicting> {
        if (sync === undefined || sync.root === null || target.snapshot === undefined) {
          return yield* readSides(target.snapshot, undefined, root, report)
        }
        if (target.tree === sync.tree) return { base: sync.root, current: root, removes: all }
        const prefer = request.force ? "ours" : undefined
        const made = yield* imports.incoming(target.snapshot, sync, root, prefer, report)
        if (made.conflicts.length > 0 && !request.force) return yield* new Conflicting({ made, current: root })
        return { base: made.theirs, current: made.merged, removes: all }
      })

      /** Whether the repository holds what an earlier run was about to push. */
      const isPushed = Effect.fnUntraced(function* ({ root }: PreparedExport, target: Target, report: Report) {
        if (target.snapshot === undefined) return false
        const { changes } = yield* decide(target, { base: root, current: root, others: [], removes: all }, report)
        return changes.length === 0
      })

      /** Decides and pushes. Answers what the repository holds then. */
      const push = Effect.fnUntraced(function* (
        { operation, report }: OperationRun,
        source: GitSource,
        { others, place: sync }: KnownSyncs,
        target: Target
      ) {
        const { id, request, spaceId } = operation
        const head = yield* revisions.head(spaceId, primary)
        if (head === undefined) return yield* NotFound.of("space", spaceId)
        const sides = yield* sidesOf(operation, sync, target, head.root, report)
        const { changes, created, root } = yield* decide(target, { ...sides, others }, report)
        if (created.size > 0) yield* objects.put(created)
        const prepared: PreparedExport = { from: head.root, root }
        if (changes.length === 0 && target.from === undefined) {
          return { prepared, commit: target.commit, tree: target.tree }
        }
        yield* store.updateOperation(id, { prepared })
        yield* report("Pushing")
        const pushed = yield* git.commit(
          source,
          {
            base: target.commit,
            from: target.from,
            changes,
            message: request.commitMessage ?? "Export",
            author: yield* authorOf(operation),
            committer
          },
          { onProgress: report }
        )
        return { prepared, commit: pushed.oid, tree: pushed.tree }
      })

      /** Git's version comes to wait in a change request, and the export ends with what to do. */
      const stop = Effect.fnUntraced(function* (
        operation: GitOperationRecord,
        sync: GitSyncRecord | undefined,
        snapshot: GitSnapshot | undefined,
        conflicting: Conflicting
      ): Effect.fn.Return<never, Failure> {
        const { current, made, pages } = conflicting
        // there are conflicts only with what was synchronized before
        if (sync === undefined || snapshot === undefined) return yield* Effect.die(conflicting)
        const oid = snapshot.commit?.oid
        const waiting = yield* conflicts.propose(
          {
            operation,
            sync,
            current,
            merged: made.merged,
            theirs: { root: made.theirs, tree: snapshot.tree, shape: made.shape, commit: oid ?? null },
            git: revisionGit(snapshot, operation)
          },
          Effect.void
        )
        // the space moved while it was written: as when the branch moves, all of it again
        if (waiting === undefined) return yield* new GitError({ reason: "Moved", message: "The space was changed" })
        return yield* new SyncConflict({
          pages,
          changeRequest: waiting.number,
          ...defined({ commit: oid })
        })
      })

      const attempt = (run: OperationRun) =>
        Effect.gen(function* () {
          const { finish, operation, report } = run
          const { id, orderedAt, request, spaceId } = operation
          const outdated = Effect.map(store.sync(spaceId), (sync) => isOutdated(operation, sync))
          const begun = yield* store.operation(id)
          // what was pushed is shown, whatever came after it
          if ((begun?.prepared ?? null) === null && (yield* outdated)) return yield* transaction.run(finish({}))
          const source = yield* imports.source(operation)
          yield* report("Connecting")
          const target = yield* open(source, report)
          // a branch that is to be made has what the one has that it is made from
          const known = yield* conflicts.known({ spaceId, request: { ...request, ref: target.from ?? request.ref } })
          const { last, place } = known
          const earlier = begun?.prepared ?? null
          const pushed =
            earlier !== null && (yield* isPushed(earlier, target, report))
              ? { prepared: earlier, commit: target.commit, tree: target.tree }
              : yield* push(run, source, known, target).pipe(
                  Effect.catchTag("Conflicting", (conflicting) => stop(operation, place, target.snapshot, conflicting))
                )
          const { commit, prepared, tree } = pushed

          /** Shows what was pushed; `false` when the head moved meanwhile. */
          const show = Effect.gen(function* () {
            const head = yield* revisions.head(spaceId, primary)
            if (head === undefined) return yield* NotFound.of("space", spaceId)
            const { root } = yield* merging.merge(prepared.from, head.root, prepared.root, sides, { prefer: "ours" })
            const revision = yield* revisionOf(operation, root, head, commit)
            const changes = !request.standalone && root !== head.root
            return yield* transaction.run(
              Effect.gen(function* () {
                if (changes && (yield* heads.advance(primary, head, revision)) === undefined) return false
                if (!request.standalone && tree !== undefined) {
                  const state = { root: prepared.root, tree, shape: null, commit }
                  const later = last !== undefined && last.orderedAt > orderedAt ? last.orderedAt : orderedAt
                  yield* store.putSync({ ...(yield* toSync(operation, state)), orderedAt: later })
                }
                yield* finish({ revisionId: changes ? revision.id : head.revisionId, commit: commit ?? null })
                return true
              })
            )
          })
          yield* untilWon("git.show", show, report("Showing what was pushed"))
        }).pipe(Effect.scoped)

      const committer = {
        name: instance.committer?.name ?? "Octavo",
        email: instance.committer?.email ?? `octavo@${new URL(instance.publicUrl).hostname.replace(/^\[|\]$/g, "")}`
      }

      /** Who asked for it; the operator, and users who are gone, commit as Octavo. */
      const authorOf = ({ actorId }: GitOperationRecord) =>
        actorId === null
          ? Effect.succeed(committer)
          : users.get(actorId).pipe(
              Effect.map(({ displayName, email }) => ({ name: displayName, email })),
              Effect.catchTag(["NotFound", "Forbidden"], () => Effect.succeed(committer)),
              Effect.provideService(CurrentActor, operator)
            )

      const revisionOf = Effect.fnUntraced(function* (
        { actorId, request, spaceId }: GitOperationRecord,
        root: string,
        head: Head,
        commit: string | undefined
      ) {
        const message = request.commitMessage ?? null
        const revision: RevisionRecord = {
          id: makeId(),
          spaceId,
          root,
          parents: [head.revisionId],
          type: "edits",
          author: actorId,
          message,
          git:
            commit === undefined
              ? null
              : { oid: commit, message: message ?? "", createdByGitBook: true, ...commitLinks(request, commit) },
          createdAt: yield* now
        }
        return revision
      })

      const perform = (run: OperationRun) => {
        const after = (lost: number): Effect.Effect<void, Failure | JobLost> =>
          Effect.andThen(afterRaces("git.export", lost), attempt(run)).pipe(
            // somebody pushed between the fetch and the push: what they pushed is merged, too
            Effect.catchTag("GitError", (error) =>
              error.reason === "Moved" && lost < mostPushes ? after(lost + 1) : Effect.fail(error)
            )
          )
        return after(0)
      }

      const plan = traced("GitExports.plan")(function* (
        spaceId: string,
        target: GitSnapshot,
        folder: string,
        report: Report
      ) {
        const head = yield* revisions.head(spaceId, primary)
        if (head === undefined) return yield* NotFound.of("space", spaceId)
        const { others, place } = yield* conflicts.known(folderExport(spaceId, folder))
        const sides = yield* readSides(target, place?.root ?? undefined, head.root, report)
        const exported = yield* decide(target, { ...sides, others }, report)
        return {
          ...exported,
          note: Effect.gen(function* () {
            yield* objects.put(exported.created)
            const state = { root: exported.root, tree: "", shape: null, commit: undefined }
            yield* store.putFormerSync(yield* toSync(folderExport(spaceId, folder), state))
          })
        }
      })

      return GitExports.of({ perform, plan })
    })
  )
}

const all = () => true

/** Ids of the files of a content, by their path. */
const oidsOf = Effect.fnUntraced(function* (root: string) {
  const trees = yield* RevisionTree
  const known = yield* readKnown(yield* missingIsDamage(trees.open(root)))
  return new Map(
    [...known.all, ...known.allFiles, ...known.allReusables].flatMap(({ git }) =>
      git === undefined ? [] : [[git.path, git.oid] as const]
    )
  )
})

/** So often a branch may move under an export before it gives up. */
const mostPushes = 5

const emptyTarget = {
  entries: [],
  tree: undefined,
  snapshot: undefined,
  read: () => Effect.die("an empty repository has nothing to read")
}

const targetOf = (snapshot: GitSnapshot): Target => ({
  entries: snapshot.entries,
  read: snapshot.read,
  tree: snapshot.tree,
  commit: snapshot.commit?.oid,
  snapshot
})

/** Whether a file stands where a directory, or one above it, would be. */
const isOnTheWay = (path: string, directory: string): boolean => directory === path || directory.startsWith(`${path}/`)
