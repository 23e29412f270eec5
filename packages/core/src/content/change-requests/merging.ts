/** Merging a draft into the primary content, pulling that into a draft, and taking a merge back. Part of `ChangeRequests`. */

import { Effect } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { afterRaces } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Epoch, unchanged } from "../../kernel/shared/Epoch.ts"
import { Invalid, NotFound, PreconditionFailed, StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import type { RichDocument } from "../../kernel/shared/richDocument.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { documentsOf } from "../revisions/documents.ts"
import { HeadMoving } from "../revisions/HeadMoving.ts"
import { Heads } from "../revisions/Heads.ts"
import { ContentMerge } from "../revisions/merge/ContentMerge.ts"
import { MarkedConflicts } from "../revisions/merge/MarkedConflicts.ts"
import { conflictPlaces, type SettledConflict } from "../revisions/merge/MergeConflict.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { RevisionError } from "../revisions/model/RevisionError.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { type Moved, primary, type RevisionRecord } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { checkMoved, refuseLocked } from "../spaces/editing.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { baseOf, type ChangeRequestRecord, isOutdated, labelOf, laterThan } from "./ChangeRequest.ts"
import { ChangeRequestStore, type FoundChangeRequest } from "./ChangeRequestStore.ts"
import { checkStatus } from "./checkStatus.ts"
import { draftConflicts, linesOfConflicts, noSuchConflicts, settledConflicts } from "./conflicts.ts"
import { type ChangeRequestPull, type ConflictFormat, longestSubject } from "./input.ts"
import { MergeGate } from "./MergeGate.ts"
import { type MergeChecks, mergeOutcome, noConflicts } from "./mergeOutcome.ts"
import { Proposals } from "./Proposals.ts"

/** What the primary content is called in the markers of texts that both sides changed. */
const mainName = "Main content"

/** What cannot be merged is told of in words. */
const refused = Effect.mapError((error: StorageError | RevisionError) =>
  error._tag === "StorageError"
    ? error
    : error._tag === "TextTooLong"
      ? new Invalid({ message: `This cannot be merged as it is: ${error.message}`, tooLarge: true })
      : new PreconditionFailed({ message: `This cannot be merged as it is: ${error.message}` })
)

export const makeMerging = Effect.gen(function* () {
  const store = yield* ChangeRequestStore
  const spaces = yield* SpaceStore
  const revisions = yield* RevisionStore
  const heads = yield* Heads
  const moving = yield* HeadMoving
  const merging = yield* ContentMerge
  const marked = yield* MarkedConflicts
  const proposals = yield* Proposals
  const gate = yield* MergeGate
  const access = yield* Access
  const audit = yield* Audit
  const epoch = yield* Epoch
  const transaction = yield* Transaction
  const trees = yield* RevisionTree
  const appUrl = app(yield* Instance, "")

  const damaged = Effect.fail(new StorageError({ operation: "changeRequests.revision", retryable: false }))

  /** A revision that a change request names: that it is not there is damage. */
  const named = (spaceId: string, revisionId: string | null) =>
    Effect.flatMap(revisionId === null ? Effect.undefined : revisions.get(spaceId, revisionId), (revision) =>
      revision === undefined ? damaged : Effect.succeed(revision)
    )

  const rootOf = (spaceId: string, revisionId: string) => Effect.map(named(spaceId, revisionId), ({ root }) => root)

  const baseRootOf = ({ baseRoot }: FoundChangeRequest) => (baseRoot === null ? damaged : Effect.succeed(baseRoot))

  const mergeContent = (
    base: string,
    ours: string,
    theirs: string,
    names: { ours: string; theirs: string },
    settled: ReadonlyArray<SettledConflict> = []
  ) => merging.merge(base, ours, theirs, names, { settled }).pipe(refused)

  const authorOf = Effect.map(CurrentActor, (actor) => (actor.kind === "user" ? actor.userId : null))

  const merge = traced("ChangeRequests.merge")(function* (spaceId: string, idOrNumber: string) {
    yield* access.space(spaceId, "change-request.merge")
    const author = yield* authorOf
    // again when the draft or the primary content moved meanwhile
    for (let lost = 0; ; lost++) {
      yield* afterRaces("changeRequests.merge", lost)
      const isSame = yield* unchanged(epoch, [spaceId])
      const found = yield* store.findToMerge(spaceId, idOrNumber)
      if (found === undefined) return yield* NotFound.of("change request", idOrNumber)
      yield* checkStatus(found, "merge")
      const { space } = found
      yield* refuseLocked(spaceId, space)
      const earlier = yield* gate.check({ changeRequest: found, space, primaryRevision: space.head.revisionId })
      const base = yield* baseRootOf(found)
      const names = { ours: mainName, theirs: `Change request #${found.number}` }
      const merged = yield* merging.make(base, space.head.root, found.head.root, names).pipe(refused)
      yield* moving.announce({ spaceId: spaceId, from: space.head.root, to: merged.root })
      // the revision marks the change request, by its time
      const at = laterThan(found.updatedAt, yield* now)
      const revision: RevisionRecord = {
        id: makeId(),
        spaceId,
        root: merged.root,
        parents: [space.head.revisionId, found.head.revisionId],
        type: "merge",
        author,
        message: `Merge ${labelOf(found)}`,
        git: null,
        createdAt: at,
        mergedFrom: found.id
      }
      // asked when both are held: a space that is locked now, or a review taken back, stops it
      const noted = Effect.fnUntraced(function* (moved: Moved) {
        const asItIs = yield* checkMoved(spaceId, moved)
        const attempt = {
          changeRequest: found,
          space: { ...space, ...asItIs },
          primaryRevision: space.head.revisionId,
          earlier
        }
        const { bypassed } = yield* gate.check(attempt)
        yield* store.countMerged(found)
        const entry = {
          organizationId: found.organizationId,
          target: { type: "change-request" as const, id: found.id, label: labelOf(found) }
        }
        yield* audit.record({
          ...entry,
          action: "change-request.merge",
          payload: { space: spaceId, revision: revision.id, conflicts: merged.conflicts.length }
        })
        if (bypassed.length > 0) {
          const payload = { space: spaceId, revision: revision.id, rules: bypassed }
          yield* audit.record({ ...entry, action: "change-request.bypass", payload })
        }
      })
      const done = yield* transaction.run(
        Effect.gen(function* () {
          const holds = yield* isSame
          const held = holds ? undefined : { id: found.id, updatedAt: found.updatedAt, at }
          const moved = yield* heads.advance(primary, space.head, revision, { created: merged.created, held, noted })
          return moved !== undefined
        })
      )
      if (done) return mergeOutcome(revision.id, "merge", merged)
    }
  })

  const pull = traced("ChangeRequests.pull")(function* (
    spaceId: string,
    idOrNumber: string,
    input: ChangeRequestPull = {}
  ) {
    const settled = yield* settledConflicts(input)
    yield* access.space(spaceId, "change-request.edit")
    const author = yield* authorOf
    for (let lost = 0; ; lost++) {
      yield* afterRaces("changeRequests.pull", lost)
      const found = yield* store.find(spaceId, idOrNumber)
      if (found === undefined) return yield* NotFound.of("change request", idOrNumber)
      yield* checkStatus(found, "update")
      const main = yield* revisions.head(spaceId, primary)
      if (main === undefined) return yield* NotFound.of("space", spaceId)
      const isCurrent = main.revisionId === baseOf(found)
      const base = yield* baseRootOf(found)
      const names = { ours: `Change request #${found.number}`, theirs: mainName }
      const merged = yield* mergeContent(base, found.head.root, main.root, names, settled)
      const left = settled.filter(({ conflict }) => merged.unknown.includes(conflict))
      const { root, unknown } = yield* marked.settle(main.root, merged.root, left).pipe(refused)
      // another version of a side is another conflict, which nobody has decided about
      if (unknown.length > 0) return yield* noSuchConflicts
      if (isCurrent && root === found.head.root) return mergeOutcome(found.head.revisionId, "update", noConflicts)
      const at = yield* now
      const revision: RevisionRecord = {
        id: makeId(),
        spaceId,
        root,
        parents: isCurrent ? [found.head.revisionId] : [found.head.revisionId, main.revisionId],
        type: isCurrent ? "edits" : "update",
        author,
        message: null,
        git: null,
        createdAt: at
      }
      const done = yield* transaction.run(
        Effect.gen(function* () {
          const held = yield* store.lock(spaceId, found.id)
          if (held === undefined) return yield* NotFound.of("change request", idOrNumber)
          yield* checkStatus(held, "update")
          if (baseOf(held) !== baseOf(found)) return false
          if ((yield* heads.advance(found.id, found.head, revision)) === undefined) return false
          yield* store.update(held, { revisionMergedAncestor: main.revisionId }, at)
          return true
        })
      )
      if (done) return mergeOutcome(revision.id, "update", merged)
    }
  })

  /**
   * Opens a change request that takes a merged one back: the primary content as it is now, without what the merge brought
   * into it. Where others have edited the same since, both are kept, as in a merge.
   */
  const revert = traced("ChangeRequests.revert")(function* (spaceId: string, idOrNumber: string) {
    yield* access.space(spaceId, "change-request.create")
    const author = yield* authorOf
    for (let lost = 0; ; lost++) {
      yield* afterRaces("changeRequests.revert", lost)
      const found = yield* store.find(spaceId, idOrNumber)
      if (found === undefined) return yield* NotFound.of("change request", idOrNumber)
      yield* checkStatus(found, "revert")
      const main = yield* revisions.head(spaceId, primary)
      if (main === undefined) return yield* NotFound.of("space", spaceId)
      const merged = yield* named(spaceId, found.revisionMerged)
      const names = { ours: mainName, theirs: `Before change request #${found.number}` }
      const reverted = yield* mergeContent(merged.root, main.root, yield* rootOf(spaceId, merged.parents[0]!), names)
      if (reverted.root === main.root) {
        return yield* new PreconditionFailed({
          message: "The live content has nothing of this change request any more: there is nothing to revert"
        })
      }
      const subject = `Revert ${found.subject === "" ? `change request #${found.number}` : found.subject}`
      const proposal = { spaceId, author, git: null, root: reverted.root, current: main.root }
      const opened = yield* transaction
        .run(proposals.open({ ...proposal, subject: Array.from(subject).slice(0, longestSubject).join("") }))
        .pipe(Effect.catchTag("Moved", () => Effect.undefined))
      if (opened !== undefined) return opened.id
    }
  })

  /** What stands between a change request and its merge by the caller. The rights of the caller are not looked at here. */
  const checksOf = traced("ChangeRequests.checks")(function* (found: ChangeRequestRecord) {
    const space = yield* spaces.get(found.spaceId)
    if (space === undefined) return yield* NotFound.of("space", found.spaceId)
    const { primaryRevision } = found
    const { bypassed, unmet } = yield* gate.look({ changeRequest: found, space, primaryRevision })
    const isOpen = found.status === "draft" || found.status === "open"
    const conflicts =
      isOpen && isOutdated(found)
        ? yield* merging.conflicts(
            yield* rootOf(found.spaceId, baseOf(found)),
            yield* rootOf(found.spaceId, primaryRevision),
            found.head.root
          )
        : []
    return {
      revision: found.head.revisionId,
      rules: unmet,
      bypassed,
      conflicts: conflictPlaces(conflicts)
    } satisfies MergeChecks
  })

  /** Where the draft and the primary content do not go together, with what each has there, as bringing it up to date meets them. */
  const conflictsOf = traced("ChangeRequests.conflicts")(function* (
    found: ChangeRequestRecord,
    format: ConflictFormat
  ) {
    const { head, primaryRevision, spaceId } = found
    const isOpen = found.status === "draft" || found.status === "open"
    const live = yield* rootOf(spaceId, primaryRevision)
    const conflicts = isOpen
      ? [
          ...(isOutdated(found)
            ? yield* merging.conflicts(yield* rootOf(spaceId, baseOf(found)), head.root, live)
            : []),
          ...(yield* marked.find(live, head.root))
        ]
      : []
    const lines = format === "document" ? linesOfConflicts(conflicts) : []
    const place = { spaceId, appUrl, titled: false }
    const documents =
      lines.length === 0
        ? []
        : yield* missingIsDamage(Effect.flatMap(trees.open(head.root), (tree) => documentsOf(tree, place, lines)))
    return draftConflicts(
      { revision: head.revisionId, primaryRevision },
      conflicts,
      documents as ReadonlyArray<unknown> as ReadonlyArray<RichDocument>
    )
  })

  return { merge, pull, revert, checksOf, conflictsOf }
})
