/** Timeouts of what is asked of Git servers. */
import { GitError } from "@octavo/core/content/git/Git"
import { Effect } from "effect"

/** Milliseconds for a first answer: which commit the branch has. */
export const answerMs = 60_000

/** Fails with `Timeout` when it takes longer. */
export const timeoutAfter = (ms: number) =>
  Effect.timeoutOrElse({
    duration: ms,
    orElse: () =>
      new GitError({ reason: "Timeout", message: `The server took longer than ${Math.ceil(ms / 1000)} seconds.` })
  })
