/** What was written in this space and is in this browser alone: the way back to it. */
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import { wordsOf } from "../../logic/document.ts"
import { pagesById } from "../../logic/pages.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { AppLink } from "../parts/AppLink.tsx"
import { tell } from "../parts/status.tsx"
import { meQuery, pagesQuery } from "../queries.ts"
import { type LeftWork, leftWork, throwAwayLeft } from "./keptStore.ts"
import { placesOf, writtenAt } from "./openText.ts"

/** Milliseconds between looks: a window may have been closed, or a page was opened and took its own. */
const pause = 3000

const useLeftWork = (space: string): readonly [ReadonlyArray<LeftWork>, (id: string) => void] => {
  const me = useQuery(meQuery).data?.id
  const [left, setLeft] = useState<ReadonlyArray<LeftWork>>([])
  useEffect(() => {
    if (me === undefined) return
    const look = () => {
      if (document.visibilityState === "visible") leftWork(placesOf(me, space)).then(setLeft, () => setLeft([]))
    }
    // not before a page that is opened now had the time to take up its own
    const timer = setInterval(look, pause)
    return () => clearInterval(timer)
  }, [me, space])
  const throwAway = (id: string) =>
    void throwAwayLeft(id).then(() => setLeft((before) => before.filter((one) => one.id !== id)))
  return [left, throwAway]
}

export default () => {
  const { changeRequest, isKnown, space } = useDraft()
  const [left, throwAway] = useLeftWork(space)
  const [sure, setSure] = useState<string>()
  const pages = useQuery({ ...pagesQuery(space, changeRequest?.id), enabled: isKnown && left.length > 0 }).data?.pages
  if (left.length === 0) return null
  const known = pagesById(pages ?? [])
  const copy = async ({ work }: LeftWork) => {
    const text = work.text ?? work.sent?.text
    await navigator.clipboard.writeText(text === undefined ? (work.fields.title ?? "") : wordsOf(text))
    tell("What you wrote was copied")
  }
  return (
    <section className="draft-bar" aria-label="Kept in this browser">
      <p>What you wrote here is in this browser alone until its page is opened again.</p>
      <ul className="left-work">
        {left.map((one) => {
          const { id, scope } = writtenAt(one.place)
          const path = scope === undefined || scope === changeRequest?.id ? known.get(id)?.path : undefined
          const title = one.title || "Untitled"
          return (
            <li key={one.id}>
              {path === undefined ? (
                <span>{title}</span>
              ) : (
                <AppLink href={pageAddress(space, path, scope === undefined ? undefined : `${changeRequest?.number}`)}>
                  {title}
                </AppLink>
              )}
              <button type="button" className="button secondary" onClick={() => void copy(one)}>
                Copy the text
              </button>
              <button
                type="button"
                className="button secondary"
                onClick={() => (sure === one.id ? throwAway(one.id) : setSure(one.id))}
              >
                {sure === one.id ? "Yes, throw it away" : "Throw it away"}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
