/** The choice of a template, with the pages that it makes. */
import { useQuery } from "@tanstack/react-query"
import { Label } from "react-aria-components/Label"
import { Radio, RadioGroup } from "react-aria-components/RadioGroup"
import type { Template } from "../../logic/api.ts"
import { templatesQuery } from "../queries.ts"

/** The template of one empty page, which is a beginning of its own. */
export const blank = "blank"

/** Templates to choose from. */
export const useTemplates = (enabled: boolean): ReadonlyArray<Template> =>
  (useQuery({ ...templatesQuery, enabled }).data?.items ?? []).filter(({ id }) => id !== blank)

interface TemplateChoiceProps {
  readonly templates: ReadonlyArray<Template>
  /** Id of the one that is chosen. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

export const TemplateChoice = ({ chosen, onChoose, templates }: TemplateChoiceProps) => {
  const template = templates.find(({ id }) => id === chosen)
  return (
    <>
      <RadioGroup className="field" value={chosen ?? null} onChange={onChoose}>
        <Label>Template</Label>
        <div className="radios tall">
          {templates.map(({ description, id, title }) => (
            <Radio key={id} value={id} className="radio">
              <span>
                {title}
                <small>{description}</small>
              </span>
            </Radio>
          ))}
        </div>
      </RadioGroup>
      {template === undefined || template.pages.length === 0 ? null : (
        <div className="field">
          <span id="TemplatePages">Its pages</span>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <ul className="template-pages" aria-labelledby="TemplatePages" tabIndex={0}>
            {template.pages.map(({ depth, title }, at) => (
              <li key={at} style={{ paddingInlineStart: depth * 14 }}>
                {title}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
