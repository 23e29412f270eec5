import * as SqlError from "effect/sql/SqlError"

/**
 * SQLSTATEs of a server that cannot work now and may work later: out of resources (53), stopped, starting or taken
 * away by its operator (57P), failing disks (58), read-only after a failover (25006), without the database (3D).
 */
const unavailable = /^(53|57P|58|25006|3D)/

/**
 * The driver's error, with every reason that means "the store is unavailable" told as a ConnectionError, and with the
 * message of the server or the socket instead of the driver's general one.
 */
export const refineError = (error: SqlError.SqlError): SqlError.SqlError => {
  const { cause, operation, _tag } = error.reason
  const { code, message } = cause as { readonly code?: unknown; readonly message?: string }
  const text = [code, message].filter(Boolean).join(": ")
  if (_tag === "ConnectionError" || (_tag === "UnknownError" && typeof code === "string" && unavailable.test(code)))
    return connectionError(cause, text || error.message, operation)
  if (_tag === "AuthenticationError")
    return new SqlError.SqlError({ reason: new SqlError.AuthenticationError({ cause, message: text, operation }) })
  return error
}

export const connectionError = (cause: unknown, message: string, operation: string | undefined): SqlError.SqlError =>
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause, message, operation }) })
