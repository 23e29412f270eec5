import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"
import type { ChangeRequestRecord } from "./ChangeRequest.ts"

/** A change request that cannot be merged any more without somebody's decision. */
export interface Collision {
  readonly changeRequest: ChangeRequestRecord
  /** How many. */
  readonly conflicts: number
  /** Who made the live revision that it collides with; `null`: nobody who is known. */
  readonly by: string | null
}

/** Announces that a change request has conflicts with the live content, which it had not before. */
export class Collided extends Context.Service<Collided, Announcement<Collision>>()(
  "@octavo/core/content/change-requests/Collided"
) {}
