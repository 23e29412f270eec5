/** A file of a space in the list of them: what it is, and where it is used. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useRef } from "react"
import type { File } from "../../logic/api.ts"
import { factsOf, isPicture } from "../../logic/files.ts"
import { Icon } from "../parts/Icon.tsx"
import { PlaceLink } from "../parts/PlaceLink.tsx"
import { useSeen } from "../parts/useSeen.ts"
import { fileUsesQuery } from "./queries.ts"

interface FileRowProps {
  readonly space: string
  /** Id of the draft that is shown. */
  readonly changeRequest: string | undefined
  readonly file: File
  readonly onOpen: () => void
  readonly onMenu: (anchor: Element) => void
}

/** So many places are named in a row; all of them are named in the file's dialog. */
const named = 2

export const FileRow = ({ changeRequest, file, onMenu, onOpen, space }: FileRowProps) => {
  const row = useRef<HTMLLIElement>(null)
  const isSeen = useSeen(row)
  const uses = useInfiniteQuery({ ...fileUsesQuery(space, file.id, changeRequest), enabled: isSeen }).data
  const places = uses?.pages.flatMap(({ items }) => items)
  return (
    <li className="file-row" ref={row}>
      <span className="file-picture">
        {isPicture(file) ? <img src={file.downloadURL} alt="" loading="lazy" /> : <Icon name="file" />}
      </span>
      <div className="file-words">
        <button type="button" className="file-name" onClick={onOpen}>
          {file.name}
        </button>
        <span className="note">{factsOf(file).join(" · ")}</span>
      </div>
      <div className="file-uses">
        {places === undefined ? null : places.length === 0 ? (
          <span className="note">Not used</span>
        ) : (
          <>
            {places.slice(0, named).map((place, at) => (
              <span key={`${place.kind} ${at}`} className="file-use">
                <PlaceLink place={place} space={space} />
              </span>
            ))}
            {places.length > named ? (
              <button type="button" className="link" aria-label={`All that use ${file.name}`} onClick={onOpen}>
                and more
              </button>
            ) : null}
          </>
        )}
      </div>
      <button
        type="button"
        className="tool"
        aria-label={`Actions for ${file.name}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(currentTarget)}
      >
        <Icon name="more" />
      </button>
    </li>
  )
}
