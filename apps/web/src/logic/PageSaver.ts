/**
 * Saves one page while it is edited: takes what was written, sends it, keeps it until the server has it, and brings in
 * what others write. It knows neither browser nor server: what it needs of them comes as functions.
 */
import type { ContentChange, RichDocument } from "./api.ts"
import type { Failure } from "./failures.ts"
import { dueOf, isGivenBack, isUnsaved, type Saving, type SavingEvent, step } from "./saving.ts"

/** The text of a page, in the form that it is edited in. */
export type PageText = { readonly document: RichDocument } | { readonly markdown: string }

/** A text as a content change takes it: what Markdown cannot hold as it is may become what is near to it. */
export const documentInput = (text: PageText) =>
  "markdown" in text ? text : { document: { ...text.document }, nearest: true }

/** Fields of a page beside its text, as a content change has them. */
export type PageFields = Omit<
  Extract<ContentChange, { readonly operation: "update_page" }>,
  "operation" | "page" | "document" | "revision" | "settled" | "into" | "at"
>

/** What stands in the place of a collision, as somebody decided. */
export type Settled = NonNullable<Extract<ContentChange, { readonly operation: "update_page" }>["settled"]>[number]

/** Where the text is edited. */
export interface Surface<Text> {
  readonly isDirty: () => boolean
  /** The text as it stands. */
  readonly now: () => Text
  /** The text as it stands, which is about to be sent. */
  readonly take: () => Text
  /**
   * The server has what was taken; its text is this one now.
   * @param isMerged whether others wrote in it, too; if not, it is what was taken in the server's words
   */
  readonly confirm: (text: Text, isMerged: boolean) => void
  /** What was taken was not taken by the server. */
  readonly release: () => void
  /** Others have written; nothing is taken. */
  readonly receive: (text: Text) => void
  /** Puts another text in place of this one, as an edit of the person who writes. */
  readonly replace: (text: Text) => void
}

/** What goes to the server. */
export interface Written<Text> {
  /** The revision that the text was made from. */
  readonly base: string
  readonly text?: Text | undefined
  readonly fields: PageFields
  /** What was decided of words that collided. */
  readonly settled?: ReadonlyArray<Settled> | undefined
}

/** What this browser keeps until the server has it. */
export interface KeptWork<Text> extends Written<Text> {
  /** What was sent, and may have arrived. */
  readonly sent?: Written<Text> | undefined
}

/** What the server has. */
export interface Stand<Text> {
  readonly revision: string
  readonly text: Text
}

/** What the server has after it took what was sent. */
export interface Answer<Text> extends Stand<Text> {
  /** Whether the text also has what others wrote since the base. */
  readonly isMerged: boolean
}

export interface SaverPorts<Text> {
  readonly surface: Surface<Text>
  /** Resolves with the text as the server has it after that. Sent once more, the same does nothing more. */
  readonly send: (written: Written<Text>) => Promise<Answer<Text>>
  readonly read: () => Promise<Stand<Text>>
  readonly failureOf: (error: unknown) => Failure | Promise<Failure>
  /** Keeps the work in place of what was kept before; nothing: it is not needed any more. */
  readonly keep: (work: KeptWork<Text> | undefined) => Promise<void>
  /** Milliseconds, of a clock that only goes forward. */
  readonly clock: () => number
  /** Calls back after a time. @returns what takes that back */
  readonly wait: (milliseconds: number, then: () => void) => () => void
}

export interface SaverView {
  readonly state: Saving
  readonly isKept: boolean
  /** What the server said last when it did not take something. */
  readonly said: string | undefined
  /** What an operation rejected with that stopped the saving. */
  readonly error: unknown
}

/** Milliseconds from a key until what was written is kept: no more than a part of the time goes into keeping. */
const pauseOfKeeping = 150
const partOfKeeping = 4
const longestPauseOfKeeping = 1000

export interface PageSaver {
  readonly view: () => SaverView
  readonly subscribe: (listener: () => void) => () => void
  /** Something was edited in the surface. */
  readonly edited: () => void
  readonly setFields: (fields: PageFields) => void
  /** The draft is at another revision than this one knows of. */
  readonly moved: (revision: string) => void
  readonly hurry: () => void
  /** What stopped the saving is out of the way. @param settled what was decided of words that collided */
  readonly resume: (settled?: ReadonlyArray<Settled>) => void
  /** Saves at once. @returns whether the server has everything */
  readonly flush: () => Promise<boolean>
  /** Keeps what is unsaved at once. */
  readonly keepNow: () => Promise<void>
  /** Lets go of what was written, which is not kept any more. */
  readonly throwAway: () => Promise<void>
  /** The revision that the text is made from. */
  readonly revision: () => string
  /** Fields that were written and are not saved yet. */
  readonly unsaved: () => PageFields
  /** Tries once more to save, then stops. What could not be saved stays kept. */
  readonly close: () => Promise<void>
}

interface Start<Text> {
  /** What the surface has. */
  readonly revision: string
  /** What was kept of an earlier time; the surface has the text that it was made from. */
  readonly kept?: KeptWork<Text> | undefined
}

export const pageSaver = <Text>(ports: SaverPorts<Text>, { kept, revision }: Start<Text>): PageSaver => {
  const { clock, surface } = ports
  let base = revision
  let fields: PageFields = kept?.fields ?? {}
  let taken: Written<Text> | undefined
  /** What was decided of collisions with what others wrote since the base. */
  let settled: ReadonlyArray<Settled> = []
  let state: Saving = {}
  let isKept = true
  let said: string | undefined
  let error: unknown
  /** The revision that the draft is known to be at. */
  let head: string | undefined
  let isClosed = false
  let known: SaverView | undefined
  let timer = () => {}
  let keepTimer: (() => void) | undefined
  let keeping: Promise<void> = Promise.resolve()
  /** Milliseconds that it took last. */
  let keepingTook = 0
  const listeners = new Set<() => void>()

  const apply = (event: SavingEvent): void => {
    const before = state
    state = step(before, event, clock())
    // a key after the first one changes nothing that anybody is shown
    const isSeen = event.type !== "edited" || before.edited === undefined || before.stop !== state.stop
    if (isSeen) {
      known = undefined
      for (const listener of listeners) listener()
    }
    plan()
  }

  const plan = (): void => {
    timer()
    timer = () => {}
    const due = isClosed ? undefined : dueOf(state, clock())
    if (due === undefined) return
    if ("at" in due) timer = ports.wait(Math.max(0, due.at - clock()), plan)
    else if (due.act === "read") void read()
    else void send()
  }

  const work = (): KeptWork<Text> | undefined => {
    if (!isUnsaved(state)) return undefined
    const text = surface.isDirty() || taken?.text !== undefined ? surface.now() : undefined
    const all = { ...taken?.fields, ...fields }
    // what was typed and taken away again is nothing
    if (text === undefined && taken === undefined && Object.keys(all).length === 0) return undefined
    return { base, fields: all, text, sent: taken }
  }

  /** Takes up what was kept: what was sent goes out as it was, and what was written after that comes after it. */
  const takeUp = ({ sent, text }: KeptWork<Text>): void => {
    if (sent !== undefined) {
      taken = sent
      if (sent.text !== undefined) {
        surface.replace(sent.text)
        surface.take()
      }
      state = { sent: { tries: 0, again: clock(), why: "unreachable" } }
    }
    if (text !== undefined) surface.replace(text)
    if (surface.isDirty() || Object.keys(fields).length > 0) state = step(state, { type: "edited" }, clock())
  }

  const keepNow = (): Promise<void> => {
    keepTimer?.()
    keepTimer = undefined
    const what = work()
    // one after the other: an earlier state never comes over a later one
    let began = 0
    keeping = keeping
      .then(() => {
        began = clock()
        return ports.keep(what)
      })
      .then(
        () => true,
        () => false
      )
      .then((done) => {
        keepingTook = clock() - began
        if (done === isKept) return
        isKept = done
        known = undefined
        for (const listener of listeners) listener()
      })
    return keeping
  }

  const keepSoon = (): void => {
    const pause = Math.min(Math.max(pauseOfKeeping, keepingTook * partOfKeeping), longestPauseOfKeeping)
    keepTimer ??= ports.wait(pause, () => void keepNow())
  }

  const take = (): Written<Text> => {
    const text = surface.isDirty() ? surface.take() : undefined
    const written = { base, text, fields, ...(settled.length === 0 ? {} : { settled }) }
    fields = {}
    return written
  }

  /** What was taken is the writer's again. */
  const giveBack = (): void => {
    if (taken === undefined) return
    fields = { ...taken.fields, ...fields }
    if (taken.text !== undefined) surface.release()
    taken = undefined
  }

  const refused = async (cause: unknown): Promise<void> => {
    const failure = await ports.failureOf(cause)
    said = failure.said
    error = cause
    if ("why" in failure) return apply({ type: "failed", ...failure })
    if (isGivenBack(failure.stop)) giveBack()
    apply({ type: "stopped", stop: failure.stop })
  }

  const send = async (): Promise<void> => {
    if (taken === undefined && !surface.isDirty() && Object.keys(fields).length === 0) {
      apply({ type: "unchanged" })
      return keepNow()
    }
    taken ??= take()
    const { text } = taken
    apply({ type: "sending" })
    keepSoon()
    const answer = await ports.send(taken).catch(async (cause: unknown) => void (await refused(cause)))
    if (answer !== undefined) {
      taken = undefined
      settled = []
      said = undefined
      error = undefined
      if (text !== undefined) surface.confirm(answer.text, answer.isMerged)
      else surface.receive(answer.text)
      base = answer.revision
      apply({ type: "saved", isNewest: head === base })
    }
    await keepNow()
  }

  const read = async (): Promise<void> => {
    apply({ type: "reading" })
    const stand = await ports.read().catch(async (cause: unknown) => {
      const failure = await ports.failureOf(cause)
      if ("why" in failure) return void apply({ type: "unread" })
      error = cause
      said = failure.said
      apply({ type: "read", isNewest: false })
      apply({ type: "stopped", stop: failure.stop })
    })
    if (stand === undefined) return
    if (stand.revision !== base) surface.receive(stand.text)
    base = stand.revision
    apply({ type: "read", isNewest: head === base })
  }

  const quiet = (): Promise<boolean> =>
    new Promise((resolve) => {
      const look = () => {
        const isStuck = state.stop !== undefined || (state.sent?.again !== undefined && state.sent.tries > 0)
        if (isUnsaved(state) && !isStuck) return
        listeners.delete(look)
        resolve(!isUnsaved(state))
      }
      listeners.add(look)
      look()
    })

  const flush = async (): Promise<boolean> => {
    if (!isUnsaved(state)) return true
    if (state.stop !== undefined) return false
    apply({ type: "hurry" })
    const isSaved = await quiet()
    // keys that came meanwhile
    return isSaved && state.edited === undefined ? true : isSaved ? flush() : false
  }

  if (kept !== undefined) {
    takeUp(kept)
    plan()
  }

  return {
    view: () => {
      known ??= { state, isKept, said, error }
      return known
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edited: () => {
      apply({ type: "edited" })
      keepSoon()
    },
    setFields: (more) => {
      fields = { ...fields, ...more }
      apply({ type: "edited" })
      keepSoon()
    },
    moved: (at) => {
      head = at
      if (at !== base) apply({ type: "moved" })
    },
    hurry: () => apply({ type: "hurry" }),
    resume: (decided = []) => {
      settled = [...settled, ...decided]
      apply({ type: "resumed" })
      apply({ type: "hurry" })
    },
    flush,
    keepNow,
    throwAway: async () => {
      isClosed = true
      timer()
      keepTimer?.()
      await keeping
      await ports.keep(undefined)
    },
    revision: () => base,
    unsaved: () => ({ ...taken?.fields, ...fields }),
    close: async () => {
      if (isClosed) return
      await Promise.all([keepNow(), flush()])
      isClosed = true
      timer()
      await keepNow()
    }
  }
}
