/** Bounds and times of streams of events. */
import { reference } from "../../kernel/shared/reference.ts"

/** In milliseconds. */
export interface EventTimes {
  /** How often a word is sent that keeps a connection. */
  readonly keepAlive: number
  /** How often it is looked whether who listens still may. */
  readonly check: number
  /** How often a process says that it is there. */
  readonly beat: number
  /** The people of a process that says nothing for so long are gone. */
  readonly silence: number
}

export interface EventSettings extends EventTimes {
  /** Streams that one person has open at most in one process. */
  readonly perPerson: number
  /** Streams that one process has open at most. */
  readonly perProcess: number
  /** Events that wait for one who does not read; who has more is cut off. */
  readonly waiting: number
}

export const eventDefaults: EventSettings = {
  perPerson: 50,
  perProcess: 2000,
  keepAlive: 15_000,
  check: 2000,
  beat: 8000,
  silence: 25_000,
  waiting: 256
}

/** What an installation has set. */
export const CurrentEventSettings = reference<EventSettings>(
  "@octavo/core/connections/events/CurrentEventSettings",
  () => eventDefaults
)
