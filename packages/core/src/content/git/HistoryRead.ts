import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"

/** Announces that the history of a space's repository was read: its pages have other dates, and other authors. */
export class HistoryRead extends Context.Service<HistoryRead, Announcement<{ readonly spaceId: string }>>()(
  "@octavo/core/content/git/HistoryRead"
) {}
