/** Edits of trees of pages that are under way, and those that can be taken back: one log for each content that is edited. */
import { notifyManager } from "@tanstack/react-query"
import type { ContentUpdate } from "../../logic/api.ts"
import type { TreeEdit } from "../../logic/treeEdits.ts"
import type { Draft } from "../drafts/Draft.tsx"

/** An edit that was made, and what takes it back. */
export interface Made {
  readonly inverse: TreeEdit
  /** What is said when it was taken back. */
  readonly undone: string
  /** The server's answer; `undefined` when it was refused. */
  readonly answer: Promise<ContentUpdate | undefined>
  /** Id of the page that was looked at, where one goes back to that. */
  readonly open?: string | undefined
}

export interface EditLog {
  readonly subscribe: (listener: () => void) => () => void
  /** Edits that the list of pages may not have yet, in their order. */
  readonly pending: () => ReadonlyArray<TreeEdit>
  /** Shows an edit until what it waits for is over. */
  readonly showUntil: <A>(edit: TreeEdit, over: Promise<A>) => Promise<A>
  /** Waits until the server has answered every edit that is shown by now. */
  readonly answered: () => Promise<void>
  readonly made: Array<Made>
}

/** Most edits that can be taken back. */
const most = 100

const makeEditLog = (): EditLog => {
  let pending: ReadonlyArray<TreeEdit> = []
  const underWay = new Set<Promise<unknown>>()
  const listeners = new Set<() => void>()
  const change = (next: typeof pending): void => {
    pending = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pending: () => pending,
    showUntil: async (edit, over) => {
      underWay.add(over)
      change([...pending, edit])
      try {
        return await over
      } finally {
        underWay.delete(over)
        // the list that has it is told of by the same queue, before
        notifyManager.schedule(() => change(pending.filter((one) => one !== edit)))
      }
    },
    answered: async () => void (await Promise.allSettled(underWay)),
    made: []
  }
}

/** Remembers that an edit was made. */
export const remember = ({ made }: EditLog, one: Made): void => {
  made.push(one)
  if (made.length > most) made.shift()
}

/** Whether an edit was remembered; it is not any more. */
export const forget = ({ made }: EditLog, one: Made): boolean => {
  const at = made.lastIndexOf(one)
  if (at >= 0) made.splice(at, 1)
  return at >= 0
}

const logs = new Map<string, EditLog>()

/** The log of a content that is edited; it outlives the screen. */
export const editLogFor = ({
  changeRequest,
  isOwn,
  space
}: Pick<Draft, "space" | "isOwn" | "changeRequest">): EditLog => {
  // the own draft is made by the first edit: the log is there before
  const name = isOwn ? space : `${space} ${changeRequest?.id}`
  const known = logs.get(name) ?? makeEditLog()
  logs.set(name, known)
  return known
}
