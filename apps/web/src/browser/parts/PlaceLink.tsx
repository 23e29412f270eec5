/** Content that a link stands in or leads to, by its name: a link to it where it has a screen. */
import type { ContentPlace } from "../../logic/api.ts"
import { namedPlace } from "../../logic/contentPlaces.ts"
import { AppLink } from "./AppLink.tsx"

interface PlaceLinkProps {
  readonly place: ContentPlace
  /** Id of the space that the list is of. */
  readonly space: string
}

export const PlaceLink = ({ place, space }: PlaceLinkProps) => {
  const { href, note, title } = namedPlace(place, space)
  return (
    <>
      {href === undefined ? <span>{title}</span> : <AppLink href={href}>{title}</AppLink>}
      {note === undefined ? null : <span className="note"> {note}</span>}
    </>
  )
}
