/** Something that a button does on the server: one at a time, and what went wrong is said beside the buttons. */
import { useState } from "react"
import { problemOf } from "../../logic/problems.ts"
import { queryClient } from "../queries.ts"
import { tell } from "./status.tsx"

export interface Work {
  readonly isBusy: boolean
  /** What went wrong last. */
  readonly problem: string | undefined
  /** @param said what the status region says when it is done */
  readonly act: (work: () => Promise<string | undefined>) => Promise<boolean>
}

/** @param spaceId whose lists and numbers are asked for anew after it */
export const useWork = (spaceId: string): Work => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const act = async (work: () => Promise<string | undefined>): Promise<boolean> => {
    setBusy(true)
    setProblem(undefined)
    try {
      const said = await work()
      if (said !== undefined) tell(said)
      await queryClient.invalidateQueries({ queryKey: ["space", spaceId] })
      return true
    } catch (error) {
      setProblem(problemOf(error, navigator.onLine).text)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, act }
}
