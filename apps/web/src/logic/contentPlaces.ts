/** Pages and other content that links stand in or lead to, as lists name them. Pure. */
import { pageAddress } from "./addresses.ts"
import type { ContentPlace } from "./api.ts"

export interface NamedPlace {
  readonly title: string
  /** What it is, or where in it: a section, another space. */
  readonly note?: string
  /** Where it is looked at; absent for what has no screen. */
  readonly href?: string
}

/** @param space id of the one that the list is of: what lies there needs no name of it */
export const namedPlace = (place: ContentPlace, space: string): NamedPlace => {
  switch (place.kind) {
    case "page": {
      const anchor = place.internalLocation?.anchor
      const path = "path" in place.page ? place.page.path : ""
      const address = pageAddress(place.space.id, path)
      const notes = [
        ...(anchor === undefined ? [] : [`#${anchor}`]),
        ...(place.space.id === space ? [] : [`in ${titled(place.space)}`])
      ]
      return {
        title: titled(place.page),
        href: anchor === undefined ? address : `${address}#${encodeURIComponent(anchor)}`,
        ...(notes.length === 0 ? {} : { note: notes.join(" ") })
      }
    }
    case "file":
      return { title: place.file.name, note: "File" }
    case "reusable-content":
      return { title: titled(place.reusableContent), note: "Reusable content" }
    case "space":
      return { title: titled(place.space), note: "Space", href: pageAddress(place.space.id) }
    case "url":
      return { title: place.url }
  }
}

const titled = ({ title }: { readonly title: string }): string => title || "Untitled"
