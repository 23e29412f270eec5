import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"
import type { EventRecord } from "./Event.ts"

/** Announces what visitors did on sites, as it is written. */
export class EventsNoted extends Context.Service<EventsNoted, Announcement<ReadonlyArray<EventRecord>>>()(
  "@octavo/core/delivery/insights/EventsNoted"
) {}
