import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { AuditEntry } from "./AuditEvent.ts"

/** Announces what came into the trail of an organization. */
export class Audited extends Context.Service<Audited, Announcement<AuditEntry, CurrentActor>>()(
  "@octavo/core/people/audit/Audited"
) {}
