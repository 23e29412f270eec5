/** What waits for a member: reviews asked of them, and change requests of theirs that need them. Pure. */
import type { ChangeRequest } from "./api.ts"

export interface WaitingItem {
  readonly request: ChangeRequest
  readonly why: string
}

/**
 * Reviews first, the longest waiting first; then own change requests that the live content has moved on from.
 * @param asked open change requests in which the member is asked for a review
 * @param own open and draft change requests of the member
 */
export const waitingFor = (
  asked: ReadonlyArray<ChangeRequest>,
  own: ReadonlyArray<ChangeRequest>
): ReadonlyArray<WaitingItem> => [
  ...asked
    .toSorted((one, other) => one.updatedAt.localeCompare(other.updatedAt))
    .map((request) => ({ request, why: "Your review is asked for" })),
  ...own
    .filter(({ id, outdated }) => outdated && !asked.some((one) => one.id === id))
    .map((request) => ({ request, why: "Outdated: the live content has changed since" }))
]
