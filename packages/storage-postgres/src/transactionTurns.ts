/**
 * Transactions go on one in each turn of the event loop, or some where many requests come: between two answers of the
 * database a write takes up to a millisecond of the processor, and the answers to several come together. Without turns a
 * read that comes with them, and then its own answer, waits for all of them.
 */
import { makeTurns } from "@octavo/storage-sql"

/** Of all clients in this process: they share its event loop. As many go on in a turn as requests came in it: whoever writes
 * does not wait for all who read. */
export const transactionTurns = makeTurns({ allowed: (requests) => requests, atOnce: true })
