/** A person in a row: letters in place of a picture, the name, and the address. */
import type { ReactNode } from "react"
import type { User } from "../../logic/api.ts"
import { initialsOf } from "../../logic/words.ts"
import { nameOf } from "../shell/Person.tsx"

interface PersonCellProps {
  readonly user: User
  /** What is said beside the name. */
  readonly children?: ReactNode
}

export const PersonCell = ({ children, user }: PersonCellProps) => (
  <>
    <span className="avatar" aria-hidden="true">
      {initialsOf(nameOf(user))}
    </span>
    <span className="person-cell">
      <span className="person-cell-name">
        <span>{nameOf(user)}</span>
        {children}
      </span>
      <span className="person-cell-note">{user.email}</span>
    </span>
  </>
)
