/** How a space is to be translated. */
import { Check, TextLines } from "../../parts/fields.tsx"

interface HowFieldsProps {
  readonly instructions: string
  readonly onInstructions: (text: string) => void
  readonly problem: string | undefined
  readonly translateSlugs: boolean
  readonly onTranslateSlugs: (isSelected: boolean) => void
}

export const HowFields = (props: HowFieldsProps) => (
  <>
    <TextLines
      label="Instructions"
      value={props.instructions}
      onChange={props.onInstructions}
      problem={props.problem}
      rows={3}
      placeholder="Address the reader informally."
      note="Language models and DeepL read them, LibreTranslate does not. Other instructions translate everything anew."
    />
    <Check
      isSelected={props.translateSlugs}
      onChange={props.onTranslateSlugs}
      note="Pages of the translation have addresses of their translated titles."
    >
      Translate addresses
    </Check>
  </>
)
