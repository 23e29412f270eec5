/** What of a form the server could not take: the words for each of its fields. Pure. */

interface FieldProblems {
  /** In words, by the names of the fields. */
  readonly at: Readonly<Record<string, string>>
  /** Whether a field has all that was said: it needs to be said nowhere else. */
  readonly isPlaced: boolean
}

/**
 * @param error what an operation rejected with
 * @param fields names of the fields as the API has them; what is wrong below one, as in `header.links.2.to`, is told at it
 * @param taken the field that is meant where something else has the same already (409)
 */
export const fieldProblems = (error: unknown, fields: ReadonlyArray<string>, taken?: string): FieldProblems => {
  const {
    details = [],
    message,
    status
  } = (error ?? {}) as {
    readonly message?: string
    readonly status?: number
    readonly details?: ReadonlyArray<{ readonly path: string; readonly message: string }>
  }
  if (status === 409 && taken !== undefined && message !== undefined)
    return { at: { [taken]: sentence(message) }, isPlaced: true }
  const placed = details.map(({ message, path }) => {
    // what is wrong in itself is told from the body of the request on, what breaks a rule from within it
    const within = path.replace(/^body\./, "")
    return { message, field: fields.find((field) => within === field || within.startsWith(`${field}.`)) }
  })
  return {
    at: Object.fromEntries(
      placed.flatMap(({ field, message }) => (field === undefined ? [] : [[field, sentence(message)]])).reverse()
    ),
    isPlaced: placed.length > 0 && placed.every(({ field }) => field !== undefined)
  }
}

const sentence = (text: string): string => {
  const said = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(said) ? said : `${said}.`
}
