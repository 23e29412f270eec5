/** The files that diagrams are drawn with, as answers. */
import { diagramFile } from "@octavo/reader/diagrams"
import { Effect } from "effect"
import type { SiteAnswer, TextAnswer } from "./answers.ts"

/** By the file, so that what was compressed of it is found again while somebody has it. */
const answers = new WeakMap<object, TextAnswer>()

/** The answer for a path that ends in one of them; `undefined` for every other path. */
export const diagramAnswer = (path: string): Effect.Effect<SiteAnswer | undefined> =>
  path.includes("/_octavo/diagrams.")
    ? Effect.promise(async () => {
        const file = await diagramFile(path)
        if (file === undefined) return undefined
        const known = answers.get(file)
        if (known !== undefined) return known
        const { body, headers } = file
        const answer: TextAnswer = {
          kind: "text",
          status: 200,
          body,
          etag: `"${path.slice(path.lastIndexOf("diagrams."))}"`,
          headers
        }
        answers.set(file, answer)
        return answer
      })
    : Effect.succeed(undefined)
