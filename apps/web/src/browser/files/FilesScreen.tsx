/** The files of a space: found by name, looked at, uploaded, with the pages that use them. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useDeferredValue, useRef, useState } from "react"
import type { File as SpaceFile } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { filesFor } from "../../logic/files.ts"
import { counted } from "../../logic/words.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { FilterField } from "../parts/FilterField.tsx"
import { PopMenu, PopMenuItem } from "../parts/PopMenu.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { tell } from "../parts/status.tsx"
import { person } from "../place.ts"
import { filesQuery, limitsQuery, spaceQuery } from "../queries.ts"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import "../style/files.css"
import { LeftUploads } from "../uploads/LeftUploads.tsx"
import { Sending } from "../uploads/Sending.tsx"
import { startUpload } from "../writing/upload.ts"
import { FileRow } from "./FileRow.tsx"
import { copyAddress, copyMarkdown, download } from "./fileActs.ts"
import { useDroppedFiles } from "./useDroppedFiles.ts"

const FileDialog = lazy(() => import("./FileDialog.tsx"))

/** So many are listed at first, and with each "Show more". */
const part = 50

export const FilesScreen = () => {
  const { space: id } = useParams({ from: "/s/$space" })
  const { canEdit, changeRequest, isKnown, write } = useDraft()
  const space = useQuery(spaceQuery(id)).data
  const asked = useQuery({
    ...filesQuery(id, changeRequest?.id),
    enabled: isKnown,
    // the live content's, while those of a draft that was just made are asked for
    placeholderData: keepPreviousData
  })
  // known before a file is chosen, so that one that is too large is refused before anything is asked
  useQuery(limitsQuery)
  const queries = useQueryClient()
  const [words, setWords] = useState("")
  const wanted = useDeferredValue(words)
  const [most, setMost] = useState(part)
  const [sending, setSending] = useState<ReadonlyArray<{ readonly key: number; readonly file: File }>>([])
  const [opened, setOpened] = useState<SpaceFile>()
  const [menu, setMenu] = useState<{ readonly file: SpaceFile; readonly anchor: Element }>()
  const chooser = useRef<HTMLInputElement>(null)
  const last = useRef(0)
  const upload = (files: ReadonlyArray<File>) =>
    setSending((before) => [...before, ...files.map((file) => ({ key: ++last.current, file }))])
  const isOver = useDroppedFiles(canEdit, upload)
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const place = `files ${person ?? ""} ${id}`
  const all = asked.data
  const found = all === undefined ? undefined : filesFor(all, wanted)
  const isNone = all === undefined || all.length === 0
  const end = (key: number) => setSending((before) => before.filter((one) => one.key !== key))
  return (
    <div className="screen narrow files-screen" data-over={isOver || undefined}>
      <header className="screen-head list-head">
        <div>
          <ScreenTitle title={space === undefined ? "Files" : `Files · ${space.title}`}>Files</ScreenTitle>
          <p className="lead">
            {isNone ? "Pictures and other files that pages show." : `${counted(all?.length ?? 0, "file")}.`}
            {canEdit ? (
              <span className="files-drop"> Drop {isNone ? "them" : "more of them"} anywhere here.</span>
            ) : null}
          </p>
        </div>
        {canEdit ? (
          <button type="button" className="button" onClick={() => chooser.current?.click()}>
            Upload
          </button>
        ) : null}
      </header>
      {canEdit ? (
        <input
          ref={chooser}
          type="file"
          className="hidden"
          aria-label="Files to upload"
          tabIndex={-1}
          multiple
          onChange={({ target }) => {
            upload([...(target.files ?? [])])
            // the same file may be chosen again
            target.value = ""
          }}
        />
      ) : null}
      <LeftUploads place={place} />
      {sending.length === 0 ? null : (
        <section aria-label="On their way">
          {sending.map(({ file, key }) => (
            <Sending
              key={key}
              file={file}
              start={(one) => startUpload({ file: one, space: id, place, write })}
              isTold
              onThere={({ name }) => {
                end(key)
                tell(`${name} was uploaded`)
                void queries.invalidateQueries({ queryKey: ["space", id, "files"] })
              }}
              onCancel={() => {
                end(key)
                tell(`The upload of ${file.name} was cancelled`)
              }}
            />
          ))}
        </section>
      )}
      {all !== undefined && all.length > 1 ? (
        <FilterField
          className="files-filter"
          label="Filter files"
          placeholder="Filter by name or kind"
          value={words}
          onChange={(typed) => {
            setWords(typed)
            setMost(part)
          }}
        />
      ) : null}
      {found === undefined ? (
        <Waiting />
      ) : found.length > 0 ? (
        <ul className="rows" aria-label="Files">
          {found.slice(0, most).map((file) => (
            <FileRow
              key={file.id}
              space={id}
              changeRequest={changeRequest?.id}
              file={file}
              onOpen={() => setOpened(file)}
              onMenu={(anchor) => setMenu({ file, anchor })}
            />
          ))}
        </ul>
      ) : all?.length === 0 ? (
        <Empty title="No file is here yet">
          <p>
            {canEdit
              ? "Upload a picture, a PDF or whatever readers are to have. One that is put into a page comes here by itself."
              : "What is put into a page comes here by itself."}
          </p>
        </Empty>
      ) : (
        <Empty title={`No file has “${wanted.trim()}” in its name`} />
      )}
      {found !== undefined && found.length > most ? (
        <p className="buttons">
          <button type="button" className="button secondary" onClick={() => setMost(most + part)}>
            Show more
          </button>
        </p>
      ) : null}
      {menu === undefined ? null : (
        <PopMenu label={`Actions for ${menu.file.name}`} anchor={menu.anchor} onClose={() => setMenu(undefined)}>
          <PopMenuItem onAction={() => setOpened(menu.file)}>Show</PopMenuItem>
          <PopMenuItem onAction={() => download(menu.file)}>Download</PopMenuItem>
          <PopMenuItem onAction={() => void copyMarkdown(menu.file)}>Copy Markdown</PopMenuItem>
          <PopMenuItem onAction={() => void copyAddress(menu.file)}>Copy address</PopMenuItem>
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {opened === undefined ? null : (
          <FileDialog space={id} changeRequest={changeRequest?.id} file={opened} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </div>
  )
}
