/**
 * The saving of one page, as a state, what happens to it, and what is to be done next. Pure: times are milliseconds of a
 * clock that only goes forward, whatever the computer says that it is.
 */

/** Why a try did not reach its end, though a later one may: nothing answered, or a server that cannot for now. */
export type Passing = "unreachable" | "server"

/** Why nothing is sent any more until somebody decides. */
export type Stop = "signed-out" | "forbidden" | "deleted" | "closed" | "gone" | "too-large" | "refused" | "collision"

export interface Saving {
  /** When something was edited that was not taken to be sent yet: the first key, and the last one. */
  readonly edited?: { readonly first: number; readonly last: number } | undefined
  /** What was taken to be sent and not confirmed: it is under way, or failed and sent again as it is. */
  readonly sent?:
    | { readonly tries: number; readonly again?: undefined }
    | { readonly tries: number; readonly again: number; readonly why: Passing }
    | undefined
  readonly stop?: Stop | undefined
  /** Others have written since the text was read, or since it was asked for. */
  readonly behind?: { readonly tries: number; readonly again: number } | undefined
  /** The text is being read. */
  readonly reading?: { readonly tries: number } | undefined
  /** When something was sent last. */
  readonly lastSent?: number
  /** Whether anything of this page was saved since it was opened. */
  readonly hasSaved?: boolean
}

export type SavingEvent =
  | { readonly type: "edited" }
  /** What was edited was taken, and is sent; or what was taken before is sent again. */
  | { readonly type: "sending" }
  /** @property isNewest whether the text that came with it is the newest that one knows of */
  | { readonly type: "saved"; readonly isNewest: boolean }
  /** What was edited was taken back: it is what the server has. */
  | { readonly type: "unchanged" }
  /** Nobody knows whether the server took it. @property after milliseconds that the server asks to wait */
  | { readonly type: "failed"; readonly why: Passing; readonly after?: number }
  | { readonly type: "stopped"; readonly stop: Stop }
  /** The line is back, or somebody does not want to wait. */
  | { readonly type: "hurry" }
  /** What stood in the way is out of it. */
  | { readonly type: "resumed" }
  | { readonly type: "moved" }
  | { readonly type: "reading" }
  /** @property isNewest whether what was read is the newest that one knows of */
  | { readonly type: "read"; readonly isNewest: boolean }
  | { readonly type: "unread" }

/** Milliseconds after the last key, and after the first one while somebody types on. */
export const pauseOfTyping = 800
export const longestTyping = 5000
/** Milliseconds between two edits that are sent while others write, too: each brings in what the others wrote. */
export const pauseOfTwo = 500
const firstPause = 500
const longestPause = 30_000

const pauseAfter = (tries: number): number => Math.min(firstPause * 2 ** Math.min(tries, 10), longestPause)

/** Stops that are about what was written: with another text there may be another answer. */
const aboutText: ReadonlySet<Stop> = new Set(["too-large", "refused"])

/** Stops after which what was taken is the writer's again: the server has said that it did not take it. */
const givesBack: ReadonlySet<Stop> = new Set([...aboutText, "collision", "deleted"])

/** Whether what was taken comes back to the writer. */
export const isGivenBack = (stop: Stop): boolean => givesBack.has(stop)

export const step = (state: Saving, event: SavingEvent, now: number): Saving => {
  switch (event.type) {
    case "edited": {
      const stop = state.stop !== undefined && aboutText.has(state.stop) ? undefined : state.stop
      return { ...state, stop, edited: { first: state.edited?.first ?? now, last: now } }
    }
    case "sending":
      // what was taken before goes out as it was; what was edited since comes after it
      return state.sent === undefined
        ? { ...state, sent: { tries: 0 }, edited: undefined, lastSent: now }
        : { ...state, sent: { tries: state.sent.tries }, lastSent: now }
    case "saved":
      return { ...state, sent: undefined, hasSaved: true, behind: event.isNewest ? undefined : state.behind }
    case "unchanged":
      return { ...state, edited: undefined, hasSaved: true }
    case "failed": {
      const tries = (state.sent?.tries ?? 0) + 1
      const again = now + Math.max(pauseAfter(tries - 1), event.after ?? 0)
      return { ...state, sent: { tries, again, why: event.why } }
    }
    case "stopped": {
      if (!givesBack.has(event.stop))
        return {
          ...state,
          stop: event.stop,
          sent: state.sent && { tries: state.sent.tries, again: now, why: "server" }
        }
      // with what was typed meanwhile there may be another answer
      const stop = aboutText.has(event.stop) && state.edited !== undefined ? undefined : event.stop
      const edited = isUnsaved(state) ? { first: state.edited?.first ?? now, last: now } : undefined
      return { ...state, stop, sent: undefined, edited }
    }
    case "hurry":
      return {
        ...state,
        edited: state.edited && { first: Number.NEGATIVE_INFINITY, last: state.edited.last },
        sent: state.sent?.again === undefined ? state.sent : { ...state.sent, again: now },
        behind: state.behind && { ...state.behind, again: now }
      }
    case "resumed":
      return { ...state, stop: undefined }
    case "moved":
      return { ...state, behind: { tries: 0, again: now } }
    case "reading":
      // what is told from now on may be later than what is read
      return { ...state, reading: { tries: state.behind?.tries ?? 0 }, behind: undefined }
    case "read":
      return { ...state, reading: undefined, behind: event.isNewest ? undefined : state.behind }
    case "unread": {
      const tries = (state.reading?.tries ?? 0) + 1
      return { ...state, reading: undefined, behind: { tries, again: now + pauseAfter(tries - 1) } }
    }
  }
}

/** What is to be done: at once, or not before a time. Nothing: something is under way, or there is nothing to do. */
export type Due = { readonly act: "send" | "resend" | "read" } | { readonly at: number } | undefined

export const dueOf = (state: Saving, now: number): Due => {
  const { behind, edited, reading, sent, stop } = state
  if (reading !== undefined || (sent !== undefined && sent.again === undefined)) return undefined
  if (stop !== undefined) return undefined
  if (sent?.again !== undefined) return sent.again <= now ? { act: "resend" } : { at: sent.again }
  // who has edited something gets the others' edits with the answer: it is the server that sees what collides
  const send =
    edited &&
    Math.min(
      edited.last + pauseOfTyping,
      edited.first + longestTyping,
      behind === undefined ? Number.POSITIVE_INFINITY : (state.lastSent ?? Number.NEGATIVE_INFINITY) + pauseOfTwo
    )
  if (send !== undefined && send <= now) return { act: "send" }
  if (edited === undefined && behind !== undefined && behind.again <= now) return { act: "read" }
  const times = [send, edited === undefined ? behind?.again : undefined].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : { at: Math.min(...times) }
}

/** Whether the server lacks something that was written here. */
export const isUnsaved = ({ edited, sent }: Saving): boolean => edited !== undefined || sent !== undefined
