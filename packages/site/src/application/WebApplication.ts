/** The web application as it is built, if it is: what its pages load, and where its files are served. */
import { Context } from "effect"
import type { AppAnswer } from "../account/answers.ts"
import type { TextAnswer } from "../published/answers.ts"

/** Below the application's path. */
export const assetsPath = "/~/"

export interface BuiltApplication {
  /** Names of files. */
  readonly script: string
  /** Modules that the script imports. */
  readonly preloads: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
  /** By name, `assets/main-3f2a.js`: a name carries the content of its file. */
  readonly files: ReadonlyMap<string, TextAnswer>
}

/** What is built at the moment: a checkout builds it beside the server. Without it pages do without. */
export const WebApplication = Context.Reference<() => BuiltApplication | undefined>("@octavo/site/WebApplication", {
  defaultValue: () => () => undefined
})

/** The answer for a file of the application; `undefined` for every other path. @param below the application's path */
export const applicationFile = (built: BuiltApplication | undefined, below: string): AppAnswer | undefined => {
  const file = below.startsWith(assetsPath) ? built?.files.get(below.slice(assetsPath.length)) : undefined
  return file && { kind: "asset", answer: file }
}
