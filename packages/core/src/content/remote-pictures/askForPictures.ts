/** Who asks for the pictures of other hosts that content shows. */
import { Effect } from "effect"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import { reference } from "../../kernel/shared/reference.ts"
import type { HeadMove } from "../revisions/HeadMoved.ts"
import { primary } from "../revisions/Revision.ts"

/** Whether pictures of other hosts are taken in whenever pages are written. */
export const TakesPicturesIn = reference<boolean>("@octavo/core/content/remote-pictures/TakesPicturesIn", () => false)

/**
 * The job of a space.
 * @param what names why it is asked for: the same reason twice is one job
 */
export const picturesJob = (spaceId: string, what: string): string => `${spaceId} ${what}`

/** The space of a job. */
export const spaceOfJob = (id: string): string => id.split(" ", 1)[0]!

/** Asks, in the transaction in which the primary head of a space moves. */
export const picturesListener = Effect.gen(function* () {
  const jobs = yield* Jobs
  const takesIn = yield* TakesPicturesIn
  return ({ diff, head, revision, spaceId }: HeadMove) =>
    takesIn && head === primary && diff !== undefined
      ? jobs.offer("pictures", picturesJob(spaceId, revision.id))
      : Effect.void
})
