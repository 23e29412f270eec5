/** Tabs of which more are there than fit beside each other on a phone. */
import { type RefObject, useEffect, useRef } from "react"

/**
 * Keeps the tab of what is looked at in sight.
 * @param pathname of what is looked at
 * @param isThere whether its tab is
 * @returns the line that the tabs stand in
 */
export const useTabInSight = (pathname: string, isThere: boolean): RefObject<HTMLDivElement | null> => {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isThere && pathname !== "") line.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" })
  }, [isThere, pathname])
  return line
}
