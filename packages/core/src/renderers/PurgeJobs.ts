/** The worker's side of `Purges`: tells the renderer what changed, and what else says so. */
import { Context, Effect, Layer } from "effect"
import { ChangeRequests } from "../change-requests/ChangeRequests.ts"
import { type JobRun, Jobs } from "../jobs/Jobs.ts"
import { CurrentActor, operator } from "../shared/Actor.ts"
import type { StorageError } from "../shared/errors.ts"
import { ShownSites } from "../sites/ShownSites.ts"
import { cacheTags } from "./cacheTags.ts"
import { tagsOfJob } from "./Purges.ts"
import { Renderer } from "./Renderer.ts"

/** Tags that one call names. */
const atOnce = 100

export class PurgeJobs extends Context.Service<
  PurgeJobs,
  {
    /** Takes the next job and tells the renderer; it is tried again for a while. */
    readonly work: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/renderers/PurgeJobs") {
  static readonly layer = Layer.effect(
    PurgeJobs,
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const sites = yield* ShownSites
      const changeRequests = yield* ChangeRequests
      const renderer = yield* Renderer

      /** A tag, with those of what tells of the same: spaces say where they are published, drafts go by number too. */
      const withOthers = Effect.fnUntraced(function* (tag: string) {
        const [kind, id = "", part, changeRequest] = tag.split(":")
        if (kind === "site") {
          const shown = yield* sites.published({ by: "name", name: id })
          return [tag, ...(shown?.found.siteSpaces ?? []).map(({ spaceId }) => cacheTags.space(spaceId))]
        }
        if (kind !== "space" || part !== "change-request" || changeRequest === undefined) return [tag]
        const found = yield* changeRequests
          .get(id, changeRequest)
          .pipe(
            Effect.provideService(CurrentActor, operator),
            Effect.catchTags({ NotFound: () => Effect.undefined, Forbidden: () => Effect.undefined })
          )
        return found === undefined ? [tag] : [tag, cacheTags.changeRequest(id, found.number)]
      })

      const tell = Effect.fn("PurgeJobs.tell")(function* (run: JobRun) {
        if (renderer === undefined) return
        const tags = [...new Set((yield* Effect.forEach(tagsOfJob(run.id), withOthers)).flat())]
        for (let at = 0; at < tags.length; at += atOnce) {
          yield* renderer
            .purge(tags.slice(at, at + atOnce))
            .pipe(
              Effect.tapError(({ message }) =>
                Effect.logWarning("The renderer was not told what changed").pipe(
                  Effect.annotateLogs({ tags: tags.join(" "), reason: message, final: run.last })
                )
              )
            )
        }
      })

      return PurgeJobs.of({ work: jobs.work("renderer", tell) })
    })
  )
}
