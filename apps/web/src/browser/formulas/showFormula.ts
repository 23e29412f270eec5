/** Shows a formula in an element: as it is written until what draws it is there, and where it cannot be read. */
type Draw = typeof import("./drawFormula.ts").drawFormula

let draw: Draw | undefined
let loading: Promise<Draw> | undefined

/** What each place is to show: what comes late for another formula is not shown. */
const wanted = new WeakMap<Element, string>()

const written = (source: string): HTMLElement => {
  const code = document.createElement("code")
  code.className = "formula"
  code.textContent = source
  return code
}

const withProblem = (source: string, problem: string): ReadonlyArray<HTMLElement> => {
  const words = document.createElement("span")
  words.className = "formula-problem"
  words.textContent = `This formula can't be read: ${problem}`
  return [written(source), words]
}

const put = (place: Element, source: string, isDisplay: boolean, drawn: Draw): void => {
  const math = drawn(source, isDisplay)
  place.replaceChildren(...("problem" in math ? withProblem(source, math.problem) : [math]))
}

export const showFormula = (place: Element, source: string, isDisplay: boolean): void => {
  wanted.set(place, source)
  if (draw !== undefined) {
    put(place, source, isDisplay, draw)
    return
  }
  place.replaceChildren(written(source))
  loading ??= import("./drawFormula.ts").then(
    ({ drawFormula }) => {
      draw = drawFormula
      return drawFormula
    },
    (error: unknown) => {
      // the next formula asks again
      loading = undefined
      throw error
    }
  )
  loading.then(
    (drawn) => wanted.get(place) === source && put(place, source, isDisplay, drawn),
    () => {}
  )
}
