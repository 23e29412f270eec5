/** What went wrong, in plain words for the person at the terminal. */
import * as Cause from "effect/Cause"
import * as SqlError from "effect/sql/SqlError"

/** One or a few sentences; never a stack trace. */
export const describeError = (error: unknown): string => {
  if (Cause.isCause(error)) return describeError(Cause.squash(error))
  if (error instanceof SqlError.SqlError) return describeSqlError(error)
  if (typeof error !== "object" || error === null) return String(error)
  const system = describeSystemError(error)
  if (system !== undefined && !("_tag" in error)) return capitalized(system)
  const { message, details } = error as { readonly message?: unknown; readonly details?: unknown }
  const sentence = typeof message === "string" && message !== "" ? message : String(error)
  return Array.isArray(details)
    ? [sentence, ...details.map(({ path, message }) => `  ${path}: ${message}`)].join("\n")
    : sentence
}

/** A failure that the program knows, and that has no class of its own: its message is for people. */
export class ExpectedError extends Error {
  override readonly name = "ExpectedError"
}

/** Whether the message was written for people: a failure that the program knows, not a fault in it. */
export const isExpected = (error: unknown): boolean =>
  error instanceof SqlError.SqlError ||
  describeSystemError(error) !== undefined ||
  (typeof error === "object" &&
    error !== null &&
    ("_tag" in error || (error instanceof Error && error.name !== "Error")))

/** What the system says of a file, a directory or an address, with what it was about. */
interface SystemError {
  readonly code: string
  readonly syscall?: string
  readonly path?: string
  readonly dest?: string
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
}

/**
 * An error of the system (`EACCES`, `ECONNREFUSED`, ...) in words that name the file or the address, what is wrong with
 * it, and the code once. `undefined` for every other error. Looks into causes, and into what several tries failed with.
 */
export const describeSystemError = (error: unknown): string | undefined => {
  const found = systemErrorIn(error)
  if (found === undefined) return undefined
  const { code } = found
  const host = found.address ?? found.hostname
  const at = host === undefined ? "the address" : found.port === undefined ? host : `${host}:${found.port}`
  // a file that is written under another name until it is whole is not what anybody asked for
  const path = found.path?.replace(/\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.part)?$/, "") ?? "the file"
  const words = systemWords[code]
  return words === undefined ? undefined : `${words({ path, at })} (${code})`
}

/** By code; what is wrong, and what to look at. */
const systemWords: Readonly<Record<string, (where: { readonly path: string; readonly at: string }) => string>> = {
  EACCES: ({ path }) =>
    `${path} may not be read or written by the user that runs octavo; look at its rights and its owner`,
  EPERM: ({ path }) => `${path} may not be changed by the user that runs octavo; look at its rights and its owner`,
  EROFS: ({ path }) => `${path} is on a disk that can only be read`,
  ENOENT: ({ path }) => `there is no ${path}`,
  ENOTDIR: ({ path }) => `${path} leads through a file where a directory must be`,
  EEXIST: ({ path }) => `${path} is there already, and is not what must be there`,
  EISDIR: ({ path }) => `${path} is a directory, and must be a file`,
  ENAMETOOLONG: ({ path }) => `${path} is too long a name`,
  ENOSPC: ({ path }) => `there is no room left on the disk of ${path}`,
  EDQUOT: ({ path }) => `the user that runs octavo has no room left on the disk of ${path}`,
  EIO: ({ path }) => `the disk of ${path} has a fault`,
  EMFILE: () => "too many files are open; raise the limit of the process (ulimit -n)",
  ENFILE: () => "too many files are open on this machine",
  ECONNREFUSED: ({ at }) => `nothing listens at ${at}; look whether it runs, and whether host and port are right`,
  ECONNRESET: ({ at }) => `${at} ended the connection`,
  EPIPE: () => "the other side ended the connection",
  ETIMEDOUT: ({ at }) => `${at} does not answer; look at the address, and at firewalls on the way`,
  EHOSTUNREACH: ({ at }) => `there is no way to ${at} from this machine`,
  ENETUNREACH: ({ at }) => `there is no way to ${at} from this machine`,
  ENOTFOUND: ({ at }) => `the name ${at} is not known; look whether it is written right`,
  EAI_AGAIN: ({ at }) => `the name ${at} can't be looked up now; look at this machine's DNS`,
  EADDRINUSE: ({ at }) => `${at} is taken by another program`,
  EADDRNOTAVAIL: ({ at }) => `${at} is no address of this machine`,
  SQLITE_CANTOPEN: ({ path }) => `${path} can't be opened; look at its rights and at those of its directory`,
  SQLITE_READONLY: ({ path }) => `${path} can only be read; look at its rights and at those of its directory`,
  SQLITE_FULL: ({ path }) => `there is no room left on the disk of ${path}`
}

/** The first error with a code that has words, in the error itself or in what it was caused by. */
const systemErrorIn = (error: unknown, depth = 0): SystemError | undefined => {
  if (typeof error !== "object" || error === null || depth > 5) return undefined
  const { code, cause, errors, reason } = error as { readonly [_ in "code" | "cause" | "errors" | "reason"]?: unknown }
  if (typeof code === "string" && Object.hasOwn(systemWords, code) && !Array.isArray(errors))
    return error as SystemError
  const inner = Array.isArray(errors) ? [...errors, cause] : [cause, reason]
  for (const one of inner) {
    const found = systemErrorIn(one, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

const capitalized = (text: string): string =>
  text.startsWith("/") ? text : text.slice(0, 1).toUpperCase() + text.slice(1)

const describeSqlError = ({ reason }: SqlError.SqlError): string => {
  const why = describeSystemError(reason) ?? reason.message
  switch (reason._tag) {
    case "ConnectionError":
      return `The database can't be reached: ${why}`
    case "AuthenticationError":
    case "AuthorizationError":
      return `The database refuses access: ${why}. Check user, password and rights in the database URL`
    default:
      return `The database failed: ${why}`
  }
}

/**
 * The same words for a program that takes no flags: in place of each flag, with or without a value, the variable that
 * stands in brackets after it.
 */
export const withVariables = (text: string): string =>
  text.replace(/(?<![a-z0-9-])--[a-z0-9-]{1,40}(?: [^\s()]{1,200})? \((OCTAVO_[^\s()]{1,200})\)/g, "$1")
