/** Links of a site in two levels, with what can be done with each: those of its header with their menus, or of its footer. */
import { lazy, Suspense, useState } from "react"
import type { LinkTarget, LookLink, SiteSpace } from "../../../logic/api.ts"
import { type LinkPlace, moveLink, removeLink, type TopLink, targetWords } from "../../../logic/siteLook.ts"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"

const LookLinkDialog = lazy(() => import("./LookLinkDialog.tsx"))

/** What is written of a link in its dialog. */
export interface WrittenLink {
  readonly title: string
  /** Absent for the title of a group. */
  readonly to: LinkTarget | null | undefined
  readonly style: LinkStyle | undefined
}
export type LinkStyle = "link" | "button-primary" | "button-secondary"

interface LinkRowsProps<Top extends TopLink> {
  readonly siteSpaces: ReadonlyArray<SiteSpace>
  readonly label: string
  /** What stands at the top: a link that may have a menu, or the title of a group. */
  readonly top: "link" | "group"
  readonly tops: ReadonlyArray<Top>
  readonly problem: string | undefined
  /** What of one at the top is written in its dialog. */
  readonly targetOf: (top: Top) => LinkTarget | null | undefined
  readonly styleOf: (top: Top) => LinkStyle | undefined
  /** Changes them as they are by then: menus close before they act. */
  readonly onChange: (change: (tops: ReadonlyArray<Top>) => ReadonlyArray<Top>) => void
  /** Makes one at the top of what was written; with what it was before, where it was there. */
  readonly madeOf: (written: WrittenLink, before: Top | undefined) => Top
}

/** What the dialog is open for. */
interface Opened {
  /** The one that is changed. */
  readonly at?: LinkPlace
  /** The one that a new one is put below. */
  readonly below?: number
}

export const LinkRows = <Top extends TopLink>(props: LinkRowsProps<Top>) => {
  const { label, madeOf, onChange, problem, siteSpaces, styleOf, targetOf, top, tops } = props
  const [opened, setOpened] = useState<Opened>()
  const [menu, setMenu] = useState<{ readonly place: LinkPlace; readonly title: string; readonly anchor: Element }>()

  const row = (place: LinkPlace, title: string, to: LinkTarget | null | undefined) => (
    <div className="structure-row">
      <Icon name={to === undefined ? "folder" : to === null ? "menu" : "link"} />
      <span className="version-title">{title}</span>
      <span className="version-chips" />
      {to === undefined ? null : <span className="version-address">{targetWords(to, siteSpaces)}</span>}
      <button
        type="button"
        className="tool"
        aria-label={`Actions for ${title}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setMenu({ place, title, anchor: currentTarget })}
      >
        <Icon name="more" />
      </button>
    </div>
  )
  /** How many stand beside a place. */
  const countAt = ([at, below]: LinkPlace): number =>
    below === undefined ? tops.length : (tops[at]?.links.length ?? 0)
  const indexOf = ([at, below]: LinkPlace): number => below ?? at

  const write = (written: WrittenLink) => {
    const { at, below } = opened ?? {}
    const link: LookLink | undefined = written.to ? { title: written.title, to: written.to } : undefined
    onChange((all) =>
      below !== undefined
        ? all.map((one, index) =>
            index === below && link !== undefined ? { ...one, links: [...one.links, link] } : one
          )
        : at === undefined
          ? [...all, madeOf(written, undefined)]
          : all.map((one, index) => {
              const [top, inside] = at
              if (index !== top) return one
              if (inside === undefined) return madeOf(written, one)
              return link === undefined ? one : { ...one, links: one.links.with(inside, link) }
            })
    )
    setOpened(undefined)
  }

  const edited = opened?.at
  const editedTop = edited && tops[edited[0]]
  const editedBelow = edited?.[1] === undefined ? undefined : editedTop?.links[edited[1]]
  const isTop = opened?.below === undefined && edited?.[1] === undefined
  return (
    <>
      {tops.length === 0 ? null : (
        <div className="structure">
          <ul className="structure-rows" aria-label={label}>
            {tops.map((one, at) => (
              <li key={at}>
                {row([at], one.title, targetOf(one))}
                {one.links.length === 0 ? null : (
                  <ul className="structure-rows" aria-label={`Below ${one.title}`}>
                    {one.links.map((link, below) => (
                      <li key={below}>{row([at, below], link.title, link.to)}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <p className="buttons">
        <button type="button" className="button secondary" onClick={() => setOpened({})}>
          {top === "link" ? "Add a link to the header" : "Add a group to the footer"}
        </button>
      </p>
      {menu === undefined ? null : (
        <PopMenu label={`Actions for ${menu.title}`} anchor={menu.anchor} onClose={() => setMenu(undefined)}>
          <PopMenuItem onAction={() => setOpened({ at: menu.place })}>Edit</PopMenuItem>
          {menu.place[1] === undefined ? (
            <PopMenuItem onAction={() => setOpened({ below: menu.place[0] })}>Add a link below it</PopMenuItem>
          ) : null}
          {indexOf(menu.place) === 0 ? null : (
            <PopMenuItem onAction={() => onChange((all) => moveLink(all, menu.place, -1))}>Move up</PopMenuItem>
          )}
          {indexOf(menu.place) === countAt(menu.place) - 1 ? null : (
            <PopMenuItem onAction={() => onChange((all) => moveLink(all, menu.place, 1))}>Move down</PopMenuItem>
          )}
          <PopMenuItem onAction={() => onChange((all) => removeLink(all, menu.place))} isDanger>
            Remove
          </PopMenuItem>
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {opened === undefined ? null : (
          <LookLinkDialog
            siteSpaces={siteSpaces}
            kind={isTop ? top : "below"}
            isNew={edited === undefined}
            title={editedBelow?.title ?? editedTop?.title ?? ""}
            to={editedBelow?.to ?? (editedTop && targetOf(editedTop))}
            style={editedTop && styleOf(editedTop)}
            onWrite={write}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
