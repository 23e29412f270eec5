/**
 * Change requests that are opened with content that nobody wrote in them: it came from Git, or takes a merge back. Everything here joins the
 * transaction of its caller, which ends with a `Moved` when someone else was first.
 */
import { Context, Effect, Layer, Schema } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Heads } from "../revisions/Heads.ts"
import type { RevisionGit, RevisionRecord } from "../revisions/Revision.ts"
import { type ChangeRequestRecord, labelOf } from "./ChangeRequest.ts"
import { ChangeRequestStore } from "./ChangeRequestStore.ts"
import { mayIn } from "./status.ts"

/** The primary content, or the draft, is not what the caller saw: look again. */
export class Moved extends Schema.TaggedError<Moved>()("Moved", {}) {}

/** The content that is proposed. */
export interface ProposedContent {
  /** Hash of it, stored already. */
  readonly root: string
  readonly author: string | null
  readonly git: RevisionGit | null
}

export class Proposals extends Context.Service<
  Proposals,
  {
    /** One that can still be edited; `undefined` once it was merged or archived, and when there is none. */
    readonly waiting: (spaceId: string, id: string) => Effect.Effect<ChangeRequestRecord | undefined, StorageError>
    readonly exists: (spaceId: string, id: string) => Effect.Effect<boolean, StorageError>
    /** Opens one at the primary content, which must be `current`. */
    readonly open: (
      proposal: ProposedContent & { readonly spaceId: string; readonly subject: string; readonly current: string }
    ) => Effect.Effect<ChangeRequestRecord, Moved | NotFound | StorageError, CurrentActor>
    /** Gives one new content, as it was seen by the caller. */
    readonly update: (seen: ChangeRequestRecord, content: ProposedContent) => Effect.Effect<void, Moved | StorageError>
  }
>()("@octavo/core/content/change-requests/Proposals") {
  static readonly layer = Layer.effect(
    Proposals,
    Effect.gen(function* () {
      const store = yield* ChangeRequestStore
      const heads = yield* Heads
      const audit = yield* Audit

      const move = Effect.fnUntraced(function* (
        record: ChangeRequestRecord,
        { author, git, root }: ProposedContent,
        at: string
      ) {
        if (record.head.root === root) return
        const revision: RevisionRecord = {
          id: makeId(),
          spaceId: record.spaceId,
          root,
          parents: [record.head.revisionId],
          type: "edits",
          author,
          message: git?.message ?? null,
          git,
          createdAt: at
        }
        if ((yield* heads.advance(record.id, record.head, revision)) === undefined) return yield* new Moved()
        yield* store.update(record, {}, at)
      })

      const waiting = (spaceId: string, id: string) =>
        Effect.map(store.find(spaceId, id), (found) =>
          found !== undefined && mayIn(found.status, "edit") ? found : undefined
        )

      const exists = (spaceId: string, id: string) =>
        Effect.map(store.find(spaceId, id), (found) => found !== undefined)

      const open = traced("Proposals.open")(function* ({
        current,
        spaceId,
        subject,
        ...content
      }: ProposedContent & { readonly spaceId: string; readonly subject: string; readonly current: string }) {
        const id = makeId()
        const at = yield* now
        const inserted = yield* store.insert({
          id,
          spaceId,
          status: "open",
          subject,
          description: null,
          createdBy: content.author,
          createdAt: at
        })
        const made = inserted ? yield* store.find(spaceId, id) : undefined
        if (made === undefined) return yield* NotFound.of("space", spaceId)
        if (made.head.root !== current) return yield* new Moved()
        yield* move(made, content, at)
        yield* audit.record({
          organizationId: made.organizationId,
          action: "change-request.create",
          target: { type: "change-request", id, label: labelOf(made) },
          payload: { space: spaceId }
        })
        return made
      })

      const update = traced("Proposals.update")(function* (seen: ChangeRequestRecord, content: ProposedContent) {
        const held = yield* store.lock(seen.spaceId, seen.id)
        const same = held !== undefined && held.head.sequence === seen.head.sequence && mayIn(held.status, "edit")
        if (!same) return yield* new Moved()
        yield* move(held, content, yield* now)
      })

      return Proposals.of({ waiting, exists, open, update })
    })
  )
}
