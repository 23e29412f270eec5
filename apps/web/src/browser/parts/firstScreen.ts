/** What is not seen on the first screen is loaded when that is there: it has the line and the processor to itself. */
import { useEffect, useState } from "react"

/** Milliseconds after which it is loaded in any case. */
const patience = 1500

let tell = (): void => {}
const shown = new Promise<void>((resolve) => {
  tell = resolve
  setTimeout(resolve, patience)
})

/** A screen has its heading. */
export const screenShown = (): void => void requestAnimationFrame(() => setTimeout(tell))

export const afterFirstScreen = <A>(load: () => Promise<A>): Promise<A> => shown.then(load)

/** Whether it is time to ask for what is not seen on the first screen. */
export const useFirstScreenShown = (): boolean => {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let isLeft = false
    void shown.then(() => isLeft || setShown(true))
    return () => {
      isLeft = true
    }
  }, [])
  return isShown
}
