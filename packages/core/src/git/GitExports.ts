/**
 * Exports: one commit that makes a repository say what a space says. The commit is made on the tip of the branch; what
 * came there since the last synchronization is merged first. The order is: decide, note what will be pushed, push, show
 * it. A run that is killed after the push finds its own commit by that note, and only shows it.
 */
import { Context, Effect, Layer, type Scope } from "effect"
import type { Blobs } from "../content/Blobs.ts"
import { Heads } from "../content/Heads.ts"
import { ContentMerge } from "../content/merge/ContentMerge.ts"
import { Objects } from "../content/model/Objects.ts"
import type { RevisionError } from "../content/model/RevisionError.ts"
import { emptyRoot, type RevisionTree } from "../content/model/RevisionTree.ts"
import { type Head, primary, type RevisionRecord } from "../content/Revision.ts"
import { RevisionStore } from "../content/RevisionStore.ts"
import type { JobLost } from "../jobs/Jobs.ts"
import { CurrentActor, operator } from "../shared/Actor.ts"
import { now } from "../shared/clock.ts"
import { NotFound, type PreconditionFailed, type StorageError } from "../shared/errors.ts"
import { Instance } from "../shared/Instance.ts"
import { makeId } from "../shared/ids.ts"
import { Transaction } from "../shared/Transaction.ts"
import { Users } from "../users/Users.ts"
import { type Exported, exportSpace } from "./exportSpace.ts"
import { Git, type GitError, type GitSnapshot, type GitSource } from "./Git.ts"
import { commitLinks, GitImports, SyncConflict, sameSource, sides, toSync } from "./GitImports.ts"
import type { GitOperationRecord, GitSyncRecord } from "./GitOperation.ts"
import { GitStore } from "./GitStore.ts"
import type { Report } from "./importSpace.ts"
import type { OperationRun } from "./operationRun.ts"

type Failure = GitError | StorageError | RevisionError | NotFound | PreconditionFailed | SyncConflict

/** Two contents by hash: what the repository holds, and what it is to hold. */
interface Sides {
  readonly base: string
  readonly current: string
  /** Whether files go whose pages are only in `base`. */
  readonly removes: boolean
}

/** What a repository holds; an empty one has no commit. */
type Target = Pick<GitSnapshot, "entries" | "read"> & {
  readonly tree: string | undefined
  readonly commit: string | undefined
  readonly snapshot: GitSnapshot | undefined
}

export class GitExports extends Context.Service<
  GitExports,
  {
    /** Carries an export out that a job asked for. */
    readonly perform: (run: OperationRun) => Effect.Effect<void, Failure | JobLost>
    /**
     * What must change in a directory so that it holds the primary content of a space; nothing of the space changes.
     * The caller has checked that the content may be read.
     */
    readonly plan: (spaceId: string, target: GitSnapshot, report: Report) => Effect.Effect<Exported, Failure>
  }
>()("@octavo/core/git/GitExports") {
  static readonly layer = Layer.effect(
    GitExports,
    Effect.gen(function* () {
      const context = yield* Effect.context<RevisionTree | Objects | Blobs>()
      const store = yield* GitStore
      const imports = yield* GitImports
      const revisions = yield* RevisionStore
      const heads = yield* Heads
      const merging = yield* ContentMerge
      const objects = yield* Objects
      const users = yield* Users
      const transaction = yield* Transaction
      const instance = yield* Instance
      const git = yield* Git

      const decide = (target: Parameters<typeof exportSpace>[0], { base, current, removes }: Sides, report: Report) =>
        Effect.provideContext(exportSpace(target, base, current, removes, report), context)

      /** For a repository that was not synchronized yet: what of it the space knows by path; the rest stays. */
      const firstSides = Effect.fnUntraced(function* (
        snapshot: GitSnapshot | undefined,
        root: string,
        report: Report
      ): Effect.fn.Return<Sides, Failure> {
        if (snapshot === undefined || snapshot.entries.length === 0) {
          return { base: emptyRoot.root, current: root, removes: false }
        }
        const { theirs } = yield* imports.incoming(snapshot, undefined, root, "ours", report)
        return { base: theirs, current: root, removes: false }
      })

      const open = (source: GitSource, report: Report): Effect.Effect<Target, GitError, Scope.Scope> =>
        git.open(source, { onProgress: report }).pipe(
          Effect.map((snapshot) => ({
            entries: snapshot.entries,
            read: snapshot.read,
            tree: snapshot.tree,
            commit: snapshot.commit?.oid,
            snapshot
          })),
          Effect.catchIf(
            ({ reason }) => reason === "Empty",
            () => Effect.succeed({ ...emptyTarget, commit: undefined, snapshot: undefined })
          )
        )

      /** What the repository says, and what it is to say: the head, with what came to the repository meanwhile. */
      const sidesOf = Effect.fnUntraced(function* (
        operation: GitOperationRecord,
        sync: GitSyncRecord | undefined,
        target: Target,
        head: Head,
        report: Report
      ): Effect.fn.Return<Sides, Failure> {
        const { force } = operation.request
        if (sync === undefined || sync.root === null || target.snapshot === undefined) {
          return yield* firstSides(target.snapshot, head.root, report)
        }
        if (target.tree === sync.tree) return { base: sync.root, current: head.root, removes: true }
        const alike = operation.prepared ?? head.root
        const prefer = force ? "ours" : undefined
        const made = yield* imports.incoming(target.snapshot, sync, head.root, prefer, report, alike)
        if (made.theirs === operation.prepared || (yield* isOwn(operation.prepared, target, report))) {
          const shown = yield* merging.merge(sync.root, head.root, operation.prepared!, sides)
          return {
            base: operation.prepared!,
            current: shown.conflicts.length > 0 ? head.root : shown.root,
            removes: true
          }
        }
        const pages = [...new Set(made.conflicts.map(({ title }) => title))]
        if (pages.length > 0 && !force) {
          const commit = target.commit === undefined ? {} : { commit: target.commit }
          return yield* new SyncConflict({ kind: "export", pages, ...commit })
        }
        return { base: made.theirs, current: made.merged, removes: true }
      })

      /** Whether the repository holds what an earlier run was about to push. */
      const isOwn = Effect.fnUntraced(function* (prepared: string | null, target: Target, report: Report) {
        if (prepared === null) return false
        const { changes } = yield* decide(target, { base: prepared, current: prepared, removes: true }, report)
        return changes.length === 0
      })

      const attempt = ({ finish, operation, report }: OperationRun) =>
        Effect.gen(function* () {
          const { request, spaceId } = operation
          const last = yield* store.sync(spaceId)
          const sync = last !== undefined && sameSource(last, operation) ? last : undefined
          const source = yield* imports.source(operation)
          yield* report("Connecting")
          const target = yield* open(source, report)
          const head = yield* revisions.head(spaceId, primary)
          if (head === undefined) return yield* NotFound.of("space", spaceId)
          const prepared = (yield* store.operation(operation.id))?.prepared ?? null
          const sides = yield* sidesOf({ ...operation, prepared }, sync, target, head, report)
          const exported = yield* decide(target, sides, report)
          if (exported.created.size > 0) yield* objects.put(exported.created)
          const pushed =
            exported.changes.length === 0
              ? undefined
              : yield* Effect.gen(function* () {
                  yield* store.updateOperation(operation.id, { prepared: exported.root })
                  const author = yield* authorOf(operation)
                  const message = request.commitMessage ?? "Export"
                  yield* report("Pushing")
                  return yield* git.commit(
                    source,
                    {
                      base: target.commit,
                      changes: exported.changes,
                      message,
                      author,
                      committer
                    },
                    { onProgress: report }
                  )
                })
          const commit = pushed?.oid ?? target.commit
          // the id of the directory's tree is that of its last commit: nothing else may have come since
          const tree = pushed?.tree ?? target.tree
          const revision = yield* revisionOf(operation, exported.root, head, commit)
          yield* transaction.run(
            Effect.gen(function* () {
              const shows = !request.standalone && exported.root !== head.root
              const moved = shows && (yield* heads.advance(primary, head, revision))
              if (!request.standalone && tree !== undefined) {
                const { orderedAt } = operation
                const sync = yield* toSync(operation, { root: exported.root, tree, shape: null, commit })
                const later = last !== undefined && last.orderedAt > orderedAt ? last.orderedAt : orderedAt
                yield* store.putSync({ ...sync, orderedAt: later })
              }
              yield* finish({ revisionId: moved ? revision.id : head.revisionId, commit: commit ?? null })
            })
          )
        }).pipe(Effect.scoped)

      const committer = instance.committer ?? {
        name: "Octavo",
        email: `octavo@${new URL(instance.publicUrl).hostname.replace(/^\[|\]$/g, "")}`
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
        const again = (left: number): Effect.Effect<void, Failure | JobLost> =>
          attempt(run).pipe(
            // somebody pushed between the fetch and the push: what they pushed is merged, too
            Effect.catchTag("GitError", (error) =>
              error.reason === "Moved" && left > 0 ? again(left - 1) : Effect.fail(error)
            )
          )
        return again(mostRaces)
      }

      const plan = Effect.fn("GitExports.plan")(function* (spaceId: string, target: GitSnapshot, report: Report) {
        const head = yield* revisions.head(spaceId, primary)
        if (head === undefined) return yield* NotFound.of("space", spaceId)
        return yield* decide(target, yield* firstSides(target, head.root, report), report)
      })

      return GitExports.of({ perform, plan })
    })
  )
}

/** So often a branch may move under an export before it gives up. */
const mostRaces = 5

const emptyTarget = { entries: [], tree: undefined, read: () => Effect.die("an empty repository has nothing to read") }
