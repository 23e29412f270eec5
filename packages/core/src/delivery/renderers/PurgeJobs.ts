/** The worker's side of `Purges`: tells the renderer what changed, and what else says so. */
import { Context, Effect, Layer } from "effect"
import { ChangeRequests } from "../../content/change-requests/ChangeRequests.ts"
import { type JobRun, Jobs } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { SiteCustomizations } from "../sites/SiteCustomizations.ts"
import { VisibleSites } from "../sites/VisibleSites.ts"
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
>()("@octavo/core/delivery/renderers/PurgeJobs") {
  static readonly layer = Layer.effect(
    PurgeJobs,
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const sites = yield* VisibleSites
      const changeRequests = yield* ChangeRequests
      const customizations = yield* SiteCustomizations
      const renderer = yield* Renderer

      const withSpaces = Effect.fnUntraced(function* (site: string) {
        const shown = yield* sites.published({ by: "name", name: site })
        const spaces = (shown?.found.siteSpaces ?? []).map(({ spaceId }) => cacheTags.space(spaceId))
        return [cacheTags.site(site), ...spaces]
      })

      /**
       * A tag, with those of what tells of the same: spaces say where they are published, drafts go by number too. In
       * place of a font, the sites that are drawn with it.
       */
      const withOthers = Effect.fnUntraced(function* (tag: string) {
        const [kind, id = "", part, name] = tag.split(":")
        if (kind === "site") return yield* withSpaces(id)
        if (name === undefined) return [tag]
        if (kind === "organization" && part === "font") {
          return (yield* Effect.forEach(yield* customizations.drawnWith(id, name), withSpaces)).flat()
        }
        if (kind !== "space" || part !== "change-request") return [tag]
        const found = yield* changeRequests
          .get(id, name)
          .pipe(
            Effect.provideService(CurrentActor, operator),
            Effect.catchTags({ NotFound: () => Effect.undefined, Forbidden: () => Effect.undefined })
          )
        return found === undefined ? [tag] : [tag, cacheTags.changeRequest(id, found.number)]
      })

      const tell = traced("PurgeJobs.tell")(function* (run: JobRun) {
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
