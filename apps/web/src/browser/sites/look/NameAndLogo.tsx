/** What a site is called and known by: its name, its logo, and the sign that stands for it in tabs. */
import type { SiteLook } from "../../../logic/api.ts"
import { emojiOf } from "../../../logic/spaces.ts"
import { TextLine } from "../../parts/fields.tsx"
import { PictureField } from "../../parts/PictureField.tsx"
import type { LookPartProps } from "./part.ts"

type Pair = NonNullable<SiteLook["header"]["logo"]>

/** A pair of pictures with one of them changed: where one alone is there, it stands on both grounds. */
const withPicture = (pair: Pair | undefined, ground: keyof Pair, address: string | undefined): Pair | undefined => {
  const other = ground === "light" ? "dark" : "light"
  if (address !== undefined) return { light: address, dark: address, ...(pair && { [other]: pair[other] }) }
  const left = pair?.[other]
  return left === undefined || left === pair?.[ground] ? undefined : { light: left, dark: left }
}

export const NameAndLogo = ({ look, onChange, organization, problems }: LookPartProps) => {
  const { favicon, header, title } = look
  const setLogo = (ground: keyof Pair) => (address: string | undefined) =>
    onChange(({ header: { logo, ...header } }) => {
      const changed = withPicture(logo, ground, address)
      return { header: changed === undefined ? header : { ...header, logo: changed } }
    })
  const setIcon = (ground: keyof Pair) => (address: string | undefined) =>
    onChange(({ favicon }) => {
      const icon = withPicture(favicon.icon, ground, address)
      return { favicon: { ...(icon && { icon }) } }
    })
  return (
    <section aria-labelledby="Name-and-logo">
      <h2 id="Name-and-logo">Name and logo</h2>
      <TextLine
        label="Name on its pages"
        required
        minLength={2}
        maxLength={128}
        value={title ?? ""}
        onChange={(text) => onChange({ title: text })}
        problem={problems["title"]}
      />
      <div className="two-fields">
        <PictureField
          organization={organization}
          label="Logo"
          note="Stands in place of the name. On light pages, and on dark ones where those have none."
          ground="light"
          value={header.logo?.light}
          problem={problems["header.logo.light"]}
          onChange={setLogo("light")}
        />
        <PictureField
          organization={organization}
          label="Logo on dark pages"
          note="For a logo whose dark letters are not seen there."
          ground="dark"
          value={header.logo?.dark}
          problem={problems["header.logo.dark"]}
          onChange={setLogo("dark")}
        />
      </div>
      <TextLine
        label="Emoji in tabs of browsers"
        maxLength={50}
        value={emojiOf(favicon.emoji) ?? ""}
        onChange={(emoji) => onChange({ favicon: emoji === "" ? {} : { emoji } })}
        problem={problems["favicon"]}
        spellCheck={false}
        note="Left empty, a picture stands there, or the sign of Octavo."
      />
      {favicon.emoji === undefined ? (
        <div className="two-fields">
          <PictureField
            organization={organization}
            label="Picture in tabs"
            note="Square, at least 48 pixels wide."
            ground="light"
            value={favicon.icon?.light}
            problem={problems["favicon.icon.light"]}
            onChange={setIcon("light")}
          />
          <PictureField
            organization={organization}
            label="Picture in dark tabs"
            note="Where it is to be another one."
            ground="dark"
            value={favicon.icon?.dark}
            problem={problems["favicon.icon.dark"]}
            onChange={setIcon("dark")}
          />
        </div>
      ) : null}
    </section>
  )
}
