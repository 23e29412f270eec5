import * as SqlError from "effect/sql/SqlError"

/** SQLite's own codes, and those of the file system (such as EACCES) when the file is made. */
const unavailable = /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)|E[A-Z]+$)/
/** What is wrong with the path itself: nothing gets better by waiting. */
const wrongPath = /^(EISDIR|ENOTDIR|ENAMETOOLONG)$/
const wrongStatement = /syntax error|no such|already exists|no column named|ambiguous column|incomplete input/

/**
 * The error as the same reason that Postgres would give. What keeps the store from working at all (disk full, I/O
 * error, read-only file, closed handle) is a ConnectionError: the same request may succeed later.
 */
export const toSqlError = (cause: unknown, operation: string): SqlError.SqlError => {
  if (SqlError.isSqlError(cause)) return cause
  const { code = "", message = String(cause) } = cause as { code?: string; message?: string }
  const props = { cause, message: inWords(code, message), operation }
  return new SqlError.SqlError({ reason: reasonOf(code, message, props) })
}

const inWords = (code: string, message: string): string => {
  if (code === "SQLITE_NOTADB") return "the file is no database of SQLite; look whether its path is right"
  if (isDamaged(code)) {
    return `the file is damaged (${message}); stop all servers, keep a copy of it, and restore a backup: octavo verify tells what can still be read`
  }
  return code === "" ? message : `${code}: ${message}`
}

const isDamaged = (code: string): boolean => code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB"

const reasonOf = (
  code: string,
  message: string,
  props: { readonly cause: unknown; readonly message: string; readonly operation: string }
): SqlError.SqlErrorReason => {
  if (code === "SQLITE_CONSTRAINT_PRIMARYKEY" || code === "SQLITE_CONSTRAINT_ROWID")
    return new SqlError.UniqueViolation({ ...props, constraint: message.replace(/^[^:]*: /, "") })
  if (wrongPath.test(code)) return new SqlError.UnknownError(props)
  if (unavailable.test(code) || message.includes("connection is not open")) return new SqlError.ConnectionError(props)
  if (code === "SQLITE_ERROR" && wrongStatement.test(message)) return new SqlError.SqlSyntaxError(props)
  return SqlError.classifySqliteError(props.cause, props)
}

/** Another process holds the write lock; nothing was done yet. */
export const isBusy = (cause: unknown): boolean => {
  const code = (cause as { code?: unknown }).code
  return typeof code === "string" && code.startsWith("SQLITE_BUSY")
}
