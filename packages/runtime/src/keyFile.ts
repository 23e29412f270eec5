/** The master secret of an installation that was given none: made once, kept in a file. */
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { ConfigError } from "./config.ts"

const length = 32

/**
 * The 32 bytes that the file keeps. Where there is no file it is made, readable by this user alone; of servers that
 * start at once one makes it, and the others never see it half written. Throws a `ConfigError` for a file that is no key.
 */
export const keyFile = (path: string): Uint8Array<ArrayBuffer> => {
  const kept = read(path)
  if (kept !== undefined) return kept
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const key = crypto.getRandomValues(new Uint8Array(length))
  const own = `${path}.${crypto.randomUUID()}`
  try {
    writeWhole(own, `${Buffer.from(key).toString("base64")}\n`)
    // a link is made whole or not at all, and never in the place of a file
    linkSync(own, path)
    sync(dirname(path))
    return key
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error
    return read(path)!
  } finally {
    rmSync(own, { force: true })
  }
}

const read = (path: string): Uint8Array<ArrayBuffer> | undefined => {
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
  const key = Uint8Array.from(Buffer.from(text.trim(), "base64"))
  if (key.length === length) return key
  throw new ConfigError(
    `${path} is not a key of ${length} bytes: bring back the file as it was. Removing it makes a new key, which can't read what was sealed`
  )
}

const writeWhole = (path: string, text: string) => {
  const file = openSync(path, "wx", 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The name of a new file is on disk only when its directory is. */
const sync = (directory: string) => {
  const handle = openSync(directory, "r")
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
