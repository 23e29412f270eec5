/** Fonts of an organization, each with a line set in it. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import type { CustomFont, Organization } from "../../../logic/api.ts"
import { weightName } from "../../../logic/fonts.ts"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import "../../style/fonts.css"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { customFontsQuery } from "./queries.ts"
import { familyOf, useFontFaces } from "./useFontFaces.ts"

const FontDialog = lazy(() => import("./FontDialog.tsx"))
const DeleteFontDialog = lazy(() => import("./DeleteFontDialog.tsx"))

export const FontsScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/fonts" })
  const [isAdding, setAdding] = useState(false)
  return (
    <OrganizationScreen
      organization={organization}
      title="Fonts"
      lead={() => "Fonts of your own, which sites can be drawn with."}
      permission="listMembers"
      action={({ permissions }) =>
        permissions.admin ? (
          <Button className="button" onPress={() => setAdding(true)}>
            Add a font
          </Button>
        ) : null
      }
    >
      {(one) => (
        <>
          <Fonts organization={one} />
          <Suspense fallback={null}>
            {isAdding ? <FontDialog organization={one.id} onClose={() => setAdding(false)} /> : null}
          </Suspense>
        </>
      )}
    </OrganizationScreen>
  )
}

const Fonts = ({ organization }: { readonly organization: Organization }) => {
  const asked = useQuery(customFontsQuery(organization.id))
  const [menu, setMenu] = useState<{ readonly font: CustomFont; readonly anchor: Element }>()
  const [opened, setOpened] = useState<{ readonly what: "change" | "delete"; readonly font: CustomFont }>()
  const dialog = opened && { organization: organization.id, font: opened.font, onClose: () => setOpened(undefined) }
  return (
    <section aria-label="Fonts">
      <Problem work={asked} />
      {asked.data === undefined ? (
        asked.isError ? null : (
          <Waiting />
        )
      ) : asked.data.length === 0 ? (
        <Empty title="There are no fonts yet">
          <p>
            {organization.permissions.admin
              ? "Add the files of one, as WOFF2 or WOFF. Under “Look” of a site it is chosen for text, headings or code, and served from the address of the site."
              : "Admins of the organization add them."}
          </p>
        </Empty>
      ) : (
        <ul className="rows" aria-label="Fonts">
          {asked.data.map((font) => (
            <FontRow key={font.id} font={font} onMenu={(anchor) => setMenu({ font, anchor })} />
          ))}
        </ul>
      )}
      {menu === undefined ? null : (
        <PopMenu label={`Actions for ${menu.font.fontFamily}`} anchor={menu.anchor} onClose={() => setMenu(undefined)}>
          <PopMenuItem onAction={() => setOpened({ what: "change", font: menu.font })}>Name and files</PopMenuItem>
          <PopMenuItem onAction={() => setOpened({ what: "delete", font: menu.font })} isDanger>
            Delete
          </PopMenuItem>
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {dialog === undefined ? null : opened?.what === "change" ? (
          <FontDialog {...dialog} />
        ) : (
          <DeleteFontDialog {...dialog} />
        )}
      </Suspense>
    </section>
  )
}

/** What is set in each: every letter, and digits. */
const sample = "The quick brown fox jumps over the lazy dog, 0123456789"

interface FontRowProps {
  readonly font: CustomFont
  readonly onMenu: (anchor: Element) => void
}

const FontRow = ({ font, onMenu }: FontRowProps) => {
  useFontFaces(font)
  const { fontFaces, fontFamily, id, permissions } = font
  return (
    <li className="font-row">
      <div className="font-words">
        <p className="font-name">{fontFamily}</p>
        <p className="font-sample" style={{ fontFamily: `"${familyOf(id)}"` }}>
          {sample}
        </p>
        <p className="font-weights">
          {fontFaces.map(({ weight }) => (
            <span key={weight} className="chip">
              {weightName(weight)}
            </span>
          ))}
        </p>
      </div>
      {permissions.edit ? (
        <button
          type="button"
          className="tool"
          aria-label={`Actions for ${fontFamily}`}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(currentTarget)}
        >
          <Icon name="more" />
        </button>
      ) : null}
    </li>
  )
}
