/** Asking people to review a change request: members are found by name and asked one by one. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { TextField } from "react-aria-components/TextField"
import type { ChangeRequest, Member } from "../../logic/api.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { useWork } from "../parts/useWork.ts"
import { membersQuery } from "../queries.ts"
import { nameOf } from "../shell/Person.tsx"

interface RequestReviewDialogProps {
  readonly request: ChangeRequest
  readonly organization: string
  /** Ids of those who are asked already. */
  readonly asked: ReadonlyArray<string>
  readonly onClose: () => void
}

export default ({ asked, onClose, organization, request }: RequestReviewDialogProps) => {
  const [search, setSearch] = useState("")
  const members = useQuery({ ...membersQuery(organization, search), placeholderData: keepPreviousData }).data?.items
  const { act, isBusy, problem } = useWork(request.space)
  const ask = ({ user }: Member) =>
    act(async () => {
      await client.reviews.requestReviewersForChangeRequest({
        params: { spaceId: request.space, changeRequestId: request.id },
        payload: { users: [user.id] }
      })
      return `${nameOf(user)} was asked to review it`
    })
  return (
    <Dialog title="Request review" kind="form" onClose={onClose}>
      <div className="form">
        <TextField className="field" value={search} onChange={setSearch} autoFocus>
          <Label>Find people</Label>
          <Input className="input" placeholder="Name or e-mail address" />
        </TextField>
        {problem === undefined ? null : (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        {members?.length === 0 ? <p className="note">Nobody is called so.</p> : null}
        <ul className="people" aria-label="People">
          {(members ?? []).map((member) => {
            const name = nameOf(member.user)
            const isAsked = asked.includes(member.user.id)
            return (
              <li key={member.id}>
                <span>{name}</span>
                <button
                  type="button"
                  className="button secondary"
                  disabled={isBusy || isAsked}
                  aria-label={isAsked ? `${name} is asked` : `Ask ${name}`}
                  onClick={() => void ask(member)}
                >
                  {isAsked ? "Asked" : "Ask"}
                </button>
              </li>
            )
          })}
        </ul>
        <div className="form-foot">
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  )
}
