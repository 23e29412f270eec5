/** The page at an address for as long as somebody looks at it, also when it was moved or called otherwise meanwhile. */
import { useEffect, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { Page } from "../../logic/api.ts"
import { goOn } from "../parts/navigation.ts"
import { keepFocus } from "../parts/screen.tsx"

interface Shown {
  readonly space: string
  /** Number of the change request that was gone to. */
  readonly number: string | undefined
  /** Path of the address; empty for the first page, whichever that is. */
  readonly path: string
  /** Path of the page that is asked for. */
  readonly wanted: string | undefined
  /** What was answered; of a placeholder it is the page before. */
  readonly data: Page | undefined
  readonly isPlaceholder: boolean
  /** Where pages are now, by their ids. */
  readonly known: ReadonlyMap<string, { readonly path: string }>
}

/** @returns the page to be shown, and whether it is on its way to another address */
export const useShownPage = ({ data, isPlaceholder, known, number, path, space, wanted }: Shown) => {
  const [last, setLast] = useState<{ readonly at: string; readonly page: Page }>()
  const isAnswer = wanted !== undefined && data !== undefined && !isPlaceholder
  if (isAnswer && (last?.page !== data || last.at !== wanted)) setLast({ at: wanted, page: data })
  // at an address that it has no more nothing is answered: it is known by its id
  const page = data ?? (last?.at === wanted ? last?.page : undefined)
  const now = page === undefined || isPlaceholder ? undefined : known.get(page.id)?.path
  const was = data?.type === "document" ? data.path : path
  const isMoved = path !== "" && page?.type === "document" && now !== undefined && now !== was
  useEffect(() => {
    if (!isMoved) return
    // whoever moves it is in the tree
    keepFocus(pageAddress(space, now, number))
    goOn(pageAddress(space, now, number))
  }, [isMoved, space, now, number])
  return { page, isMoving: now !== undefined && now !== wanted }
}
