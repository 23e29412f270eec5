/** Why a text is not saved any more, and what can be done about it. Pure. */
import type { Stop } from "./saving.ts"

/** Stops that are told of in this way; words that collide are shown with both texts. */
export type Trouble = Exclude<Stop, "collision">

/** What a text belongs to, in words. */
export type TextName = "page" | "reusable content"

interface Circumstances {
  readonly of?: TextName

  /** What the server said is wrong with what was sent. */
  readonly reason?: string | undefined
  /** Name of the block that the server could not write. */
  readonly block?: string | undefined
}

/** One sentence that says what to do. */
export const troubleWords = (trouble: Trouble, { block, of = "page", reason }: Circumstances): string => {
  switch (trouble) {
    case "signed-out":
      return "You are signed out: sign in again, and this page goes on by itself."
    case "forbidden":
      return "You may not edit here any more: ask an admin, and this page goes on by itself."
    case "deleted":
      return `Somebody deleted this ${of}: keep yours as a new ${of === "page" ? "one" : "page"}, or throw it away.`
    case "closed":
      return "This change request was merged or archived: keep your words in a draft of yours."
    case "gone":
      return "This is not there any more, or not for you to see: copy the text to keep it elsewhere."
    case "too-large":
      // the server says how large it is, and what it takes; what stands before it does not
      return reason?.startsWith("has ") === true
        ? `The ${of} ${ended(reason)}`
        : `The ${of} is too large to be saved: undo, or make several ${of === "page" ? "pages" : "parts"} of it.`
    case "refused": {
      const what = block === undefined ? "This" : block
      const because = reason === undefined ? "." : ` (${reason.replace(/\.$/, "")}).`
      return `${what} cannot be saved as it is: change it or take it out, and all is saved${because}`
    }
  }
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
