/** What `octavo doctor` looks at in the store. It only reads. */
import { existsSync } from "node:fs"
import { parseDatabaseUrl } from "@octavo/runtime/databaseUrl"
import type { ProcessConfig } from "@octavo/runtime/environment"
import { describeError } from "@octavo/runtime/errorMessages"
import { hasSecretOfStore, readingLayer } from "@octavo/runtime/store"
import { Dialect, migrator, type QueueState, queueStates, StoreIncomplete, transferTable } from "@octavo/storage-sql"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Finding, ok, problem, warning } from "./finding.ts"

/** How far the clocks of this machine and the database may be apart, in milliseconds. */
const clockTolerance = 30_000

/** What one server may open at most (`PostgresClient`). */
const poolSize = 10

/** A job that waits for longer has nobody who takes it, in seconds: runs are tried again after minutes. */
const stuckAfter = 3600

export const examineStore = (config: ProcessConfig): Effect.Effect<ReadonlyArray<Finding>> => {
  const database = parseDatabaseUrl(config.database)
  if (database.kind === "sqlite" && database.filename !== ":memory:" && !existsSync(database.filename)) {
    return Effect.succeed([
      warning(
        "store",
        `there is no file ${database.filename} yet`,
        "Nobody can sign in before there is an organization with an admin",
        "Make it with octavo init, or name the right file with --database"
      )
    ])
  }
  return Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    const server = dialect.kind === "postgres" ? yield* postgresFindings : []
    if (yield* dialect.tableExists(transferTable)) {
      const why = "Servers refuse a store that is only half there"
      return [
        problem("store", new StoreIncomplete().message, why, "Run the same octavo restore or octavo copy again"),
        ...server
      ]
    }
    const version = yield* migrator.version
    const [row] = yield* sql<{ now: string | Date }>`SELECT CURRENT_TIMESTAMP AS now`
    const found = [versionFinding(version), clockFinding(row?.now), ...server]
    if (version === 0 || version > migrator.target) return found
    return [
      ...found,
      secretFinding(yield* hasSecretOfStore(config)),
      yield* peopleFinding,
      ...(version === migrator.target ? [yield* domainsFinding] : []),
      jobsFinding(yield* queueStates)
    ]
  }).pipe(
    Effect.provide(readingLayer(config)),
    Effect.timeout("10 seconds"),
    Effect.catchCause((cause) =>
      Effect.succeed([
        problem(
          "store",
          describeError(cause),
          "Nothing works without the store; a server that runs waits for it",
          database.kind === "sqlite"
            ? "Check that the file is an Octavo store and that this user may write it and its directory"
            : "Check that Postgres runs, and host, port, user, password and name in the database URL"
        )
      ])
    )
  )
}

const versionFinding = (version: number): Finding =>
  version > migrator.target
    ? problem(
        "store",
        `schema version ${version} is newer than this Octavo, which knows ${migrator.target}`,
        "An older program could damage what it does not know, so it refuses the store",
        "Start the Octavo that has changed it, or a newer one; else octavo restore a backup from before"
      )
    : version === 0
      ? warning("store", "reachable and empty", "Nobody can sign in yet", "Fill it with octavo init")
      : version < migrator.target
        ? ok("store", `reachable, schema version ${version}; the next start brings it to ${migrator.target}`)
        : ok("store", `reachable, schema version ${version}`)

/** SQLite tells UTC without saying so. */
const clockFinding = (now: string | Date | undefined): Finding => {
  const told = now instanceof Date ? now.getTime() : Date.parse(/[zZ+]/.test(now ?? "") ? now! : `${now}Z`)
  const apart = Math.abs(Date.now() - told)
  return apart <= clockTolerance
    ? ok("clock", new Date().toISOString())
    : problem(
        "clock",
        `this machine's is ${Math.round(apart / 1000)} s away from the database's`,
        "Tokens and links end too early or too late, and workers take each other's jobs",
        "Synchronize both with a time server (NTP)"
      )
}

const secretFinding = (same: boolean): Finding =>
  same
    ? ok("secret", "the one that the store was first opened with")
    : problem(
        "secret",
        "is missing, or not the one that the store was first opened with",
        "Sealed credentials of Git and sign-in can't be read, and cookies and cursors of other servers are refused",
        "Bring back octavo.key into the data directory, or set --secret (OCTAVO_SECRET) to the same text on all servers"
      )

const peopleFinding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ organizations: number; admins: number }>`
    SELECT (SELECT COUNT(*) FROM organizations) AS organizations,
      (SELECT COUNT(*) FROM organizations o WHERE EXISTS (
        SELECT 1 FROM members m WHERE m.organization_id = o.id AND m.role = 'admin' AND m.disabled = 0)) AS admins`
  const { admins = 0, organizations = 0 } = row ?? {}
  if (organizations === 0) {
    const why = "Nobody can sign in or call the API"
    return warning(
      "people",
      "there is no organization",
      why,
      "Make one with its admin: at the address in the log of octavo serve, or with octavo init"
    )
  }
  return admins === organizations
    ? ok("people", `${organizations === 1 ? "one organization" : `${organizations} organizations`}, each with an admin`)
    : problem(
        "people",
        `${organizations - admins} of ${organizations} organizations have no admin who may sign in`,
        "Nobody can change their settings, members or sites",
        "Give them one: octavo user create --organization NAME --email ADDRESS --name NAME --role admin"
      )
})

/** E-mail domains whose people are not offered the sign-in that their organization has set up. */
const domainsFinding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const organizations = yield* sql<{ id: string; title: string; email_domains: string }>`
    SELECT id, title, email_domains FROM organizations o WHERE email_domains <> '[]' AND EXISTS (
      SELECT 1 FROM saml_providers p WHERE p.organization_id = o.id
        AND p.sso_url <> '' AND p.entity_id <> '' AND p.certificate <> '') ORDER BY id`
  const proofs = yield* sql<{ organization_id: string; domain: string }>`
    SELECT organization_id, domain FROM email_domain_proofs`
  const proven = new Set(proofs.map(({ domain, organization_id }) => `${organization_id} ${domain}`))
  const open = organizations.flatMap(({ email_domains, id, title }) =>
    (JSON.parse(email_domains) as ReadonlyArray<string>)
      .filter((domain) => !proven.has(`${id} ${domain}`))
      .map((domain) => `${domain} (${title})`)
  )
  return open.length === 0
    ? ok("sign-in", "every e-mail domain of an organization with a provider is proven")
    : warning(
        "sign-in",
        `not proven to be their organization's: ${open.slice(0, 10).join(", ")}${open.length > 10 ? ` and ${open.length - 10} more` : ""}`,
        "People of these domains are not offered the organization's sign-in when they enter their address",
        "Make the DNS record that octavo domain list --organization NAME shows, or vouch for them with octavo domain prove DOMAIN --organization NAME"
      )
})

const jobsFinding = (queues: ReadonlyArray<QueueState>): Finding => {
  const stuck = queues.filter(({ oldest, waiting }) => waiting > 0 && oldest > stuckAfter)
  const failed = queues.filter(({ failed }) => failed > 0)
  const names = (some: ReadonlyArray<QueueState>, count: (queue: QueueState) => number) =>
    some.map((one) => `${one.queue} (${count(one)})`).join(", ")
  if (stuck.length > 0) {
    const hours = Math.floor(Math.max(...stuck.map(({ oldest }) => oldest)) / 3600)
    return problem(
      "jobs",
      `wait for ${hours} h and longer: ${names(stuck, ({ waiting }) => waiting)}`,
      "Imports, mails, translations and deletions do not happen",
      "Start a server on this store with octavo serve; if one runs, its log tells what keeps its worker"
    )
  }
  return failed.length > 0
    ? warning(
        "jobs",
        `failed for good: ${names(failed, (one) => one.failed)}`,
        "What they were to do was not done, and is not tried again",
        "Look in the log for why, mend that, and ask for the import, mail or translation again"
      )
    : ok("jobs", "none that is stuck")
}

interface PostgresRow {
  readonly most: string
  readonly reserved: string
  readonly encoding: string
  readonly database_limit: number
  readonly role_limit: number
  readonly others: number
}

/** Room for the connections of a server, and text that can hold every character. */
const postgresFindings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<PostgresRow>`SELECT current_setting('max_connections') AS most,
      current_setting('superuser_reserved_connections') AS reserved, pg_encoding_to_char(d.encoding) AS encoding,
      d.datconnlimit AS database_limit, (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role_limit,
      (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'
        AND application_name <> 'octavo') AS others
    FROM pg_database d WHERE d.datname = current_database()`
  if (row === undefined) return []
  const room = Number(row.most) - Number(row.reserved) - row.others
  const limits = [room, ...[row.database_limit, row.role_limit].filter((limit) => limit >= 0)]
  const least = Math.min(...limits)
  const connections =
    least >= poolSize
      ? ok("connections", `Postgres has room for ${least}: ${Math.floor(least / poolSize)} servers of ${poolSize}`)
      : problem(
          "connections",
          `Postgres has room for ${Math.max(0, least)}, a server opens up to ${poolSize}`,
          "Under load requests are answered with 503 because no connection becomes free",
          "Raise max_connections in postgresql.conf, or the CONNECTION LIMIT of the database and the role"
        )
  const encoding =
    row.encoding === "UTF8"
      ? []
      : [
          problem(
            "encoding",
            `the database's is ${row.encoding}`,
            "Text of most languages can't be kept, or is kept broken",
            "Make another one with CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0, and octavo copy into it"
          )
        ]
  return [connections, ...encoding]
})
