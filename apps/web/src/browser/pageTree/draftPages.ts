/** The pages of a draft as the server has them after a write. */
import type { ContentUpdate } from "../../logic/api.ts"
import type { TreePages } from "../../logic/pageTree.ts"
import { pagesQuery, queryClient } from "../queries.ts"

/** They were asked for again with the write, but for those that no screen showed by then. */
export const pagesAfter = async (
  space: string,
  { changeRequest }: Pick<ContentUpdate, "changeRequest">
): Promise<TreePages> => {
  const query = pagesQuery(space, changeRequest.id)
  const known = queryClient.getQueryState(query.queryKey)
  if (known?.data !== undefined && !known.isInvalidated && known.fetchStatus === "idle") return known.data.pages
  return (await queryClient.fetchQuery({ ...query, staleTime: 0 })).pages
}
