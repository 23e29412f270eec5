/** The place beside a page, for what is read next to it. */
import { createContext } from "react"

/** The element that it is put into; null until that is drawn. */
export const AsideContext = createContext<HTMLElement | null>(null)
