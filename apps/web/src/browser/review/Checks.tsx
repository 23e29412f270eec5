/** What a change request would harm, and what is wrong in its texts: links, files, headings, addresses, blocks, each with its place. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ChangeRequest, ContentCheck } from "../../logic/api.ts"
import { counted } from "../../logic/words.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { checksQuery } from "../queries.ts"

/** How many are shown at first. */
const first = 5

export const Checks = ({ request }: { readonly request: ChangeRequest }) => {
  const { id, number, revision, space } = request
  const found = useQuery(checksQuery(space, id, revision)).data
  const [isWhole, setIsWhole] = useState(false)
  const items = isWhole ? found?.items : found?.items.slice(0, first)
  return (
    <section className="checks" aria-label="Checks">
      <h2>Checks</h2>
      {found === undefined || items === undefined ? (
        <p className="note">Links, files, addresses and blocks are looked at.</p>
      ) : found.count === 0 ? (
        <p className="note">It breaks no link, file or address, and its texts are as they should be.</p>
      ) : (
        <>
          <p className="note">A merge would leave {counted(found.count, "thing")} to mend.</p>
          <ul className="unmet">
            {items.map((check, at) => (
              <li key={at}>
                <Place check={check} space={space} number={number} />
                <span className="note">{check.message}.</span>
              </li>
            ))}
          </ul>
          {found.items.length > first ? (
            <button type="button" className="button secondary" onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? "Show fewer" : found.items.length < found.count ? `Show ${found.items.length}` : "Show all"}
            </button>
          ) : null}
        </>
      )}
    </section>
  )
}

interface PlaceProps {
  readonly check: ContentCheck
  readonly space: string
  readonly number: number
}

/** Where it is to be mended, with a link there while it is there. */
const Place = ({ check, number, space }: PlaceProps) => {
  const { kind, page, reusableContent, section } = check
  const name = page?.title || reusableContent?.title || "Untitled"
  const where = check.space === undefined ? name : `${name} in ${check.space.title || "another space"}`
  if (page === undefined || kind === "lost-address") return <b>{where}</b>
  const address =
    check.space === undefined ? pageAddress(space, page.path, String(number)) : pageAddress(check.space.id, page.path)
  return <AppLink href={section === undefined ? address : `${address}#${section}`}>{where}</AppLink>
}
