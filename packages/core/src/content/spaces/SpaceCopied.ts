import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"

/** Announces that a space was made as a copy of another, whose pages have the same ids. */
export class SpaceCopied extends Context.Service<
  SpaceCopied,
  Announcement<{ readonly spaceId: string; readonly copyId: string }>
>()("@octavo/core/content/spaces/SpaceCopied") {}
