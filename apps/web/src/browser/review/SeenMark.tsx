/** Whether somebody has seen a page of a change request: kept between visits, until the page is edited. */
import { useQuery } from "@tanstack/react-query"
import type { ChangeRequest } from "../../logic/api.ts"
import { problemOf } from "../../logic/problems.ts"
import { client } from "../client.ts"
import { tell } from "../parts/status.tsx"
import { queryClient, seenPagesQuery } from "../queries.ts"

/** The pages that are seen, and what marks one. */
export const useSeenPages = ({ id, revision, space }: ChangeRequest) => {
  const query = seenPagesQuery(space, id, revision)
  const seen = useQuery(query).data
  const set = async (page: string, isSeen: boolean) => {
    const params = { spaceId: space, changeRequestId: id, pageId: page }
    const change = (add: boolean) =>
      queryClient.setQueryData(query.queryKey, (before = new Set<string>()) => {
        const after = new Set(before)
        if (add) after.add(page)
        else after.delete(page)
        return after
      })
    change(isSeen)
    try {
      if (isSeen) await client.reviews.markPageSeenInChangeRequest({ params })
      else await client.reviews.unmarkPageSeenInChangeRequest({ params })
    } catch (error) {
      change(!isSeen)
      tell(problemOf(error, navigator.onLine).text)
    }
  }
  return { seen, set }
}

interface SeenMarkProps {
  readonly isSeen: boolean
  readonly onChange: (isSeen: boolean) => void
}

export const SeenMark = ({ isSeen, onChange }: SeenMarkProps) => (
  <label className="check-line">
    <input type="checkbox" checked={isSeen} onChange={({ target }) => onChange(target.checked)} /> Seen
  </label>
)
