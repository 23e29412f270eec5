/** What `octavo doctor` looks at on this machine. */
import { execFile } from "node:child_process"
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { dirname } from "node:path"
import { parseDatabaseUrl } from "@octavo/runtime/databaseUrl"
import { dataPaths, type ProcessConfig } from "@octavo/runtime/environment"
import { checkPdfFonts, type PdfFontsCheck } from "@octavo/runtime/pdfFontsCheck"
import { type Finding, ok, problem, warning } from "./finding.ts"

/** The oldest Git that the importer works with. */
const oldestGit = [2, 30] as const

export const examineGit = (): Promise<Finding> =>
  new Promise((resolve) => {
    execFile("git", ["version"], { timeout: 5000 }, (error, stdout) => {
      const [, major = "0", minor = "0"] = /(?<!\d)(\d+)\.(\d+)/.exec(stdout) ?? []
      const why = "Imports from and exports to repositories fail"
      const install = `Install Git ${oldestGit.join(".")} or newer, where PATH of the server leads`
      if (error !== null) return resolve(problem("git", "the program git was not found", why, install))
      const old = Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1])
      resolve(old ? problem("git", `${major}.${minor} is too old`, why, install) : ok("git", `${major}.${minor}`))
    })
  })

/** The directory itself, or the nearest one above that exists. */
const existingAbove = (directory: string): string => {
  let existing = directory
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  return existing
}

export const examineDirectory = (config: ProcessConfig): Finding => {
  const { directory } = dataPaths(config)
  const existing = existingAbove(directory)
  try {
    if (!statSync(existing).isDirectory()) throw new Error("no directory")
    accessSync(existing, constants.W_OK | constants.X_OK)
    return ok("data directory", existing === directory ? directory : `${directory} (will be made)`)
  } catch {
    return problem(
      "data directory",
      `${existing} is no directory that this user may write`,
      "The key, the Git cache and a SQLite store are kept there: the server does not start",
      "Give the user that runs Octavo the right to write it (chown), or choose another with --data (OCTAVO_DATA)"
    )
  }
}

/** File systems over a network, as Linux numbers them: NFS, SMB, CIFS, AFS, Ceph, 9P. */
const networkTypes = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0xc36400, "Ceph"],
  [0x01021997, "9P"]
])

/** Below this a SQLite store is close to refusing writes, or does already, in bytes. */
const nearlyFull = 1024 ** 3
const full = 64 * 1024 ** 2

const bytes = (count: number): string =>
  count < 1024 ** 3 ? `${Math.floor(count / 1024 ** 2)} MB` : `${Math.floor(count / 1024 ** 3)} GB`

/** The disk below a SQLite store, or below the Git cache. */
export const examineDisk = (config: ProcessConfig): Finding => {
  const database = parseDatabaseUrl(config.database)
  const sqlite = database.kind === "sqlite" && database.filename !== ":memory:"
  const at = existingAbove(sqlite ? dirname(database.filename) : dataPaths(config).directory)
  const { bavail, bsize, type } = statfsSync(at)
  return diskFinding({ at, free: bavail * bsize, type, sqlite })
}

/** @param disk `free` in bytes, `type` as Linux numbers file systems */
export const diskFinding = (disk: {
  readonly at: string
  readonly free: number
  readonly type: number
  readonly sqlite: boolean
}): Finding => {
  const network = networkTypes.get(disk.type >>> 0)
  if (disk.sqlite && network !== undefined) {
    return problem(
      "disk",
      `${disk.at} is on a network file system (${network})`,
      "Locks and shared memory of SQLite do not work there: the store can be damaged",
      "Move the store to a disk of this machine, or to Postgres: octavo copy --from … --to postgres://…"
    )
  }
  const why = disk.sqlite ? "Writes fail when the disk is full" : "Imports and exports fail when the disk is full"
  const mend = `Free some, or move the ${disk.sqlite ? "store" : "data directory (--data)"} to a larger disk`
  if (disk.free < full) return problem("disk", `${bytes(disk.free)} are left at ${disk.at}`, why, mend)
  return disk.free < nearlyFull
    ? warning("disk", `only ${bytes(disk.free)} are left at ${disk.at}`, why, mend)
    : ok("disk", `${bytes(disk.free)} are left at ${disk.at}`)
}

/** Nothing is wrong without the large fonts, unless somebody prints what they draw. */
export const examineFonts = ({ installed, mend, missing }: PdfFontsCheck = checkPdfFonts()): Finding =>
  ok(
    "fonts of PDFs",
    missing.length === 0
      ? `${installed.join(", ")} as well`
      : `${missing.join(", ")} characters are boxes; if your content has them: ${mend}`
  )

export const examineKey = (config: ProcessConfig): Finding => {
  const { keyFile } = dataPaths(config)
  if (config.secret !== undefined) return ok("key", "from the configuration")
  if (!existsSync(keyFile)) return ok("key", `there is no ${keyFile}; a first start makes it`)
  const mode = statSync(keyFile).mode & 0o777
  return (mode & 0o077) === 0
    ? ok("key", keyFile)
    : problem(
        "key",
        `${keyFile} can be read by others (mode ${mode.toString(8)})`,
        "Who reads it can open sealed credentials and sign in as anybody",
        `chmod 600 ${keyFile}`
      )
}

export const examinePort = async ({ host, port }: ProcessConfig): Promise<Finding> => {
  if (port === 0) return ok("port", "a free one is taken")
  const code = await listenError(host, port)
  if (code === undefined) return ok("port", `${port} on ${host} is free`)
  const why = "The server can't start"
  if (code !== "EADDRINUSE") {
    const found = `${host}:${port} can't be listened on (${code})`
    return problem("port", found, why, "Choose others with --host and --port")
  }
  return (await answersHealth(localOrigin(host, port)))
    ? ok("port", `${port} on ${host} is in use by a running server that says it is well`)
    : problem("port", `${port} on ${host} is in use by another program`, why, "End it, or choose another with --port")
}

const listenError = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

/** Where a server that listens on this host and port is found from this machine. */
export const localOrigin = (host: string, port: number): string =>
  `http://${host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host}:${port}`

/** Whether a server there says that it is well. */
export const answersHealth = async (origin: string): Promise<boolean> => {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(3000), redirect: "manual" })
    return response.ok && (await response.text()).includes('"status":"ok"')
  } catch {
    return false
  }
}
