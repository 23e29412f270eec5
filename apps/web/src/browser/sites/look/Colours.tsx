/** The colours of a site and its corners, light and dark, with a warning where links in a colour are hard to read. */

import { textOn } from "@octavo/render/contrast"
import type { SiteLook } from "../../../logic/api.ts"
import { contrastWarning, grounds, isColor, longColor } from "../../../logic/siteLook.ts"
import { Check, Choice, TextLine } from "../../parts/fields.tsx"
import type { LookPartProps } from "./part.ts"

type Ground = keyof typeof grounds

interface ColourLineProps {
  readonly label: string
  readonly ground: Ground
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (color: string) => void
}

const ColourLine = ({ ground, label, onChange, problem, value }: ColourLineProps) => {
  const warning = contrastWarning(value, ground)
  return (
    <div className="colour-field">
      <div className="colour-line">
        <input
          type="color"
          className="colour-choice"
          aria-label={`${label}: choose`}
          value={longColor(value)}
          onChange={({ target }) => onChange(target.value)}
        />
        <TextLine
          label={label}
          value={value}
          onChange={onChange}
          problem={problem}
          required
          pattern="#([0-9a-fA-F]{3}){1,2}"
          title="A colour like #2f46b5"
          spellCheck={false}
        />
      </div>
      <Sample ground={ground} color={value} />
      <p className="colour-warning" aria-live="polite">
        {warning}
      </p>
    </div>
  )
}

/** A link and a button in the colour, on the ground that pages have. */
const Sample = ({ color, ground }: { readonly color: string; readonly ground: Ground }) => {
  const shown = isColor(color) ? color : "none"
  return (
    <svg className="colour-sample" viewBox="0 0 240 44" aria-hidden="true" focusable="false">
      <rect width="240" height="44" rx="6" fill={grounds[ground]} stroke={ground === "light" ? "#e5e2db" : "#2b2e36"} />
      <text x="14" y="27" fontSize="14" fill={ground === "light" ? "#1c1d21" : "#ececf0"}>
        Text with
      </text>
      <text x="80" y="27" fontSize="14" fill={shown} textDecoration="underline">
        a link
      </text>
      <rect x="138" y="9" width="88" height="26" rx="5" fill={shown} />
      <text x="182" y="27" fontSize="13" textAnchor="middle" fill={isColor(color) ? textOn(color) : "none"}>
        Button
      </text>
    </svg>
  )
}

export const Colours = ({ look, onChange, problems }: LookPartProps) => {
  const { styling, themes } = look
  const style = (members: Partial<SiteLook["styling"]>) => onChange({ styling: { ...styling, ...members } })
  const primary = (ground: Ground) => (color: string) =>
    style({ primaryColor: { ...styling.primaryColor, [ground]: color } })
  return (
    <section aria-labelledby="Colours">
      <h2 id="Colours">Colours</h2>
      <div className="two-fields">
        <ColourLine
          label="Colour on light pages"
          ground="light"
          value={styling.primaryColor.light}
          problem={problems["styling.primaryColor.light"]}
          onChange={primary("light")}
        />
        <ColourLine
          label="Colour on dark pages"
          ground="dark"
          value={styling.primaryColor.dark}
          problem={problems["styling.primaryColor.dark"]}
          onChange={primary("dark")}
        />
      </div>
      <div className="two-fields">
        <Choice
          label="Pages are"
          of={[
            ["system", "As the reader's system"],
            ["light", "Light"],
            ["dark", "Dark"]
          ]}
          value={themes.default}
          onChange={(chosen) => onChange({ themes: { ...themes, default: chosen } })}
        />
        <Choice
          label="Style"
          of={[
            ["clean", "Clean"],
            ["muted", "Muted"],
            ["bold", "Bold"],
            ["gradient", "Gradient"]
          ]}
          value={styling.theme}
          onChange={(theme) => style({ theme })}
        />
        <Choice
          label="Corners"
          of={[
            ["rounded", "Rounded"],
            ["straight", "Straight"],
            ["circular", "Circular"]
          ]}
          value={styling.corners}
          onChange={(corners) => style({ corners })}
        />
        <Choice
          label="Search"
          of={[
            ["prominent", "A field in the header"],
            ["subtle", "An icon in the header"]
          ]}
          value={styling.search}
          onChange={(search) => style({ search })}
        />
      </div>
      <Check isSelected={themes.toggeable} onChange={(toggeable) => onChange({ themes: { ...themes, toggeable } })}>
        Readers may choose light or dark
      </Check>
    </section>
  )
}
