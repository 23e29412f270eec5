/** The name of an icon that stands beside a title on a site. */
import { TextLine } from "../../parts/fields.tsx"

interface IconLineProps {
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (icon: string) => void
}

export const IconLine = (line: IconLineProps) => (
  <TextLine
    {...line}
    label="Icon"
    maxLength={50}
    placeholder="book-open"
    spellCheck={false}
    autoCapitalize="none"
    note="By its Font Awesome name. Left empty, there is none."
  />
)
