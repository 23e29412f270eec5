/**
 * Writes whose answer nobody reads. Within a transaction of a store that is asked over a network they wait for the next
 * statement and go with it, in one round trip (`docs/decisions/0101-written-together.md`); elsewhere they are sent at once.
 */

import { reference } from "@octavo/core/kernel/shared/reference"
import { Effect } from "effect"

/** Whether the statements at hand may wait: see `unread`. */
export const WriteBehind = reference<boolean>("octavo/storage-sql/WriteBehind", () => false)

/**
 * Statements that insert, update or delete rows of one table each, without RETURNING: nobody reads what they answer, and
 * nobody catches their failure, which is that of the whole transaction. What is deleted has no rows of other tables.
 */
export const unread = <A, E, R>(statements: Effect.Effect<A, E, R>): Effect.Effect<void, E, R> =>
  Effect.asVoid(Effect.provideService(statements, WriteBehind, true))
