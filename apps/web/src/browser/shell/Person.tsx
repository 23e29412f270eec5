/** Who is signed in, with a menu that is loaded beside the first screen. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import type { User } from "../../logic/api.ts"
import { initialsOf } from "../../logic/words.ts"
import { afterFirstScreen } from "../parts/firstScreen.ts"
import { meQuery } from "../queries.ts"

const PersonMenu = lazy(() => afterFirstScreen(() => import("./PersonMenu.tsx")))

export const nameOf = ({ displayName, email }: User): string => (displayName === "" ? email : displayName)

/** What is in the button. */
export const PersonLabel = ({ user }: { readonly user: User }) => (
  <>
    <span className="avatar" aria-hidden="true">
      {initialsOf(nameOf(user))}
    </span>
    <span className="person-name">{nameOf(user)}</span>
  </>
)

export const Person = () => {
  const { data: user } = useQuery(meQuery)
  // pressed before the menu was there
  const [isWanted, setWanted] = useState(false)
  return (
    <div className="person">
      {user === undefined ? null : (
        <Suspense
          fallback={
            <button type="button" className="person-button" aria-haspopup="true" onClick={() => setWanted(true)}>
              <PersonLabel user={user} />
            </button>
          }
        >
          <PersonMenu user={user} isOpenAtFirst={isWanted} />
        </Suspense>
      )}
    </div>
  )
}
