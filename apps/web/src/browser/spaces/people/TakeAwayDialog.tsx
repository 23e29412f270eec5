/** Takes back what somebody, or a team, was given on a space, after it was said what holds then. */
import type { Space } from "../../../logic/api.ts"
import { problemOf } from "../../../logic/problems.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { tell } from "../../parts/status.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { queryClient, spaceQuery } from "../../queries.ts"
import { useSpaceWork } from "../useSpaceWork.ts"
import { type Given, give, takeAway } from "./given.ts"

interface TakeAwayDialogProps {
  readonly space: Space
  readonly given: Given
  readonly onClose: () => void
}

/** Gives again what was taken a moment ago. */
const giveBack = async ({ id }: Space, given: Given): Promise<void> => {
  if (given.role === undefined) return
  try {
    await give(id, given, given.role)
    await queryClient.invalidateQueries({ queryKey: spaceQuery(id).queryKey })
    tell(`${given.name} has the role again`)
  } catch (error) {
    tell(`It was not given back. ${problemOf(error, navigator.onLine).text}`)
  }
}

export default ({ given, onClose, space }: TakeAwayDialogProps) => {
  const { isTeam, who } =
    given.kind === "team" ? { isTeam: true, who: "Its people" } : { isTeam: false, who: given.name }
  const work = useSpaceWork(
    space,
    async () => {
      await takeAway(space.id, given)
      const action = { label: "Undo", run: () => void giveBack(space, given) }
      return { said: `What ${given.name} was given here was taken back`, action }
    },
    onClose
  )
  const submit = submitOnce(work)
  return (
    <Dialog title={`Take the role of ${given.name} away`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          {who} may then do what {isTeam ? "something else" : "a team"}, a collection around the space or the
          organization gives them. Who has nothing else does not see the space any more.
        </p>
        <FormEnd action="Take away" work={work} onClose={onClose} />
      </form>
    </Dialog>
  )
}
