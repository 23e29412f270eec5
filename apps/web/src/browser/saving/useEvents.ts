/** What happens in a space or a change request while it is looked at: who is here, and that others wrote. */
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useReducer, useState } from "react"
import type { PresentPerson } from "../../logic/api.ts"
import { failureOf } from "../../logic/failures.ts"
import { client } from "../client.ts"
import { spaceQuery } from "../queries.ts"

interface EventsOf {
  readonly space: string
  /** Id of the change request; the live content without one. */
  readonly changeRequest: string | undefined
  /** Id of the page that is looked at. */
  readonly page: string | undefined
  /** Whether it is not known yet what is looked at: nothing is listened to that would be let go in a moment. */
  readonly isPending: boolean
}

/** A window that nobody sees listens to nothing: browsers have few connections to a server. */
const useIsSeen = (): boolean => {
  const [isSeen, setSeen] = useState(document.visibilityState === "visible")
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === "visible")
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [])
  return isSeen
}

/** Milliseconds until one listens again where no server could be reached, or none that could answer. */
const pause = 3000

interface Happening {
  /** Who looks at the same space or change request now. */
  readonly people: ReadonlyArray<PresentPerson>
  /** The revision that the content is at. */
  readonly head: string | undefined
}

export const useEvents = ({ changeRequest, isPending, page, space }: EventsOf): Happening => {
  const [people, setPeople] = useState<ReadonlyArray<PresentPerson>>([])
  const [head, setHead] = useState<string>()
  const isSeen = useIsSeen()
  const [times, again] = useReducer((before: number) => before + 1, 0)
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is what listens anew
  useEffect(() => {
    if (!isSeen || isPending) return
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    // a line that was lost may have left a connection behind on which nothing comes any more
    window.addEventListener("online", again, { signal: ending.signal })
    const query = page === undefined ? {} : { page }
    const listening =
      changeRequest === undefined
        ? client.events.streamSpaceEvents({ params: { spaceId: space }, query, signal: ending.signal })
        : client.events.streamChangeRequestEvents({
            params: { spaceId: space, changeRequestId: changeRequest },
            query,
            signal: ending.signal
          })
    const listen = async () => {
      for await (const { data, event } of listening) {
        if (ending.signal.aborted) return
        if (event === "presence") setPeople(data.people)
        else if (event === "head") setHead(data.revision)
        else if (event === "comment") {
          void queries.invalidateQueries({ queryKey: ["space", space, "comments"] })
          void queries.invalidateQueries({ queryKey: ["space", space, "replies"] })
        } else if (event === "review") void queries.invalidateQueries({ queryKey: ["space", space, "change-request"] })
        else if (event === "change-request") {
          void queries.invalidateQueries({ queryKey: ["space", space, "own-draft"] })
          void queries.invalidateQueries({ queryKey: ["space", space, "change-request"] })
          void queries.invalidateQueries({ queryKey: ["space", space, "change-requests"] })
          void queries.invalidateQueries({ queryKey: spaceQuery(space).queryKey, exact: true })
        }
      }
    }
    listen().catch((error: unknown) => {
      if (ending.signal.aborted) return
      setPeople([])
      const failure = failureOf(error)
      // who may not listen, or not any more, is told so by the next thing that is asked
      if ("why" in failure) timer = setTimeout(again, failure.after ?? pause)
    })
    return () => {
      clearTimeout(timer)
      ending.abort()
      setHead(undefined)
    }
  }, [space, changeRequest, page, isPending, isSeen, times, queries])
  return { people, head }
}
