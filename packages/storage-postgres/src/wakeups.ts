/** Notifications between processes over LISTEN and NOTIFY. */
import { PgConnection } from "@effect/sql-pg"
import { unread, type Wakeups, whileAway } from "@octavo/storage-sql"
import { Effect, Stream } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

const channel = "octavo_wakeups"

/** Postgres takes less than 8,000 bytes. */
const longest = 7000

/** Tells this client's own words from others'. */
const senderLength = 36

/** Listens on a connection of its own, which is made anew when it is lost. */
export const makeWakeups = (sql: SqlClient.SqlClient, config: PgConnection.Config): typeof Wakeups.Service => {
  const sender: string = crypto.randomUUID()
  return {
    say: (word) =>
      Buffer.byteLength(word) > longest ? Effect.void : unread(sql`SELECT pg_notify(${channel}, ${sender + word})`),
    heard: PgConnection.make(config).pipe(
      Effect.flatMap((connection) => connection.listen(channel)),
      Effect.map(Stream.fromQueue),
      Stream.unwrap,
      Stream.filter(({ payload }) => !payload.startsWith(sender)),
      Stream.map(({ payload }) => payload.slice(senderLength)),
      Stream.retry(whileAway),
      Stream.orDie
    )
  }
}
