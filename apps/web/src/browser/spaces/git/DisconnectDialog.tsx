/** Disconnects a space from its repository, after it was said what stays. */
import type { Space } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSpaceWork } from "../useSpaceWork.ts"

interface DisconnectDialogProps {
  readonly space: Space
  readonly onClose: () => void
}

export default ({ onClose, space }: DisconnectDialogProps) => {
  const name = space.gitSync?.repoName ?? "the repository"
  const work = useSpaceWork(
    space,
    async () => {
      await client.spaceGit.deleteLegacyGitInstallation({ params: { spaceId: space.id } })
      return `The space is no longer connected with ${name}`
    },
    onClose
  )
  const submit = submitOnce(work)
  return (
    <Dialog title={`Disconnect ${name}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          The pages stay here, and the repository stays as it is. What both sides had in common is forgotten: when it is
          connected again, the first run replaces the pages of one side with those of the other.
        </p>
        <FormEnd action="Disconnect" work={work} onClose={onClose} />
      </form>
    </Dialog>
  )
}
