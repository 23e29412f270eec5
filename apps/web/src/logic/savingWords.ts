/** What is said of the saving of a page: first where the words are, then what is the matter. Pure. */
import { isUnsaved, type Saving, type Stop } from "./saving.ts"

/** What is said while nothing is sent any more. */
const stopped: Readonly<Record<Stop, string>> = {
  "signed-out": "you are signed out",
  forbidden: "you may not edit here any more",
  deleted: "somebody deleted this page",
  closed: "this change request was merged or archived",
  gone: "this is not there any more, or not for you to see",
  "too-large": "the page is too large to be saved",
  refused: "a block cannot be saved as it is",
  collision: "somebody changed the same words"
}

interface Circumstances {
  readonly isOnline: boolean
  /** Whether this browser has all that the server lacks. */
  readonly isKept: boolean
  /** What the server said last. */
  readonly said?: string | undefined
}

/** Where the words are that the server lacks. */
export const whereKept = (isKept: boolean): string =>
  isKept ? "kept in this browser" : "only in this window, leave it open"

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** One line for the status region; empty while nothing was written. */
export const savingWords = (state: Saving, { isKept, isOnline, said }: Circumstances): string => {
  const kept = whereKept(isKept)
  if (state.stop !== undefined)
    return capitalized(isUnsaved(state) ? `${kept}: ${stopped[state.stop]}` : stopped[state.stop])
  if (!isUnsaved(state)) return state.hasSaved === true ? "Saved" : ""
  // one lost request is no outage: it is sent again before somebody could read the words
  if (state.sent !== undefined && state.sent.tries > (isOnline ? 1 : 0)) {
    const isServer = state.sent.again !== undefined && state.sent.why === "server"
    return isServer && said ? capitalized(`${kept} until the server can save again (${said})`) : `Offline: ${kept}`
  }
  return "Saving"
}

/** Which of several savings of one page is told of: one that was stopped, else one that is not through. */
export const mostUrgent = <View extends { readonly state: Saving }>(
  views: ReadonlyArray<View | undefined>
): View | undefined => {
  const urgency = ({ state }: View): number =>
    state.stop !== undefined ? 3 : isUnsaved(state) ? 2 : state.hasSaved === true ? 1 : 0
  return views
    .flatMap((view) => (view === undefined ? [] : [view]))
    .reduce<View | undefined>(
      (worst, view) => (worst === undefined || urgency(view) > urgency(worst) ? view : worst),
      undefined
    )
}
