import type { InvalidDetail } from "@octavo/core/shared/errors"

/** Statuses of the contract's errors. */
const statuses: Readonly<Record<string, number>> = {
  Invalid: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  Conflict: 409,
  PreconditionFailed: 412,
  StorageError: 503
}

/** Why an operation did not succeed. */
export class OctavoError extends Error {
  /** HTTP status of the answer; `undefined`: there was none, or it could not be understood. */
  readonly status: number | undefined
  /** Each place of the input that is wrong. */
  readonly details: ReadonlyArray<InvalidDetail>
  /** Seconds to wait before the next request, where the server says so (429). */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    status: number | undefined,
    details: ReadonlyArray<InvalidDetail> = [],
    { retryAfter, ...options }: ErrorOptions & { readonly retryAfter?: number | undefined } = {}
  ) {
    super(message, options)
    this.name = "OctavoError"
    this.status = status
    this.details = details
    this.retryAfter = retryAfter
  }

  static of(error: unknown): OctavoError {
    const { _tag, details, message, tooLarge, work } = error as {
      _tag?: string
      message?: string
      details?: []
      tooLarge?: boolean
      work?: string
    }
    const status = tooLarge === true ? 413 : work === "share" ? 429 : statuses[_tag ?? ""]
    return new OctavoError(message ?? String(error), status, details, { cause: error })
  }

  /** From an answer that is none of the operation's own. */
  static ofAnswer(status: number, text: string, retryAfter: string | undefined, cause: unknown): OctavoError {
    let message: unknown
    try {
      message = JSON.parse(text)?.error?.message
    } catch {}
    return new OctavoError(typeof message === "string" ? message : `The server answered ${status}`, status, [], {
      cause,
      retryAfter: /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined
    })
  }
}
