/** A formula of a page that is read. */
import { type RefObject, useLayoutEffect, useRef } from "react"
import { showFormula } from "../formulas/showFormula.ts"

export const Formula = ({ isDisplay, source }: { readonly source: string; readonly isDisplay: boolean }) => {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (place.current !== null) showFormula(place.current, source, isDisplay)
  }, [source, isDisplay])
  return isDisplay ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long formula is scrolled by keys
    <div ref={place as RefObject<HTMLDivElement | null>} className="math" tabIndex={0} />
  ) : (
    <span ref={place} />
  )
}
