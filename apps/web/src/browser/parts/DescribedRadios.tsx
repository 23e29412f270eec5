/** A choice whose answers say what they come to. */
import type { ReactNode } from "react"
import { Radio, RadioGroup } from "react-aria-components/RadioGroup"

/** What an answer is called, and what it comes to. */
export type Words = readonly [label: string, note: string]

interface DescribedRadiosProps<Value extends string> {
  /** What can be chosen, in words. */
  readonly of: Readonly<Record<Value, Words>>
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly "aria-labelledby"?: string
  readonly className?: string
  /** Its label, unless one stands elsewhere. */
  readonly children?: ReactNode
}

export const DescribedRadios = <Value extends string>({
  children,
  className = "radios",
  of,
  onChange,
  ...group
}: DescribedRadiosProps<Value>) => (
  <RadioGroup {...group} className="field" onChange={(value) => onChange(value as Value)}>
    {children}
    <div className={className}>
      {Object.entries<Words>(of).map(([value, [label, note]]) => (
        <Radio key={value} value={value} className="radio">
          <span>
            {label}
            <small>{note}</small>
          </span>
        </Radio>
      ))}
    </div>
  </RadioGroup>
)
