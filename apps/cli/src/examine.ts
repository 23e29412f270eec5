/** The checks of `octavo doctor`. None changes anything. */
import { execFile } from "node:child_process"
import { accessSync, constants, existsSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { dirname } from "node:path"
import { dataPaths, type ProcessConfig } from "@octavo/runtime/environment"
import { clientLayer, parseDatabaseUrl } from "@octavo/runtime/store"
import { describeError } from "@octavo/runtime/words"
import { Dialect, migrator, StoreIncomplete, transferTable } from "@octavo/storage-sql"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

export interface Finding {
  readonly state: "ok" | "warning" | "problem"
  readonly what: string
  readonly found: string
  readonly mend?: string
}

const ok = (what: string, found: string): Finding => ({ state: "ok", what, found })
const warning = (what: string, found: string, mend: string): Finding => ({ state: "warning", what, found, mend })
const problem = (what: string, found: string, mend: string): Finding => ({ state: "problem", what, found, mend })

/** Looks at everything, in the order in which it would fail. */
export const examine = (config: ProcessConfig): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const store = yield* examineStore(config)
    const git = yield* Effect.promise(examineGit)
    const port = yield* Effect.promise(() => examinePort(config))
    return [...store, git, examineDirectory(config), examineKey(config), port, examineUrl(config)]
  })

// ---------------------------------------------------------------------------------------------------------------------

/** How far the clocks of this machine and the database may be apart, in milliseconds. */
const clockTolerance = 30_000

const examineStore = (config: ProcessConfig): Effect.Effect<ReadonlyArray<Finding>> => {
  const database = parseDatabaseUrl(config.database)
  if (database.kind === "sqlite" && database.filename !== ":memory:" && !existsSync(database.filename)) {
    return Effect.succeed([warning("store", `there is no file ${database.filename} yet`, "Make it with octavo init")])
  }
  return Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (yield* (yield* Dialect).tableExists(transferTable)) {
      return [problem("store", new StoreIncomplete().message, "Run the same octavo restore or octavo copy again")]
    }
    const version = yield* migrator.version
    const [row] = yield* sql<{ now: string | Date }>`SELECT CURRENT_TIMESTAMP AS now`
    return [versionFinding(version), clockFinding(row?.now)]
  }).pipe(
    Effect.provide(clientLayer(config)),
    Effect.timeout("10 seconds"),
    Effect.catchCause((cause) =>
      Effect.succeed([
        problem(
          "store",
          describeError(cause),
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
    ? problem("store", `schema version ${version} is newer than this Octavo`, "Start a newer Octavo")
    : version === 0
      ? warning("store", "reachable and empty", "Fill it with octavo init")
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
        "Synchronize both with a time server (NTP)"
      )
}

/** The oldest Git that the importer works with. */
const oldestGit = [2, 30] as const

const examineGit = (): Promise<Finding> =>
  new Promise((resolve) => {
    execFile("git", ["version"], { timeout: 5000 }, (error, stdout) => {
      const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(stdout) ?? []
      const install = `Install Git ${oldestGit.join(".")} or newer; imports of repositories need it`
      if (error !== null) return resolve(problem("git", "the program git was not found", install))
      const old = Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1])
      resolve(old ? problem("git", `${major}.${minor} is too old`, install) : ok("git", `${major}.${minor}`))
    })
  })

/** The directory itself, or the nearest one above that exists. */
const examineDirectory = (config: ProcessConfig): Finding => {
  const { directory } = dataPaths(config)
  let existing = directory
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  try {
    accessSync(existing, constants.W_OK | constants.X_OK)
    return ok("data directory", existing === directory ? directory : `${directory} (will be made)`)
  } catch {
    return problem(
      "data directory",
      `${existing} can't be written by this user`,
      `Give the user that runs Octavo the right to write it, or choose another with --data`
    )
  }
}

const examineKey = (config: ProcessConfig): Finding => {
  const { keyFile } = dataPaths(config)
  if (config.secret !== undefined) return ok("key", "from the configuration")
  if (!existsSync(keyFile)) return ok("key", `${keyFile} will be made on the first start`)
  const mode = statSync(keyFile).mode & 0o777
  return (mode & 0o077) === 0
    ? ok("key", keyFile)
    : problem("key", `${keyFile} can be read by others (mode ${mode.toString(8)})`, `chmod 600 ${keyFile}`)
}

const examinePort = async ({ host, port }: ProcessConfig): Promise<Finding> => {
  if (port === 0) return ok("port", "a free one is taken")
  const code = await listenError(host, port)
  if (code === undefined) return ok("port", `${port} on ${host} is free`)
  if (code !== "EADDRINUSE") {
    return problem("port", `${host}:${port} can't be listened on (${code})`, "Choose others with --host and --port")
  }
  return (await answersHealth(host, port))
    ? ok("port", `${port} on ${host} is in use by a running server that says it is well`)
    : problem("port", `${port} on ${host} is in use by another program`, "End it, or choose another with --port")
}

const listenError = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

const answersHealth = async (host: string, port: number): Promise<boolean> => {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(3000) })
    return response.ok && (await response.text()).includes('"status":"ok"')
  } catch {
    return false
  }
}

const loopback = /^(?:localhost$|127\.|\[?::1\]?$)/

const examineUrl = ({ host, url }: ProcessConfig): Finding => {
  const { hostname, protocol } = new URL(url ?? "http://localhost")
  if (loopback.test(hostname) && !loopback.test(host)) {
    return warning(
      "public URL",
      `${url ?? "http://localhost"} is for this machine only, while the server listens on ${host}`,
      "Set --url (OCTAVO_URL) to the address that readers use: all links are made of it"
    )
  }
  return protocol === "http:" && !loopback.test(hostname)
    ? warning("public URL", `${url} is not encrypted`, "Put a TLS proxy in front and use https://")
    : ok("public URL", url ?? "http://localhost and the port")
}
