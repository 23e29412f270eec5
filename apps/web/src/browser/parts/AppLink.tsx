/** A link by its address: within the application the router goes there, everything else the browser. */
import type { ComponentProps } from "react"
import { ownAddress } from "../../logic/addresses.ts"
import { app, base } from "../place.ts"
import { go, isPlainClick, preload } from "./navigation.ts"

interface AppLinkProps extends ComponentProps<"a"> {
  /** Below the application's path, or a whole address. */
  readonly href: string
}

export const AppLink = ({ href, onClick, ...rest }: AppLinkProps) => {
  const own = href.startsWith("/") ? href : ownAddress(href, app)
  if (own === undefined) return <a {...rest} href={href} onClick={onClick} />
  const ask = () => preload(own)
  return (
    <a
      {...rest}
      href={base + own}
      onPointerEnter={ask}
      onFocus={ask}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        go(own)
      }}
    />
  )
}
