/** What a change request is called and why it was made, to be read and, by who may, to be changed. */
import { type FormEvent, useState } from "react"
import type { ChangeRequest } from "../../logic/api.ts"
import { paragraphsOf, plainText, type RichBlock } from "../../logic/document.ts"
import { client } from "../client.ts"
import { Blocks } from "../document/Blocks.tsx"
import { useWork } from "../parts/useWork.ts"

interface SubjectProps {
  readonly request: ChangeRequest
  readonly mayEdit: boolean
}

export const Subject = ({ mayEdit, request }: SubjectProps) => {
  const [isEdited, setEdited] = useState(false)
  const blocks = (request.description?.nodes ?? []) as unknown as ReadonlyArray<RichBlock>
  if (isEdited) return <SubjectForm request={request} blocks={blocks} onClose={() => setEdited(false)} />
  return (
    <>
      {blocks.length === 0 ? null : (
        <div className="body">
          <Blocks nodes={blocks} />
        </div>
      )}
      {mayEdit ? (
        <button type="button" className="button secondary" onClick={() => setEdited(true)}>
          Edit subject and description
        </button>
      ) : null}
    </>
  )
}

/** Whether a description is plain paragraphs: a field holds those, and would lose anything else. */
const isPlain = (blocks: ReadonlyArray<RichBlock>): boolean =>
  blocks.every(
    ({ nodes = [], type }) =>
      type === "paragraph" &&
      nodes.every(
        (node) => node.object === "text" && node.leaves.every(({ marks, source }) => marks.length === 0 && !source)
      )
  )

const SubjectForm = ({
  blocks,
  onClose,
  request
}: {
  readonly request: ChangeRequest
  readonly blocks: ReadonlyArray<RichBlock>
  readonly onClose: () => void
}) => {
  const written = blocks.map((block) => plainText([block])).join("\n\n")
  const [subject, setSubject] = useState(request.subject)
  const [description, setDescription] = useState(written)
  const isEditable = isPlain(blocks)
  const { act, isBusy, problem } = useWork(request.space)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isDone = await act(async () => {
      await client.changeRequests.updateChangeRequestById({
        params: { spaceId: request.space, changeRequestId: request.id },
        payload: {
          subject: subject.trim(),
          ...(isEditable && description !== written
            ? { description: description.trim() === "" ? null : paragraphsOf(description) }
            : {})
        }
      })
      return "The change request was changed"
    })
    if (isDone) onClose()
  }
  return (
    <form className="subject-form" onSubmit={(event) => void submit(event)}>
      <input
        className="input"
        aria-label="Subject"
        maxLength={100}
        value={subject}
        // biome-ignore lint/a11y/noAutofocus: who asked for the field goes on in it
        autoFocus
        onChange={({ target }) => setSubject(target.value)}
      />
      {isEditable ? (
        <textarea
          className="input"
          aria-label="Description"
          rows={4}
          maxLength={10_000}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      ) : (
        <p className="note">The description has more than plain text in it: it is changed through the API.</p>
      )}
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="buttons">
        <button type="submit" className="button" disabled={isBusy}>
          Save
        </button>
        <button type="button" className="button secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
