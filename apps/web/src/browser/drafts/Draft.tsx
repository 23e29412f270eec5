/** The content that a screen shows and writes: the live content with the own draft over it, or a change request. */
import { useQuery } from "@tanstack/react-query"
import { createContext, type ReactNode, use, useMemo, useState } from "react"
import type { ChangeRequest, ContentChange, ContentUpdate } from "../../logic/api.ts"
import { mayWrite } from "../../logic/drafts.ts"
import { changeRequestQuery, ownDraftQuery, spaceQuery } from "../queries.ts"
import { draftWriter } from "./DraftWriter.ts"

export interface Draft {
  readonly space: string
  /** The change request that edits go to; undefined while there is none: the first write makes it. */
  readonly changeRequest: ChangeRequest | undefined
  /** Whether it is known which one that is; until then nothing is shown that might be another content. */
  readonly isKnown: boolean
  /** Whether edits go to the own draft of the space, and not to a change request that was gone to. */
  readonly isOwn: boolean
  /** Number of the change request that was gone to; none where edits go to the own draft of the space. */
  readonly number: string | undefined
  /** Counts the drafts that were published or thrown away: what is shown after that is another content. */
  readonly generation: number
  /** Whether this person may edit here at all. */
  readonly canEdit: boolean
  /** Applies 1 to 50 content changes, all or none, after everything that was written before; rejects with OctavoError. */
  readonly write: (changes: ReadonlyArray<ContentChange>) => Promise<ContentUpdate>
}

const DraftContext = createContext<Draft | undefined>(undefined)

/** Where edits go, below the screen of a space. */
export const useDraft = (): Draft => {
  const draft = use(DraftContext)
  if (draft === undefined) throw new Error("There is no draft outside a space")
  return draft
}

interface DraftProviderProps {
  readonly space: string
  /** Number of the change request that was gone to. */
  readonly number?: string | undefined
  readonly children: ReactNode
}

export const DraftProvider = ({ children, number, space }: DraftProviderProps) => {
  const isOwn = number === undefined
  const settings = useQuery(spaceQuery(space)).data
  const own = useQuery({ ...ownDraftQuery(space), enabled: isOwn })
  const asked = useQuery({ ...changeRequestQuery(space, number ?? ""), enabled: !isOwn })
  const changeRequest = (isOwn ? own.data : asked.data) ?? undefined
  const id = isOwn ? undefined : asked.data?.id
  const writer = useMemo(() => draftWriter(space, id), [space, id])
  // who may read may not always list drafts: they read the live content
  const isKnown = isOwn ? !own.isPending : asked.data !== undefined
  const isOpen = changeRequest === undefined || ["draft", "open"].includes(changeRequest.status)
  const canEdit = isKnown && settings !== undefined && mayWrite(settings) && isOpen
  const generation = useGeneration(changeRequest?.id)
  const draft = useMemo(
    (): Draft => ({ space, changeRequest, isKnown, isOwn, number, generation, canEdit, write: writer.write }),
    [space, changeRequest, isKnown, isOwn, number, generation, canEdit, writer]
  )
  return <DraftContext value={draft}>{children}</DraftContext>
}

/** How often a change request was followed by another one, or by none. */
const useGeneration = (id: string | undefined): number => {
  const [seen, setSeen] = useState({ id, generation: 0 })
  if (seen.id === id) return seen.generation
  const generation = seen.generation + (seen.id === undefined ? 0 : 1)
  setSeen({ id, generation })
  return generation
}
