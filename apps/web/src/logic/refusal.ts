/** What of a page the server could not take, as its answer says. Pure. */

export interface Refusal {
  /** Why, in the words of the server. */
  readonly reason: string | undefined
  /** Where it is in the document, as in `nodes.2.nodes.0`; undefined where it is not in one block. */
  readonly path: string | undefined
}

/** @param error what an operation rejected with */
export const refusalOf = (error: unknown): Refusal => {
  const { details = [], message } = (error ?? {}) as {
    readonly message?: string
    readonly details?: ReadonlyArray<{ readonly path: string; readonly message: string }>
  }
  const [first] = details
  if (first === undefined) return { reason: message, path: undefined }
  return { reason: first.message, path: /^changes\.\d+\.document\.document\.(nodes\..+)$/.exec(first.path)?.[1] }
}
