/** Something that is done with a site: what changes with it is asked for anew, then the dialog closes. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { tell } from "../parts/status.tsx"
import { spacesQuery } from "../queries.ts"
import { siteQuery, sitesQuery } from "./queries.ts"

/** Asks anew for all that shows a site. */
export const renewSite = async (queries: QueryClient, organization: string, site: string): Promise<void> => {
  // what is published, and where, is said of its spaces, too
  void queries.invalidateQueries({ queryKey: ["space"] })
  void queries.invalidateQueries({ queryKey: sitesQuery(organization).queryKey })
  // a version is a space of its own, too
  void queries.invalidateQueries({ queryKey: spacesQuery(organization).queryKey })
  await queries.invalidateQueries({ queryKey: siteQuery(organization, site).queryKey })
}

/** @param work answers what the status region says when it is done */
export const useSiteWork = (organization: string, site: string, work: () => Promise<string>, onClose: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: async (said) => {
      await renewSite(queries, organization, site)
      onClose()
      tell(said)
    }
  })
}
