/** The hook that decides whether a change request may be merged now. */
import { Context, type Effect, Schema } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, PreconditionFailed, StorageError } from "../../kernel/shared/errors.ts"
import type { OrganizationMergeRules } from "../../people/organizations/Organization.ts"
import type { ChangeRequestRecord } from "./ChangeRequest.ts"
import type { MergeSpace } from "./ChangeRequestStore.ts"

export interface MergeAttempt {
  readonly changeRequest: ChangeRequestRecord
  readonly space: MergeSpace
  /** The revision of the primary content that it is merged into. */
  readonly primaryRevision: string
  /** What an earlier `check` of the same draft and primary content found, inside the transaction of the merge. */
  readonly earlier?: MergeCheck | undefined
}

/** What a check found that lets a merge pass. */
export interface MergeCheck {
  /** The rules that do not hold and that the caller may bypass. */
  readonly bypassed: ReadonlyArray<string>
  /** The rules of the organization, where they are asked for: those of when the merge began. */
  readonly inherited?: OrganizationMergeRules | null | undefined
  /** What its links were found to be, where a rule asked. */
  readonly brokenLinks?: { readonly count: number; readonly elsewhere: number } | undefined
}

/** A rule that does not hold, and who could make it hold. */
export const UnmetRule = Schema.Struct({ rule: Schema.String, message: Schema.String }).annotate({
  identifier: "UnmetMergeRule"
})

export interface MergeRulesLook {
  readonly unmet: ReadonlyArray<typeof UnmetRule.Type>
  /** Whether the caller may merge all the same. */
  readonly bypassed: boolean
}

export class MergeGate extends Context.Service<
  MergeGate,
  {
    /**
     * Fails when the merge is refused, and says why and who could change that. Asked before the work, and again inside
     * the transaction of the merge, which holds the change request's row: what changes its reviews takes that row first
     * (`ChangeRequestStore.lock`). What is a function of the content is looked at the first time alone, for a transaction
     * is no place for it; `earlier` says what it was.
     */
    readonly check: (
      attempt: MergeAttempt
    ) => Effect.Effect<MergeCheck, Forbidden | PreconditionFailed | StorageError, CurrentActor>
    /** The rules that do not hold, for who wants to know before they try. */
    readonly look: (attempt: MergeAttempt) => Effect.Effect<MergeRulesLook, StorageError, CurrentActor>
  }
>()("@octavo/core/content/change-requests/MergeGate") {}
