/** Something that is done with a space: what changes with it is asked for anew, then it is said. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { FormEvent } from "react"
import type { Space } from "../../logic/api.ts"
import { tell } from "../parts/status.tsx"
import { spaceQuery, spacesQuery } from "../queries.ts"

/**
 * @param work answers what the status region says when it is done
 * @param onDone after it, before that is said: closes a dialog
 */
export const useSpaceWork = (
  { id, organization }: Pick<Space, "id" | "organization">,
  work: () => Promise<string>,
  onDone: () => void = () => undefined
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: async (said) => {
      void queries.invalidateQueries({ queryKey: spacesQuery(organization).queryKey })
      await queries.invalidateQueries({ queryKey: spaceQuery(id).queryKey })
      onDone()
      tell(said)
    }
  })
}

/** The same as a form does it: once at a time. */
export const useSpaceForm = (space: Space, work: () => Promise<string>, onDone?: () => void) => {
  const save = useSpaceWork(space, work, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return { save, submit }
}
