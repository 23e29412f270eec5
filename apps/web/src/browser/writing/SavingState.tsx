/** How the saving goes, and who is here: beside the page that is written. */
import { useEffect, useState } from "react"
import type { PresentPerson } from "../../logic/api.ts"
import type { SaverView } from "../../logic/PageSaver.ts"
import { savingWords } from "../../logic/savingWords.ts"
import { initialsOf } from "../../logic/words.ts"

/** Whether the browser has a line. */
const useIsOnline = (): boolean => {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    for (const event of ["online", "offline"]) window.addEventListener(event, look)
    return () => {
      for (const event of ["online", "offline"]) window.removeEventListener(event, look)
    }
  }, [])
  return isOnline
}

export const SavingState = ({ view }: { readonly view: SaverView | undefined }) => {
  const isOnline = useIsOnline()
  const words = view === undefined ? "" : savingWords(view.state, { isKept: view.isKept, isOnline, said: view.said })
  return (
    <p role="status" className="saving" data-state={words === "Saved" || words === "Saving" ? "well" : undefined}>
      {words}
    </p>
  )
}

const nameOf = ({ displayName }: PresentPerson): string => displayName || "Somebody"

/** @param me id of the person who looks */
export const HereNow = ({ me, people }: { readonly me: string; readonly people: ReadonlyArray<PresentPerson> }) =>
  people.some(({ id }) => id !== me) ? (
    <ul className="here" aria-label="Here now">
      {people.map((person) => (
        <li key={person.id} className="here-person" title={nameOf(person)}>
          <span className="avatar" aria-hidden="true">
            {initialsOf(nameOf(person))}
          </span>
          <span className="hidden">{person.id === me ? `${nameOf(person)} (you)` : nameOf(person)}</span>
        </li>
      ))}
    </ul>
  ) : null
