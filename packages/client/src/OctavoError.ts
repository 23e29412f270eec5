import type { EditConflict, InvalidDetail } from "@octavo/core/kernel/shared/errors"

/** Why an operation did not succeed. */
export class OctavoError extends Error {
  /** HTTP status of the answer; `undefined`: there was none, or it could not be understood. */
  readonly status: number | undefined
  /** Each place of the input that is wrong. */
  readonly details: ReadonlyArray<InvalidDetail>
  /** The texts that collide, where an edit was refused because others changed the same words since (409). */
  readonly conflicts: ReadonlyArray<EditConflict>
  /** Seconds to wait before the next request, where the server says so (429). */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    status: number | undefined,
    details: ReadonlyArray<InvalidDetail> = [],
    {
      conflicts = [],
      retryAfter,
      ...options
    }: ErrorOptions & {
      readonly conflicts?: ReadonlyArray<EditConflict> | undefined
      readonly retryAfter?: number | undefined
    } = {}
  ) {
    super(message, options)
    this.name = "OctavoError"
    this.status = status
    this.details = details
    this.conflicts = conflicts
    this.retryAfter = retryAfter
  }

  /** From an answer that is not what was asked for: the server's own words, or those of a proxy as far as they can be read. */
  static ofAnswer(status: number, text: string, retryAfter: string | null): OctavoError {
    let message: unknown
    let details: unknown
    let conflicts: unknown
    try {
      ;({ conflicts, details, message } = JSON.parse(text).error)
    } catch {}
    return new OctavoError(
      typeof message === "string" ? message : `The server answered ${status}`,
      status,
      Array.isArray(details) ? details.filter(isDetail) : [],
      {
        conflicts: Array.isArray(conflicts) ? conflicts.filter(isConflict) : [],
        retryAfter: /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined
      }
    )
  }
}

const isDetail = (one: Partial<InvalidDetail> | null): one is InvalidDetail =>
  typeof one?.path === "string" && typeof one.message === "string"

const isConflict = (one: Partial<EditConflict> | null): one is EditConflict =>
  [one?.path, one?.base, one?.mine, one?.theirs].every((text) => typeof text === "string")
