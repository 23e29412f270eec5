/** What readers find on the pages of a site, switched on and off. */
import { isOn, type Switch, switches, turned } from "../../../logic/siteLook.ts"
import { Check, Choice, TextLine } from "../../parts/fields.tsx"
import type { LookPartProps } from "./part.ts"

interface OnPagesProps extends LookPartProps {
  /** As it was read, for the order of what is switched off and on again. */
  readonly before: LookPartProps["look"]
}

export const OnPages = ({ before, look, onChange, problems }: OnPagesProps) => {
  const { ai, announcement, externalLinks, trademark } = look
  const announce = (members: Partial<NonNullable<typeof announcement>>) =>
    onChange({ announcement: { enabled: true, message: "", style: "info", ...announcement, ...members } })
  return (
    <section aria-labelledby="On-pages">
      <h2 id="On-pages">On its pages</h2>
      {Object.entries(switches).map(([name, [label, note]]) => (
        <Check
          key={name}
          isSelected={isOn(look, name as Switch)}
          onChange={(on) => onChange(turned(look, name as Switch, on, before.pageActions.items))}
          note={note}
        >
          {label}
        </Check>
      ))}
      <Check
        isSelected={ai.mode !== "none"}
        onChange={(on) => onChange({ ai: { ...ai, mode: on ? "search" : "none" } })}
        note="From the pages alone, where the server has a language model."
      >
        Answer questions of readers
      </Check>
      <Check
        isSelected={externalLinks.target === "blank"}
        onChange={(on) => onChange({ externalLinks: { target: on ? "blank" : "self" } })}
      >
        Open links to other sites in a new tab
      </Check>
      <Check isSelected={trademark.enabled} onChange={(enabled) => onChange({ trademark: { enabled } })}>
        Say at the foot that Octavo publishes it
      </Check>
      <Check
        isSelected={announcement?.enabled === true}
        onChange={(enabled) =>
          // one without words is none
          enabled || (announcement?.message ?? "") !== ""
            ? announce({ enabled })
            : onChange({ announcement: undefined })
        }
        note="A line above the header of each page."
      >
        Announce something
      </Check>
      {announcement?.enabled === true ? (
        <div className="two-fields">
          <TextLine
            label="Announcement"
            required
            minLength={2}
            maxLength={128}
            value={announcement.message}
            onChange={(message) => announce({ message })}
            problem={problems["announcement.message"]}
          />
          <Choice
            label="Announced as"
            of={[
              ["info", "Information"],
              ["success", "Success"],
              ["warning", "Warning"],
              ["danger", "Danger"]
            ]}
            value={announcement.style}
            onChange={(style) => announce({ style })}
          />
        </div>
      ) : null}
    </section>
  )
}
