/** A link of a page: what it leads to, or does not, and where it stands. */
import type { ContentLink } from "../../logic/api.ts"
import { linkSign } from "../../logic/links.ts"
import { counted } from "../../logic/words.ts"
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
  const { locationReferences, status, targetReference } = link
  return (
    <li className="link-row" data-status={status}>
      <Icon name={linkSign(link)} />
      <div className="link-words">
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
        <span className="link-places">
          {locationReferences.slice(0, named).map((place, at) => (
            <span key={at}>
              <span className="note">{at === 0 ? "in " : "and "}</span>
              <PlaceLink place={place} space={space} />
            </span>
          ))}
          {locationReferences.length > named ? (
            <span className="note">and {counted(locationReferences.length - named, "more section")}</span>
          ) : null}
        </span>
      </div>
    </li>
  )
}
