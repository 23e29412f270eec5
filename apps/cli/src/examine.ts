/** The checks of `octavo doctor`. None changes anything; where files lie outside of the database one comes and goes. */
import type { ProcessConfig } from "@octavo/runtime/environment"
import { Effect } from "effect"
import type { Finding } from "./examine/finding.ts"
import { examineDirectory, examineDisk, examineFonts, examineGit, examineKey, examinePort } from "./examine/machine.ts"
import { examineFiles, examineMail, examineProxy, examineSites, examineUrl } from "./examine/outside.ts"
import { examineStore } from "./examine/store.ts"

export type { Finding } from "./examine/finding.ts"

/** Looks at everything, in the order in which it would fail. */
export const examine = (config: ProcessConfig): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const store = yield* examineStore(config)
    const [git, port, url, mail] = yield* Effect.promise(() =>
      Promise.all([examineGit(), examinePort(config), examineUrl(config), examineMail(config)])
    )
    const files = yield* examineFiles(config)
    return [
      ...store,
      git,
      examineDirectory(config),
      examineDisk(config),
      examineKey(config),
      examineFonts(),
      ...files,
      port,
      url,
      examineProxy(config),
      examineSites(config),
      ...mail
    ]
  })
