/** A file of a space: seen large, with all that uses it. */
import { useInfiniteQuery } from "@tanstack/react-query"
import type { File } from "../../logic/api.ts"
import { factsOf, isPicture } from "../../logic/files.ts"
import { problemOf } from "../../logic/problems.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { PlaceLink } from "../parts/PlaceLink.tsx"
import { ShowMore } from "../parts/ShowMore.tsx"
import { Waiting } from "../parts/screen.tsx"
import { copyAddress, copyMarkdown } from "./fileActs.ts"
import { fileUsesQuery } from "./queries.ts"

interface FileDialogProps {
  readonly space: string
  /** Id of the draft that is shown. */
  readonly changeRequest: string | undefined
  readonly file: File
  readonly onClose: () => void
}

export default ({ changeRequest, file, onClose, space }: FileDialogProps) => {
  const uses = useInfiniteQuery(fileUsesQuery(space, file.id, changeRequest))
  const places = uses.data?.pages.flatMap(({ items }) => items)
  return (
    <Dialog title={file.name} kind="form" onClose={onClose}>
      <div className="form file-dialog">
        {isPicture(file) ? <img className="file-preview" src={file.downloadURL} alt={file.name} /> : null}
        <p className="note">{factsOf(file).join(" · ")}</p>
        <div className="buttons">
          <a className="button" href={file.downloadURL} download={file.name}>
            Download
          </a>
          <button type="button" className="button secondary" onClick={() => void copyMarkdown(file)}>
            Copy Markdown
          </button>
          <button type="button" className="button secondary" onClick={() => void copyAddress(file)}>
            Copy address
          </button>
        </div>
        <p className="field-hint">Who has its address reads the file without signing in.</p>
        <section aria-labelledby="Used-in">
          <h3 id="Used-in">Used in</h3>
          {uses.isError ? (
            <p className="field-error" role="alert">
              {problemOf(uses.error, navigator.onLine).text}
            </p>
          ) : places === undefined ? (
            <Waiting lines={1} />
          ) : places.length === 0 ? (
            <p className="note">No page shows it or leads to it.</p>
          ) : (
            <ul aria-labelledby="Used-in">
              {places.map((place, at) => (
                <li key={`${place.kind} ${at}`}>
                  <PlaceLink place={place} space={space} />
                </li>
              ))}
            </ul>
          )}
          <ShowMore query={uses} />
        </section>
        <div className="form-foot">
          <button type="button" className="button secondary" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  )
}
