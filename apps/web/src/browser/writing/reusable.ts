/** Reusable content that pages show: what is asked of the API about it, and which is edited now. */
import { useMemo, useRef, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ChangeRequest } from "../../logic/api.ts"
import type { KnownPage } from "../../logic/document.ts"
import { all, client } from "../client.ts"
import type { ReusableEditing, ReusableRef, ReusableUse } from "../editor/services.ts"
import { queryClient, reusableContentQuery, spaceQuery } from "../queries.ts"

/** @param changeRequest that the page is written in, for content of its space */
export const reusableIn = async (space: string, ref: ReusableRef, changeRequest: ChangeRequest | undefined) => {
  const within = ref.space ?? space
  const draft = within === space ? changeRequest?.revision : undefined
  const revision = draft ?? (await queryClient.fetchQuery(spaceQuery(within))).revision
  return queryClient.fetchQuery(reusableContentQuery(within, revision, ref.reusableContent))
}

interface Around {
  readonly space: string
  readonly changeRequest: string | undefined
  readonly number: string | undefined
  readonly known: ReadonlyMap<string, KnownPage>
}

/** The pages that show reusable content, each once, by the list of links of the space. */
export const reusableUses = async (
  { changeRequest, known, number, space }: Around,
  ref: ReusableRef
): Promise<ReadonlyArray<ReusableUse>> => {
  const spaceId = ref.space ?? space
  const links = await all((query) =>
    changeRequest === undefined || spaceId !== space
      ? client.links.listSpaceLinks({ params: { spaceId }, query })
      : client.links.listChangeRequestLinks({ params: { spaceId, changeRequestId: changeRequest }, query })
  )
  const uses = new Map<string, ReusableUse>()
  for (const { locationReferences, targetReference } of links) {
    const isIt =
      targetReference?.kind === "reusable-content" && targetReference.reusableContent.id === ref.reusableContent
    if (!isIt) continue
    for (const place of locationReferences) {
      if (place.kind !== "page") continue
      const { id, path = "", title } = { path: known.get(place.page.id)?.path, ...place.page }
      uses.set(id, { id, title, href: pageAddress(spaceId, path, spaceId === space ? number : undefined) })
    }
  }
  return [...uses.values()]
}

interface CurrentEditing {
  readonly editing: ReusableEditing | undefined
  /** Begins another one, which ends the one before. @returns what ends it */
  readonly begin: (editing: ReusableEditing) => () => void
  readonly end: () => void
}

/** The reusable content that is edited in a page, one at a time. */
export const useReusableEditing = (): CurrentEditing => {
  const current = useRef<ReusableEditing>(undefined)
  const [editing, setEditing] = useState<ReusableEditing>()
  const acts = useMemo(() => {
    const change = (next: ReusableEditing | undefined) => {
      const before = current.current
      current.current = next
      setEditing(next)
      before?.onEnd()
    }
    return {
      begin: (next: ReusableEditing) => {
        change(next)
        return () => {
          if (current.current === next) change(undefined)
        }
      },
      end: () => change(undefined)
    }
  }, [])
  return { editing, ...acts }
}
