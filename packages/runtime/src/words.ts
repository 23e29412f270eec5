/** What went wrong, in plain words for the person at the terminal. */
import * as Cause from "effect/Cause"
import * as SqlError from "effect/sql/SqlError"

/** One or a few sentences; never a stack trace. */
export const describeError = (error: unknown): string => {
  if (Cause.isCause(error)) return describeError(Cause.squash(error))
  if (error instanceof SqlError.SqlError) return describeSqlError(error)
  if (typeof error !== "object" || error === null) return String(error)
  const { message, details } = error as { readonly message?: unknown; readonly details?: unknown }
  const sentence = typeof message === "string" && message !== "" ? message : String(error)
  return Array.isArray(details)
    ? [sentence, ...details.map(({ path, message }) => `  ${path}: ${message}`)].join("\n")
    : sentence
}

/** Whether the message was written for people: a failure that the program knows, not a fault in it. */
export const isExpected = (error: unknown): boolean =>
  error instanceof SqlError.SqlError ||
  (typeof error === "object" &&
    error !== null &&
    ("_tag" in error || (error instanceof Error && error.name !== "Error")))

const describeSqlError = ({ reason }: SqlError.SqlError): string => {
  switch (reason._tag) {
    case "ConnectionError":
      return `The database can't be reached: ${reason.message}`
    case "AuthenticationError":
    case "AuthorizationError":
      return `The database refuses access: ${reason.message}. Check user, password and rights in the database URL`
    default:
      return `The database failed: ${reason.message}`
  }
}
