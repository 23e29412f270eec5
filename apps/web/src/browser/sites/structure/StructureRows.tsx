/** Parts of a site in their order, each with what stands in it, where it is read, and what can be done with it. */
import type { KeyboardEvent } from "react"
import { pageAddress } from "../../../logic/addresses.ts"
import type { SiteStructureItem } from "../../../logic/api.ts"
import { addressOf, marksOf } from "../../../logic/siteStructure.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Icon, type IconName } from "../../parts/Icon.tsx"

/** Something on a site among what stands beside it. */
export interface Placed {
  readonly item: SiteStructureItem
  readonly siblings: ReadonlyArray<SiteStructureItem>
  /** Id of the section that a space stands in. */
  readonly section: string | undefined
}

interface StructureRowsProps {
  readonly label: string
  readonly items: ReadonlyArray<SiteStructureItem>
  /** Address that the parts stand below. */
  readonly root?: string
  readonly section?: string
  /** Absent for who may not change the site. */
  readonly onMenu: ((placed: Placed, anchor: Element) => void) | undefined
  readonly onMove: ((placed: Placed, by: -1 | 1) => void) | undefined
}

const icons: Readonly<Record<SiteStructureItem["object"], IconName>> = {
  "site-space": "book",
  "site-section": "page",
  "site-section-group": "folder",
  "site-external-link": "out"
}

/** What each is, for who does not see its icon. */
const kinds: Readonly<Record<SiteStructureItem["object"], string>> = {
  "site-space": "Space",
  "site-section": "Section",
  "site-section-group": "Group",
  "site-external-link": "Link"
}

/** What stands in something, and where that is read. */
const insideOf = (item: SiteStructureItem) =>
  item.object === "site-section"
    ? { label: `Spaces of ${item.title}`, items: item.siteSpaces, root: addressOf(item) ?? "/", section: item.id }
    : item.object === "site-section-group"
      ? { label: `In ${item.title}`, items: item.children }
      : undefined

export const StructureRows = ({ items, label, onMenu, onMove, root, section }: StructureRowsProps) => (
  <ul className="structure-rows" aria-label={label}>
    {items.map((item) => {
      const placed: Placed = { item, siblings: items, section }
      const inside = insideOf(item)
      const onKeyDown = (event: KeyboardEvent) => {
        const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined
        if (by === undefined || !event.altKey || onMove === undefined) return
        event.preventDefault()
        onMove(placed, by)
      }
      const isAlone = items.length === 1
      // the one space of a section is read where the section is
      const address = isAlone && section !== undefined ? undefined : addressOf(item, root)
      const published = "urls" in item ? item.urls.published : address
      return (
        <li key={item.id}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and the links in it */}
          <div className="structure-row" data-kind={item.object} onKeyDown={onKeyDown}>
            <Icon name={icons[item.object]} />
            <span className="hidden">{kinds[item.object]}</span>
            {item.object === "site-space" ? (
              <AppLink className="version-title" href={pageAddress(item.space.id)}>
                {item.title}
              </AppLink>
            ) : (
              <span className="version-title">{item.title}</span>
            )}
            <span className="version-chips">
              {marksOf(item, isAlone).map((mark) => (
                <span key={mark} className="chip">
                  {mark}
                </span>
              ))}
            </span>
            {address === undefined ? null : published === undefined ? (
              <span className="version-address">{address}</span>
            ) : (
              <a
                className="version-address"
                href={published}
                target="_blank"
                rel="noopener"
                aria-label={`Read ${item.title} at ${address}`}
              >
                {address}
              </a>
            )}
            {onMenu === undefined ? null : (
              <button
                type="button"
                className="tool"
                aria-label={`Actions for ${kinds[item.object].toLowerCase()} ${item.title}`}
                aria-haspopup="menu"
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onClick={({ currentTarget }) => onMenu(placed, currentTarget)}
              >
                <Icon name="more" />
              </button>
            )}
          </div>
          {inside === undefined ? null : inside.items.length === 0 ? (
            <p className="structure-empty note">Nothing stands in it yet</p>
          ) : (
            <StructureRows {...inside} onMenu={onMenu} onMove={onMove} />
          )}
        </li>
      )
    })}
  </ul>
)
