/** From the URL of content, in the application or on a published site, to the content itself. */
import { withCurrentIds } from "@octavo/document"
import { Context, Effect, Layer, Schema } from "effect"
import { ChangeRequest } from "../../content/change-requests/ChangeRequest.ts"
import { ChangeRequests } from "../../content/change-requests/ChangeRequests.ts"
import { Collection } from "../../content/collections/Collection.ts"
import { Collections } from "../../content/collections/Collections.ts"
import { Page } from "../../content/space-content/Page.ts"
import { SpaceContent } from "../../content/space-content/SpaceContent.ts"
import { Space } from "../../content/spaces/Space.ts"
import { Spaces } from "../../content/spaces/Spaces.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import {
  type Forbidden,
  Invalid,
  NotFound,
  type StorageError,
  type TooManyRequests
} from "../../kernel/shared/errors.ts"
import { app, Instance, type InstanceConfig } from "../../kernel/shared/Instance.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { isOwn, resolveUrl, segmentsOfPath } from "../site-records/resolveUrl.ts"
import { PublishedSites } from "../sites/PublishedSites.ts"
import { readCredentials } from "../visitors/credentials.ts"
import { makeContentPaths } from "./contentPaths.ts"

export const ContentAtUrl = Schema.Union([
  Schema.Struct({ collection: Collection }),
  Schema.Struct({
    space: Space,
    changeRequest: Schema.optionalKey(ChangeRequest),
    page: Schema.optionalKey(Page)
  })
]).annotate({ identifier: "ContentAtUrl" })
export type ContentAtUrl = typeof ContentAtUrl.Type

/** What a URL of the application names. Paths are of pages, decoded; empty for the space as such. */
export type Named =
  | { readonly kind: "collection"; readonly id: string }
  | {
      readonly kind: "space"
      readonly id: string
      readonly changeRequest?: string
      readonly revision?: string
      readonly path: string
    }

/** The content that a URL of the application names; `undefined` for all other URLs. */
const namedBy = (instance: InstanceConfig, url: URL): Named | undefined => {
  if (!isOwn(instance, url)) return undefined
  const root = segmentsOfPath(new URL(app(instance, "")).pathname) ?? []
  const segments = segmentsOfPath(url.pathname) ?? []
  if (root.some((segment, i) => segments[i] !== segment)) return undefined
  const [kind, id, ...rest] = segments.slice(root.length)
  if (id === undefined || !/^[A-Za-z0-9_-]{1,128}$/.test(id)) return undefined
  if (kind === "c") return rest.length === 0 ? { kind: "collection", id } : undefined
  if (kind !== "s") return undefined
  const [tilde, part, name, ...path] = rest
  if (tilde !== "~") return { kind: "space", id, path: rest.join("/") }
  if (name === undefined) return undefined
  const at = { kind: "space", id, path: path.join("/") } as const
  return part === "changes"
    ? { ...at, changeRequest: name }
    : part === "revisions"
      ? { ...at, revision: name }
      : undefined
}

export class ContentUrls extends Context.Service<
  ContentUrls,
  {
    /** What is at a URL, of what the caller may read. */
    readonly resolve: (
      url: string
    ) => Effect.Effect<ContentAtUrl, Forbidden | Invalid | NotFound | StorageError | TooManyRequests, CurrentActor>
  }
>()("@octavo/core/delivery/urls/ContentUrls") {
  static readonly layer = Layer.effect(
    ContentUrls,
    Effect.gen(function* () {
      const collections = yield* Collections
      const spaces = yield* Spaces
      const changeRequests = yield* ChangeRequests
      const content = yield* SpaceContent
      const published = yield* PublishedSites
      const instance = yield* Instance
      const access = yield* Access
      const { pathOf } = yield* makeContentPaths

      /** The space and path that a URL of a published site leads to. */
      const onSite = Effect.fnUntraced(function* (url: URL) {
        const location = resolveUrl(instance, url.href)
        if (location === "elsewhere" || location === "malformed") return undefined
        const visit = yield* published.find(location, readCredentials({ query: url.search.slice(1) }))
        if (visit?.kind !== "location") return undefined
        const { siteSpace } = visit.location
        const path = (yield* pathOf(visit.location)).join("/")
        return { kind: "space" as const, id: siteSpace.spaceId, path } satisfies Named
      })

      const resolve = traced("ContentUrls.resolve")(function* (text: string) {
        yield* access.scope("space.view")
        const url = URL.parse(withCurrentIds(text))
        if (url === null || !/^https?:$/.test(url.protocol)) {
          const message = "must be an absolute http or https URL"
          return yield* new Invalid({ message: `url ${message}`, details: [{ path: "url", message }] })
        }
        const named: Named | undefined = namedBy(instance, url) ?? (yield* onSite(url))
        if (named === undefined) return yield* nothing
        // what there is not, and what the caller may not see, is one
        return yield* Effect.catchTag(found(named), "NotFound", () => Effect.fail(nothing))
      })

      const found = Effect.fnUntraced(function* (named: Named) {
        if (named.kind === "collection") return { collection: yield* collections.get(named.id) }
        const space = yield* spaces.get(named.id)
        const changeRequest =
          named.changeRequest === undefined ? undefined : yield* changeRequests.get(named.id, named.changeRequest)
        if (named.path === "" && named.revision === undefined) {
          return { space, ...defined({ changeRequest }) }
        }
        const open = yield* content.open(
          named.id,
          changeRequest === undefined ? named.revision : { changeRequest: changeRequest.id }
        )
        const page = named.path === "" ? undefined : yield* open.pageByPath(named.path, {})
        return {
          space,
          ...defined({ changeRequest, page })
        }
      })

      return ContentUrls.of({ resolve })
    })
  )
}

const nothing = new NotFound({ message: "There is no content at this URL" })
