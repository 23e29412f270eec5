/** A text that is edited as plain text, and what of it the server has. Pure but for its state. */
import { mergeTexts, rewordText } from "./mergeTexts.ts"
import type { Surface } from "./PageSaver.ts"

/** What shows the text to the person who edits it. */
export interface EditedText {
  /** The text as it stands. */
  readonly read: () => string
  /** Puts another text in place of it. @param isMine as an edit of the person who writes, and not of others */
  readonly exchange: (text: string, isMine: boolean) => void
}

export const textSurface = ({ exchange, read }: EditedText): Surface<string> => {
  /** The text without the edits that were not taken yet. */
  let clean = read()
  let taken: { readonly text: string; readonly clean: string } | undefined
  const show = (next: string, isMine: boolean): void => {
    if (next !== read()) exchange(next, isMine)
  }
  return {
    isDirty: () => read() !== clean,
    now: read,
    take: () => {
      const text = read()
      taken = { text, clean }
      clean = text
      return text
    },
    confirm: (theirs, isMerged) => {
      const base = taken?.text ?? clean
      taken = undefined
      clean = theirs
      show((isMerged ? mergeTexts : rewordText)(base, read(), theirs), false)
    },
    release: () => {
      clean = taken?.clean ?? clean
      taken = undefined
    },
    receive: (theirs) => {
      const base = clean
      clean = theirs
      show(mergeTexts(base, read(), theirs), false)
    },
    replace: (text) => show(text, true)
  }
}
