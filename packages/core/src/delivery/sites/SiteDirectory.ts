/** The sites of an installation, across its organizations, as somebody may find them without knowing an address. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { Epoch, makeEpochCache } from "../../kernel/shared/Epoch.ts"
import type { Forbidden, StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { isStorable } from "../../kernel/shared/text.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { publicUrl, type SiteVisibility } from "../site-records/Site.ts"
import { type FoundSite, SiteStore } from "../site-records/SiteStore.ts"

/** Most sites that are listed at once. */
const mostListed = 100
/** Longest text that is searched for. */
const longestTitle = 200

export interface ListedSite {
  readonly title: string
  readonly description: string | null
  /** With its `urls.app`. */
  readonly organization: { readonly id: string; readonly title: string; readonly app: string }
  readonly visibility: SiteVisibility
  /** Where it is read; absent while it is not published. */
  readonly published?: string
  /** Its `urls.app`. */
  readonly app: string
}

export interface SiteList {
  /** By their titles, for members those of their organizations first: not more than the first hundred. */
  readonly items: ReadonlyArray<ListedSite>
  /** Of all that there are. */
  readonly count: number
}

export class SiteDirectory extends Context.Service<
  SiteDirectory,
  {
    /** The sites that every visitor may read: published, public, not unlisted. @param title text in their titles */
    readonly open: (title: string) => Effect.Effect<SiteList, StorageError>
    /** Those that the caller may see as a member, published or not; for the operator all that are published. */
    readonly seen: (title: string) => Effect.Effect<SiteList, Forbidden | StorageError, CurrentActor>
  }
>()("@octavo/core/delivery/sites/SiteDirectory") {
  static readonly layer = Layer.effect(
    SiteDirectory,
    Effect.gen(function* () {
      const store = yield* SiteStore
      const access = yield* Access
      const instance = yield* Instance
      const cache = makeEpochCache<SiteList>(yield* Epoch, 1)

      const listed = ({ organization, site }: FoundSite): ListedSite => ({
        title: site.title,
        description: site.description,
        organization: {
          id: site.organizationId,
          title: organization,
          app: app(instance, `/o/${site.organizationId}`)
        },
        visibility: site.visibility,
        ...(site.published ? { published: publicUrl(instance, site) } : {}),
        app: app(instance, `/o/${site.organizationId}/sites/${site.id}`)
      })

      const find = (findable: Parameters<typeof store.find>[0], title: string) => {
        const text = title.trim()
        // no title has such a text
        if (!isStorable(text) || text.length > longestTitle) return Effect.succeed(nothing)
        return Effect.map(store.find(findable, text, mostListed), ({ count, items }) => ({
          count,
          items: items.map(listed)
        }))
      }

      const open = traced("SiteDirectory.open")(function* (title: string) {
        const found = find({ by: "everybody" }, title)
        // what everybody opens first is not searched for each time
        return yield* title === "" ? cache("", found) : found
      })

      const seen = traced("SiteDirectory.seen")(function* (title: string) {
        const actor = yield* CurrentActor
        yield* access.scope("site.view")
        if (actor.kind === "site") return nothing
        if (actor.kind === "operator") return yield* find({ by: "operator" }, title)
        return yield* find({ by: "member", userId: actor.userId, organizationId: actor.organizationId }, title)
      })

      return SiteDirectory.of({ open, seen })
    })
  )
}

const nothing: SiteList = { items: [], count: 0 }
