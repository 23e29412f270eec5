/** What a closed window has left of a page that is open in this one. */
import { useEffect } from "react"
import type { PageSaver } from "../../logic/PageSaver.ts"
import { isUnsaved } from "../../logic/saving.ts"
import { leftWork } from "../saving/keptStore.ts"

/** Milliseconds between looks: a window may have been closed. */
const pause = 3000

/** Takes it up as soon as nothing of this window is on its way. @param takeUp opens the page anew */
export const useLeftBehind = (place: string, saver: PageSaver | undefined, takeUp: () => void): void => {
  useEffect(() => {
    // without locks nobody can tell a window that is closed from one that is open
    if (saver === undefined || navigator.locks === undefined) return
    let isLeft = false
    const isBusy = () => isLeft || document.visibilityState !== "visible" || isUnsaved(saver.view().state)
    const look = async () => {
      if (isBusy()) return
      const left = await leftWork(place)
      if (left.some((one) => one.place === place) && !isBusy()) takeUp()
    }
    const timer = setInterval(() => void look().catch(() => undefined), pause)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [place, saver, takeUp])
}
