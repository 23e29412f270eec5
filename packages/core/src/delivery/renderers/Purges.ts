/**
 * Notes what changed for a renderer: use cases do it in the transaction of the change, and a durable job tells it
 * (`PurgeJobs`), so that no change is missed and none is told before it is there. Without a renderer nothing is noted.
 */
import { Context, Effect, Layer } from "effect"
import { primary } from "../../content/revisions/Revision.ts"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import type { AuditEntry } from "../../people/audit/AuditEvent.ts"
import { cacheTags } from "./cacheTags.ts"
import { Renderer } from "./Renderer.ts"

export class Purges extends Context.Service<
  Purges,
  {
    /** Notes that what is kept under these tags is out of date; joins the caller's transaction. */
    readonly changed: (tags: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** The same for a head of a space that moved. */
    readonly moved: (spaceId: string, head: string) => Effect.Effect<void, StorageError>
    /** The same for a specification that has a new version, and for pages that are computed of it. */
    readonly specified: (spec: {
      readonly organizationId: string
      readonly slug: string
    }) => Effect.Effect<void, StorageError>
    /** The same for what an event of the trail is about. */
    readonly recorded: (entry: AuditEntry) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/delivery/renderers/Purges") {
  static readonly layer = Layer.effect(
    Purges,
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const renderer = yield* Renderer

      const changed = (tags: ReadonlyArray<string>) =>
        renderer === undefined || tags.length === 0
          ? Effect.void
          : jobs.offer("renderer", [makeId(), ...tags].join(" "))

      return Purges.of({
        changed,
        moved: (spaceId, head) =>
          changed([head === primary ? cacheTags.space(spaceId) : cacheTags.changeRequest(spaceId, head)]),
        specified: ({ organizationId, slug }) =>
          changed([cacheTags.openapi(organizationId, slug), cacheTags.computed(organizationId)]),
        recorded: (entry) => changed(tagsOf(entry))
      })
    })
  )
}

/** The tags of a job. */
export const tagsOfJob = (id: string): ReadonlyArray<string> => id.split(" ").slice(1)

const tagsOf = ({ organizationId, payload, target }: AuditEntry): ReadonlyArray<string> => {
  switch (target.type) {
    case "site":
      return [cacheTags.site(target.id)]
    case "space":
      return [cacheTags.space(target.id)]
    case "change-request": {
      const space = payload?.["space"]
      return typeof space === "string" ? [cacheTags.changeRequest(space, target.id)] : []
    }
    case "openapi":
      return [cacheTags.openapi(organizationId, target.label ?? target.id), cacheTags.computed(organizationId)]
    case "font":
      return [cacheTags.font(organizationId, target.id)]
    case "translation":
      return [cacheTags.computed(organizationId)]
    default:
      return []
  }
}
