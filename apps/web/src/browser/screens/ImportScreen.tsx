/** The import of a website or of files into a space: what is brought in, how far it is, and what came of it. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { Button } from "react-aria-components/Button"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { ProgressBar } from "react-aria-components/ProgressBar"
import { Text } from "react-aria-components/Text"
import { TextField } from "react-aria-components/TextField"
import { pageAddress } from "../../logic/addresses.ts"
import { isActive, isRepository, runWords, websiteOf } from "../../logic/importing.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { findOrMakeDraft } from "../drafts/DraftWriter.ts"
import { DropZone } from "../imports/DropZone.tsx"
import { ImportReport } from "../imports/ImportReport.tsx"
import { useImport } from "../imports/useImport.ts"
import { ScreenTitle, Waiting } from "../parts/screen.tsx"
import { pagesQuery, spaceQuery } from "../queries.ts"

export const ImportScreen = () => {
  const { space: id } = useParams({ from: "/s/$space" })
  const space = useQuery(spaceQuery(id)).data
  const { canEdit, isKnown } = useDraft()
  return (
    <div className="screen narrow">
      <header className="screen-head">
        <ScreenTitle title={space === undefined ? "Import" : `Import · ${space.title}`}>Import</ScreenTitle>
        <p className="lead">Brings in pages that are written elsewhere. They come last; what is here stays.</p>
      </header>
      {space === undefined || !isKnown ? (
        <Waiting />
      ) : canEdit ? (
        <ImportForm space={id} organization={space.organization} />
      ) : (
        <p className="note">You may read this space, and not edit it. Ask an admin of the organization.</p>
      )}
    </div>
  )
}

interface ImportFormProps {
  readonly space: string
  readonly organization: string
}

const ImportForm = ({ organization, space }: ImportFormProps) => {
  const draft = useDraft()
  const live = useQuery(pagesQuery(space)).data?.pages
  const [files, setFiles] = useState<ReadonlyArray<File>>([])
  const [address, setAddress] = useState("")
  const importing = useImport({
    organization,
    space,
    // a space that has nothing yet has nothing to propose a change of
    changeRequest: async () =>
      draft.changeRequest?.id ?? (live?.length === 0 ? undefined : (await findOrMakeDraft(space)).id)
  })
  const { isBusy, problem, run, sent } = importing
  const url = websiteOf(address)
  const isTyped = address.trim() !== ""
  const hint = !isTyped
    ? "Its pages are read by the links between them, below the folder of the address."
    : url === undefined
      ? "This is no address of a website."
      : isRepository(url)
        ? "This is a Git repository: it is imported under Git, and kept in step."
        : files.length > 0
          ? "Files and a website are imported one after the other: remove one of them."
          : "Its pages are read by the links between them, below the folder of the address."
  const mayStart =
    !isBusy && (isTyped ? url !== undefined && !isRepository(url) && files.length === 0 : files.length > 0)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!mayStart) return
    void importing.start({ files: isTyped ? [] : files, url: isTyped ? url : undefined }).then(() => setFiles([]))
  }

  return (
    <>
      <form className="import-form" onSubmit={submit}>
        <DropZone files={files} onChange={setFiles} isDisabled={isBusy} />
        <TextField className="field" value={address} onChange={setAddress} maxLength={2048} isDisabled={isBusy}>
          <Label>Address</Label>
          <Input className="input" inputMode="url" placeholder="docs.example.com/guide" autoComplete="off" />
          <Text slot="description" className="field-note">
            {hint}
          </Text>
        </TextField>
        <div className="buttons">
          <Button type="submit" className="button" isDisabled={!mayStart}>
            Import
          </Button>
          {isBusy ? (
            <Button className="button secondary" onPress={importing.cancel}>
              Stop
            </Button>
          ) : null}
        </div>
      </form>
      {isBusy ? (
        <ProgressBar
          className="progress"
          aria-label="Import"
          {...(sent === undefined ? { isIndeterminate: true } : { value: sent * 100 })}
        >
          {({ percentage }) => (
            <>
              <span className="progress-words">
                {sent !== undefined ? "Sending files" : run === undefined ? "Reading" : runWords(run)}
              </span>
              <span className="progress-track" data-indeterminate={percentage === undefined || undefined}>
                <span style={percentage === undefined ? undefined : { inlineSize: `${percentage}%` }} />
              </span>
            </>
          )}
        </ProgressBar>
      ) : null}
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {run === undefined || isActive(run) || isBusy ? null : (
        <ImportReport run={run} space={space} pathAddress={(path) => pageAddress(space, path)} />
      )}
    </>
  )
}
