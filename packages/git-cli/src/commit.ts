/** Reads a commit object, as the API shows it. */
import type { GitCommit } from "@octavo/core/content/git/Git"

/** Characters of a message that are kept. */
const longestMessage = 65_536

/** Parses the output of `git cat-file commit`. */
export const parseCommit = (oid: string, object: Buffer): GitCommit => {
  const end = object.indexOf("\n\n")
  const head = object.subarray(0, end < 0 ? object.length : end)
  const encoding = /^encoding (.+)$/m.exec(head.toString("latin1"))?.[1] ?? "utf-8"
  const decode = decoder(encoding)
  const headers = decode(head)
  const author = parsePerson(headers, "author")
  const committer = parsePerson(headers, "committer")
  return {
    oid,
    message: clean(end < 0 ? "" : decode(object.subarray(end + 2)))
      .slice(0, longestMessage)
      .toWellFormed()
      .trim(),
    author: author.person,
    committer: committer.person,
    committedAt: committer.time
  }
}

// ---------------------------------------------------------------------------------------------------------------------

const decoder = (encoding: string): ((bytes: Buffer) => string) => {
  try {
    const made = new TextDecoder(encoding)
    return (bytes) => made.decode(bytes)
  } catch {
    return (bytes) => bytes.toString("latin1")
  }
}

/** NUL cannot be stored. */
const clean = (text: string): string => text.replaceAll("\0", "")

const parsePerson = (headers: string, key: "author" | "committer") => {
  const line = headers.split("\n").find((text) => text.startsWith(`${key} `)) ?? ""
  const [, name = "", email = "", seconds = ""] = /^\w+ (.*?) ?<([^<>]*)> ?(-?\d*)/.exec(line) ?? []
  return { person: { name: clean(name), email: clean(email) }, time: isoTime(seconds) }
}

/** Times outside of the years 1970 to 9999 become the nearest of them. */
const isoTime = (seconds: string): string => {
  const latest = Date.UTC(9999, 11, 31, 23, 59, 59)
  return new Date(Math.max(0, Math.min(latest, Number(seconds) * 1000))).toISOString()
}
