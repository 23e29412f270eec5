/** The web application as it is built, if it is: what its pages load, and where its files are served. */

import { reference } from "@octavo/core/kernel/shared/reference"
import type { AppAnswer } from "../account/answers.ts"
import type { TextAnswer } from "../published/answers.ts"

/** Below the application's path. */
export const assetsPath = "/~/"

export interface BuiltApplication {
  /** Names of files. */
  readonly script: string
  /** A module of its own that asks for what the script will draw. */
  readonly early: string
  /** Modules that the script imports. */
  readonly preloads: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
  /** By name, `assets/main-3f2a.js`: a name carries the content of its file. */
  readonly files: ReadonlyMap<string, TextAnswer>
}

/** What is built at the moment: a checkout builds it beside the server. Without it pages do without. */
export const WebApplication = reference<() => BuiltApplication | undefined>(
  "@octavo/site/WebApplication",
  () => () => undefined
)

/**
 * The answer for a file of the application; `undefined` for every other path. A file of an earlier build is not there,
 * whoever asks.
 * @param below the application's path
 */
export const applicationFile = (
  built: BuiltApplication | undefined,
  below: string,
  missing: AppAnswer
): AppAnswer | undefined => {
  if (!below.startsWith(`${assetsPath}assets/`)) return undefined
  const file = built?.files.get(below.slice(assetsPath.length))
  return file === undefined ? missing : { kind: "asset", answer: file }
}
