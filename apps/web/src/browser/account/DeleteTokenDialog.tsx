/** Deletes an API token, after it was said what ends with it. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { Token } from "../../logic/api.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { tell } from "../parts/status.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { tokensQuery } from "./queries.ts"

interface DeleteTokenDialogProps {
  readonly token: Token
  readonly onClose: () => void
}

export default ({ onClose, token }: DeleteTokenDialogProps) => {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.users.deleteToken({ params: { tokenId: token.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: tokensQuery.queryKey })
      onClose()
      tell(`The token “${token.label}” was deleted`)
    }
  })
  return (
    <Dialog title={`Delete ${token.label}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(remove)}>
        <p className="field-note">
          Programs that have it are refused with their next request, on every server. Tokens and sessions that began
          with it end as well. It can't be brought back.
        </p>
        <FormEnd action="Delete" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
