/** The editor's state for panels: a panel is drawn again only when what it takes from the state has changed. */
import type { EditorState } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { createContext, use, useCallback, useRef, useSyncExternalStore } from "react"
import type { EditorServices } from "./services.ts"
import type { Surroundings } from "./surroundings.ts"

export interface Live {
  readonly view: EditorView
  readonly surroundings: Surroundings
  readonly services: () => EditorServices
  readonly subscribe: (listener: () => void) => () => void
  /** Something was done. */
  readonly changed: () => void
}

export const live = (view: EditorView, surroundings: Surroundings): Live => {
  const listeners = new Set<() => void>()
  return {
    view,
    surroundings,
    services: surroundings.services,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed: () => {
      for (const listener of listeners) listener()
    }
  }
}

const LiveContext = createContext<Live | undefined>(undefined)
export const LiveProvider = LiveContext

export const useLive = (): Live => {
  const found = use(LiveContext)
  if (found === undefined) throw new Error("A panel of the editor stands in one")
  return found
}

/** What a panel takes from the state. Fields are compared one by one. @param select the same function each time */
export const useEditorState = <A>(select: (state: EditorState) => A): A => {
  const { subscribe, view } = useLive()
  const last = useRef<{ readonly value: A }>(undefined)
  const snapshot = useCallback((): A => {
    const next = select(view.state)
    if (last.current === undefined || !isSame(last.current.value, next)) last.current = { value: next }
    return last.current.value
  }, [view, select])
  return useSyncExternalStore(subscribe, snapshot)
}

const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.is((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
  )
}
