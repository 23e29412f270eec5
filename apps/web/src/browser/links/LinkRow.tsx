/** A link: what it leads to, or does not, and the sections of its page that it stands in. */
import type { ContentLink } from "../../logic/api.ts"
import { namedPlace } from "../../logic/contentPlaces.ts"
import { linkSign, sectionsOf } from "../../logic/links.ts"
import { counted } from "../../logic/words.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { PlaceLink } from "../parts/PlaceLink.tsx"

interface LinkRowProps {
  readonly link: ContentLink
  /** Id of the space that it is in. */
  readonly space: string
  /** Whether it is said of a broken one that it is; all of a list may be. */
  readonly isBrokenSaid: boolean
}

/** So many sections of a page are named that a link stands in. */
const named = 4

export const LinkRow = ({ isBrokenSaid, link, space }: LinkRowProps) => {
  const { status, targetReference } = link
  const sections = sectionsOf(link)
  return (
    <li className="link-row" data-status={status}>
      <Icon name={linkSign(link)} />
      <span className="link-target">
        {targetReference === undefined ? (
          "Nothing"
        ) : targetReference.kind === "url" ? (
          <code>{targetReference.url}</code>
        ) : (
          <PlaceLink place={targetReference} space={space} />
        )}
        {status === "broken" && isBrokenSaid ? <span className="chip wash-orange">Broken</span> : null}
        {status === "in-app" ? <span className="chip">Elsewhere</span> : null}
      </span>
      {sections.length === 0 ? null : (
        <span className="link-sections">
          <span className="note">at</span>
          {sections.slice(0, named).map((place, at) => {
            const { href = "", note = "" } = namedPlace(place, space)
            return (
              <AppLink key={at} href={href}>
                {note}
              </AppLink>
            )
          })}
          {sections.length > named ? (
            <span className="note">and {counted(sections.length - named, "more section")}</span>
          ) : null}
        </span>
      )}
    </li>
  )
}
