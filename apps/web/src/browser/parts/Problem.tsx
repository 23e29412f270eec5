/** What went wrong with the last change: at the end of a form, or beside the fields that it is about. */
import { fieldProblems } from "../../logic/fieldProblems.ts"
import { problemOf } from "../../logic/problems.ts"

/** What went wrong with the last change. */
export const Problem = ({ work }: { readonly work: { readonly isError: boolean; readonly error: unknown } }) =>
  work.isError ? (
    <p className="field-error" role="alert">
      {problemOf(work.error, navigator.onLine).text}
    </p>
  ) : null

interface Tried {
  readonly isError: boolean
  readonly isPending: boolean
  readonly error: unknown
}

/**
 * What the server could not take, beside the fields that it is about; the end of the form says the rest.
 * @param taken the field that is meant where something else has the same already
 */
export const problemsAt = (work: Tried, fields: ReadonlyArray<string>, taken?: string) => {
  const { at, isPlaced } = fieldProblems(work.isError ? work.error : undefined, fields, taken)
  return { at, rest: { isError: work.isError && !isPlaced, isPending: work.isPending, error: work.error } }
}
