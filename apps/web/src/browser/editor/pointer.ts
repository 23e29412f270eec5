/** The pointer, when somebody moves it: browsers tell of one that rests as well, whenever something moves below it. */

/** Calls back with each place that a pointer comes to. @returns what ends that */
export const whenMoved = (around: HTMLElement, moved: (event: PointerEvent) => void): (() => void) => {
  let [x, y] = [Number.NaN, Number.NaN]
  const listen = (event: PointerEvent): void => {
    if (event.screenX === x && event.screenY === y) return
    x = event.screenX
    y = event.screenY
    moved(event)
  }
  around.addEventListener("pointermove", listen)
  return () => around.removeEventListener("pointermove", listen)
}
