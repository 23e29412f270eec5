/** Deletes a space, after it was said what goes with it; it can be brought back at once. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { organizationAddress, pageAddress, plainUrl } from "../../../logic/addresses.ts"
import type { Space } from "../../../logic/api.ts"
import { problemOf } from "../../../logic/problems.ts"
import { counted } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { go } from "../../parts/navigation.ts"
import { tell } from "../../parts/status.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { queryClient, spaceQuery, spacesQuery } from "../../queries.ts"

interface DeleteSpaceDialogProps {
  readonly space: Space
  readonly onClose: () => void
}

/** Brings back what was deleted a moment ago, wherever somebody is by then. */
const restore = async ({ id, organization, title }: Space): Promise<void> => {
  try {
    await client.spaces.restoreSpace({ params: { spaceId: id } })
    await queryClient.invalidateQueries({ queryKey: spacesQuery(organization).queryKey })
    go(pageAddress(id))
    tell(`The space “${title}” is back`)
  } catch (error) {
    tell(`It was not restored. ${problemOf(error, navigator.onLine).text}`)
  }
}

export default ({ onClose, space }: DeleteSpaceDialogProps) => {
  const queries = useQueryClient()
  const { changeRequestsDraft, changeRequestsOpen, id, organization, title, urls } = space
  const waiting = changeRequestsDraft + changeRequestsOpen
  const remove = useMutation({
    mutationFn: () => client.spaces.deleteSpaceById({ params: { spaceId: id } }),
    onSuccess: async () => {
      onClose()
      go(organizationAddress(organization))
      // whoever comes back to it asks anew
      void queries.invalidateQueries({ queryKey: spaceQuery(id).queryKey, refetchType: "none" })
      await queries.invalidateQueries({ queryKey: spacesQuery(organization).queryKey })
      tell(`The space “${title}” was deleted`, { label: "Undo", run: () => void restore(space) })
    }
  })
  const submit = submitOnce(remove)
  return (
    <Dialog title={`Delete ${title || "Untitled"}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          Its pages, files and comments go
          {waiting === 0
            ? ""
            : `, with ${counted(waiting, "change request")} that ${waiting === 1 ? "is" : "are"} not merged`}
          .{urls.published === undefined ? "" : ` Nobody reads ${plainUrl(urls.published)} any more.`} Links of other
          spaces that lead here break.
        </p>
        <p className="field-note">An admin can restore it for seven days.</p>
        <FormEnd action="Delete" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
