import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"

/** Announces that a specification has a new version. */
export class SpecificationRead extends Context.Service<
  SpecificationRead,
  Announcement<{ readonly organizationId: string; readonly slug: string }>
>()("@octavo/core/content/openapi/SpecificationRead") {}
