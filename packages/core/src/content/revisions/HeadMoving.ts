import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"

/**
 * Announces that the primary head of a space is to move from one root to another: before the transaction in which it
 * moves, so that what takes long is worked out while nobody waits. It may not come to it. What the second root has anew may
 * be kept alone, and not stored yet.
 */
export class HeadMoving extends Context.Service<
  HeadMoving,
  Announcement<{ readonly spaceId: string; readonly from: string; readonly to: string }>
>()("@octavo/core/content/revisions/HeadMoving") {}
