/** The links of a site's header and footer. */
import type { SiteLook, SiteSpace } from "../../../logic/api.ts"
import { TextLine } from "../../parts/fields.tsx"
import { LinkRows } from "./LinkRows.tsx"
import type { LookPartProps } from "./part.ts"

interface HeaderAndFooterProps extends LookPartProps {
  readonly siteSpaces: ReadonlyArray<SiteSpace>
}

type HeaderLink = SiteLook["header"]["links"][number]
type FooterGroup = SiteLook["footer"]["groups"][number]

export const HeaderAndFooter = ({ look, onChange, problems, siteSpaces }: HeaderAndFooterProps) => {
  const { footer, header } = look
  return (
    <>
      <section aria-labelledby="Header">
        <h2 id="Header">Header</h2>
        <LinkRows<HeaderLink>
          siteSpaces={siteSpaces}
          label="Links in the header"
          top="link"
          tops={header.links}
          problem={problems["header.links"]}
          targetOf={({ to }) => to}
          styleOf={({ style }) => style}
          onChange={(change) => onChange(({ header }) => ({ header: { ...header, links: change(header.links) } }))}
          madeOf={({ style, title, to }, before) => ({
            links: [],
            ...before,
            title,
            to: to ?? null,
            ...(style && { style })
          })}
        />
      </section>
      <section aria-labelledby="Footer">
        <h2 id="Footer">Footer</h2>
        <TextLine
          label="Copyright"
          maxLength={512}
          value={footer.copyright ?? ""}
          onChange={(copyright) => {
            const { copyright: _, ...rest } = footer
            onChange({ footer: copyright === "" ? rest : { ...rest, copyright } })
          }}
          problem={problems["footer.copyright"]}
        />
        <LinkRows<FooterGroup>
          siteSpaces={siteSpaces}
          label="Links in the footer"
          top="group"
          tops={footer.groups}
          problem={problems["footer.groups"]}
          targetOf={() => undefined}
          styleOf={() => undefined}
          onChange={(change) => onChange(({ footer }) => ({ footer: { ...footer, groups: change(footer.groups) } }))}
          madeOf={({ title }, before) => ({ links: [], ...before, title })}
        />
      </section>
    </>
  )
}
