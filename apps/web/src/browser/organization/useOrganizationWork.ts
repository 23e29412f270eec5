/** Something that is done with an organization: what changes with it is asked for anew, then the dialog closes. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { tell } from "../parts/status.tsx"
import { organizationQuery, organizationsQuery } from "../queries.ts"

/** @param work answers what the status region says when it is done, and is told what it is done to */
export const useOrganizationWork = <Of = void>(
  organization: string,
  work: (of: Of) => Promise<string>,
  onDone: () => void = () => undefined
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: async (said) => {
      void queries.invalidateQueries({ queryKey: organizationsQuery.queryKey })
      // all that is asked of it is named below this
      await queries.invalidateQueries({ queryKey: organizationQuery(organization).queryKey })
      onDone()
      tell(said)
    }
  })
}
