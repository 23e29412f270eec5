/** The fonts that a site is drawn with: those of the organization, and those that everybody knows. */
import { useQuery } from "@tanstack/react-query"
import { organizationPartAddress } from "../../../logic/addresses.ts"
import { type FontPlace, fontChoices, fontValue, withFont } from "../../../logic/fonts.ts"
import { customFontsQuery } from "../../organization/fonts/queries.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Choice } from "../../parts/fields.tsx"
import type { LookPartProps } from "./part.ts"

const places: ReadonlyArray<readonly [FontPlace, string]> = [
  ["font", "Text"],
  ["headingFont", "Headings"],
  ["monospaceFont", "Code"]
]

export const Fonts = ({ look, onChange, organization, problems }: LookPartProps) => {
  const fonts = useQuery(customFontsQuery(organization)).data ?? []
  return (
    <section aria-labelledby="Fonts">
      <h2 id="Fonts">Fonts</h2>
      <p className="note">
        A font by name is drawn with what the machine of a reader has of its kind. Files of your own are added under{" "}
        <AppLink href={organizationPartAddress(organization, "fonts")}>Fonts</AppLink> of the organization, and go to
        every reader.
      </p>
      <div className="two-fields">
        {places.map(([place, label]) => (
          <Choice
            key={place}
            label={label}
            of={fontChoices(look.styling, place, fonts)}
            value={fontValue(look.styling[place])}
            onChange={(value) => onChange(({ styling }) => ({ styling: withFont(styling, place, value, fonts) }))}
            problem={problems[`styling.${place}`]}
          />
        ))}
      </div>
    </section>
  )
}
