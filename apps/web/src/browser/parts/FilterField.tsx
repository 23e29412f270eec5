/** A field whose words leave of a list what has them. */
import { Icon } from "./Icon.tsx"

interface FilterFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (words: string) => void
  readonly maxLength?: number
  /** A class beside that of all such fields. */
  readonly className?: string
}

export const FilterField = ({ className, label, maxLength, onChange, placeholder, value }: FilterFieldProps) => (
  <label className={className === undefined ? "filter" : `filter ${className}`}>
    <Icon name="search" />
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
)
