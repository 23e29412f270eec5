/** Something that is done with a space: what changes with it is asked for anew, then it is said. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { Space } from "../../logic/api.ts"
import { type StatusAction, tell } from "../parts/status.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { spaceQuery, spacesQuery } from "../queries.ts"

/** What is said of something that can be taken back. */
interface Done {
  readonly said: string
  readonly action: StatusAction
}

/**
 * @param work answers what the status region says when it is done
 * @param onDone after it, before that is said: closes a dialog
 */
export const useSpaceWork = (
  { id, organization }: Pick<Space, "id" | "organization">,
  work: () => Promise<string | Done>,
  onDone: () => void = () => undefined
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: async (done) => {
      void queries.invalidateQueries({ queryKey: spacesQuery(organization).queryKey })
      await queries.invalidateQueries({ queryKey: spaceQuery(id).queryKey })
      onDone()
      if (typeof done === "string") tell(done)
      else tell(done.said, done.action)
    }
  })
}

/** The same as a form does it: once at a time. */
export const useSpaceForm = (space: Space, work: () => Promise<string>, onDone?: () => void) => {
  const save = useSpaceWork(space, work, onDone)
  const submit = submitOnce(save)
  return { save, submit }
}
