/** What is said of files that are put into a page. Pure. */
import { sizeOf } from "./words.ts"

/** Why a file is not there. */
export class UploadProblem extends Error {
  /** Whether it may go well another time. */
  readonly again: boolean
  constructor(message: string, again: boolean) {
    super(message)
    this.again = again
  }
}

interface FileFacts {
  readonly size: number
}

/** What is wrong with a file before anything of it is sent. @param most bytes of a file, where that is known */
export const fileProblem = ({ size }: FileFacts, most: number | undefined): UploadProblem | undefined => {
  if (size === 0) return new UploadProblem("It is empty.", false)
  if (most === undefined || size <= most) return undefined
  return new UploadProblem(
    `It has ${sizeOf(size)}, and a file has at most ${sizeOf(most)} here. Nothing was sent. Make it smaller, or put it elsewhere and link to it.`,
    false
  )
}

interface Told {
  readonly message?: string
  readonly status?: number | undefined
  readonly details?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

/** @param error what an operation, or the sending of the bytes, rejected with */
export const uploadProblemOf = (error: unknown, isOnline: boolean): UploadProblem => {
  if (error instanceof UploadProblem) return error
  const { details = [], message = "", status } = (error ?? {}) as Told
  if (status === undefined)
    return new UploadProblem(isOnline ? "The server does not answer." : "The line was lost.", true)
  const size = details.find(({ path }) => path === "file.size")
  if (size !== undefined) return new UploadProblem(`It ${size.message}.`, false)
  const said = /[.!?]$/.test(message) ? message : `${message}.`
  return new UploadProblem(said, status === 401 || status === 408 || status === 409 || status === 429 || status >= 500)
}
