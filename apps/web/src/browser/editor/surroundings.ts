/** The services as node views see them: always the newest, and told when they answer something else. */
import type { Question } from "./ask.ts"
import type { EditorServices } from "./services.ts"

export interface Surroundings {
  readonly services: () => EditorServices
  /** Calls back when answers may have changed. @returns what ends that */
  readonly onChange: (redraw: () => void) => () => void
  readonly ask: (question: Question) => void
  /** Goes to what the note at the caret says. */
  readonly editNote: () => void
}

export interface ChangingSurroundings extends Surroundings {
  readonly change: (services: EditorServices) => void
}

export const surroundings = (
  first: EditorServices,
  { ask, editNote }: Pick<Surroundings, "ask" | "editNote">
): ChangingSurroundings => {
  let current = first
  const redraws = new Set<() => void>()
  return {
    services: () => current,
    ask,
    editNote,
    onChange: (redraw) => {
      redraws.add(redraw)
      return () => void redraws.delete(redraw)
    },
    change: (services) => {
      if (services === current) return
      current = services
      for (const redraw of redraws) redraw()
    }
  }
}
