/** An import from Git or an export to it, as it is typed in a dialog and asked for. */
import { useState } from "react"
import type { GitOperation, Space } from "../../../logic/api.ts"
import { type GitPlace, refOf, repositoryProblem, treeUrlOf, withCredentials } from "../../../logic/gitRuns.ts"
import { client } from "../../client.ts"
import { problemsAt } from "../../parts/Problem.tsx"
import { useSpaceWork } from "../useSpaceWork.ts"

/** What is typed, before it is sent. */
export interface Typed extends GitPlace {
  readonly user: string
  readonly token: string
  readonly message: string
  /** Git's version wins an import, the space's an export, where both changed the same. */
  readonly isForced: boolean
}

/**
 * @param place that was synced with last
 * @param kind what is asked for
 */
export const useGitRun = (
  space: Space,
  place: GitPlace | undefined,
  kind: GitOperation["kind"],
  onClose: () => void
) => {
  const [typed, setTyped] = useState<Typed>({
    ...(place ?? { url: "", branch: "main", folder: "" }),
    user: "",
    token: "",
    message: `Update ${space.title || "Untitled"}`,
    isForced: false
  })
  const params = { spaceId: space.id }
  const run = useSpaceWork(
    space,
    async () => {
      const treeUrl = treeUrlOf(typed)
      const payload = {
        url: withCredentials(typed.url, typed),
        ref: refOf(typed.branch),
        repoProjectDirectory: typed.folder.trim(),
        force: typed.isForced,
        ...(treeUrl !== undefined && { repoTreeURL: treeUrl })
      }
      if (kind === "import") await client.spaceGit.importGitRepository({ params, payload })
      else
        await client.spaceGit.exportToGitRepository({
          params,
          payload: { ...payload, commitMessage: typed.message.trim() }
        })
      return kind === "import" ? "The import has begun" : "The export has begun"
    },
    onClose
  )
  const { at, rest } = problemsAt(run, ["url", "ref", "repoProjectDirectory", "commitMessage"])
  const problem = repositoryProblem(typed.url)
  const problems: Readonly<Record<string, string>> =
    typed.url === "" || problem === undefined ? at : { ...at, url: problem }
  return {
    typed,
    change: (fields: Partial<Typed>) => setTyped((was) => ({ ...was, ...fields })),
    start: () => {
      if (!run.isPending) run.mutate()
    },
    /** Whether its address can be one. */
    hasAddress: problem === undefined,
    isWhole: problem === undefined && typed.branch.trim() !== "" && (kind === "import" || typed.message.trim() !== ""),
    /** What is wrong, by the field that it is about. */
    problems,
    /** How it goes, with what went wrong and is not about one field. */
    rest,
    /** The same, with all that went wrong. */
    work: run
  }
}

export type GitRun = ReturnType<typeof useGitRun>
