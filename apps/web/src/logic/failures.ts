/** What an operation that did not succeed means for what was to be saved. Pure. */
import type { Passing, Stop } from "./saving.ts"

export type Failure =
  | { readonly why: Passing; readonly after?: number; readonly said?: string }
  | { readonly stop: Stop; readonly said?: string }

/** A page that is not there any more, where it was just edited. */
export class PageDeleted extends Error {
  constructor() {
    super("The page is not there any more")
  }
}

interface Told {
  readonly message?: string
  readonly status?: number | undefined
  readonly retryAfter?: number | undefined
  readonly details?: ReadonlyArray<{ readonly path: string }>
}

/** @param error what an operation rejected with; an `OctavoError` has the status of the answer, or none without one */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof PageDeleted) return { stop: "deleted" }
  const { details = [], message, retryAfter, status } = (error ?? {}) as Told
  const said = message === undefined ? {} : { said: message }
  switch (status) {
    case undefined:
      return { why: "unreachable" }
    case 401:
      return { stop: "signed-out", ...said }
    case 403:
      return { stop: "forbidden", ...said }
    case 404:
      return { stop: "gone", ...said }
    case 409:
      return { stop: "collision", ...said }
    case 412:
      return { stop: "closed", ...said }
    case 413:
      return { stop: "too-large", ...said }
    default:
      if (status >= 500 || status === 408 || status === 429)
        return { why: "server", ...(retryAfter === undefined ? {} : { after: retryAfter * 1000 }), ...said }
      return details.some(({ path }) => /^changes\.\d+\.page$/.test(path))
        ? { stop: "deleted", ...said }
        : { stop: "refused", ...said }
  }
}

/** Something that a screen asks for, and may have been answered before. */
interface Asked {
  readonly data: unknown
  readonly error: unknown
}

/**
 * The error that a screen shows in place of what it asks for. What it has already stays there while a server can't be
 * reached, or can't answer: somebody may be writing in it.
 */
export const errorToShow = (...all: ReadonlyArray<Asked>): unknown =>
  all.find(({ data, error }) => error !== null && (data === undefined || isTakenAway(failureOf(error))))?.error ?? null

/** Who was signed out is asked to sign in again; until then nothing is taken from them. */
const isTakenAway = (failure: Failure): boolean => "stop" in failure && failure.stop !== "signed-out"
