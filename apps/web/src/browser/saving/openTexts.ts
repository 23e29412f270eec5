/** The texts that this window writes: all of them can be saved at once, before something is done with what is in them. */
import type { PageSaver } from "../../logic/PageSaver.ts"
import { isUnsaved, type Stop } from "../../logic/saving.ts"

type Saver = PageSaver

const open = new Set<Saver>()
/** Pages that were left and are still being saved, by their places. */
const closing = new Map<string, Promise<void>>()

/** Saves everything that is written in this window. @returns whether the server has it all */
export const saveAll = async (): Promise<boolean> => {
  const done = await Promise.all(
    [...open].map(async (saver) => {
      const isSaved = await saver.flush()
      await saver.keepNow()
      return isSaved
    })
  )
  return done.every(Boolean)
}

/** Whether something that was written in this window is not on the server. */
export const hasUnsaved = (): boolean => [...open].some((saver) => isUnsaved(saver.view().state))

const each = (act: (saver: Saver) => void) => () => open.forEach(act)

const hurry = each((saver) => saver.hurry())
/** Milliseconds in which what was asked on a line that was lost has ended. */
const ending = 200
// the line is back; or the window may be gone in a moment
window.addEventListener("online", () => {
  hurry()
  setTimeout(hurry, ending)
})
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") leaveWindow()
})
window.addEventListener("pagehide", () => leaveWindow())
const leaveWindow = each((saver) => {
  void saver.keepNow()
  saver.hurry()
})
window.addEventListener("beforeunload", (event) => {
  // asked only where leaving would lose something
  if ([...open].some((saver) => isUnsaved(saver.view().state) && !saver.view().isKept)) event.preventDefault()
})

/** What is in the way may be gone: a right comes back, a space is restored. Nobody has to load the page again for it. */
const mayBeOver: ReadonlySet<Stop | undefined> = new Set(["forbidden", "gone"])
const tryAgain = each((saver) => {
  if (mayBeOver.has(saver.view().state.stop)) saver.resume()
})
/** Milliseconds between tries while somebody looks at the page. */
const pause = 60_000
window.addEventListener("focus", tryAgain)
setInterval(tryAgain, pause)

/** Resolves when what was written in a page before is saved or kept. */
export const closedBefore = async (place: string): Promise<void> => closing.get(place)

export const addOpenText = (saver: Saver): void => void open.add(saver)

/** Saves a page that is left. @param then what lets go of what it holds */
export const closeText = (place: string, saver: Saver, then: () => void): void => {
  const closed = saver.close().finally(() => {
    open.delete(saver)
    then()
    if (closing.get(place) === closed) closing.delete(place)
  })
  closing.set(place, closed)
}
