/**
 * What `urls.app` of objects leads to, while the application is not there: what the object is, what it is called, and
 * where it is read. Everything is read as the person who asks, as by the API.
 */
import { Collections } from "@octavo/core/content/collections/Collections"
import { OpenApiSpecs } from "@octavo/core/content/openapi/OpenApiSpecs"
import type { Page } from "@octavo/core/content/space-content/Page"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { segmentsOfPath } from "@octavo/core/delivery/site-records/resolveUrl"
import { SitePreviews } from "@octavo/core/delivery/sites/SitePreviews"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { app, Instance } from "@octavo/core/kernel/shared/Instance"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Context, Effect, Layer } from "effect"
import { Account } from "../account/Account.ts"
import type { AppAnswer, AppRequest } from "../account/answers.ts"
import { type Place, pageIn, personOf } from "../account/frame.ts"
import { refusals } from "../account/pages.ts"
import { applicationFile, WebApplication } from "../application/WebApplication.ts"
import { type Entry, type ObjectView, renderObject } from "./pages.ts"
import {
  accountScreenOf,
  isJoinScreen,
  isWebhookScreen,
  needsScripts,
  organizationScreenOf,
  roomOf,
  siteScreenOf,
  teamOf
} from "./screens.ts"

/** Most entries of a list on a page; the API has all of them. */
const shownEntries = 200

export class ObjectPages extends Context.Service<
  ObjectPages,
  {
    /** The answer to GET below the application's path; `undefined` elsewhere. */
    readonly answer: (request: AppRequest) => Effect.Effect<AppAnswer | undefined, StorageError>
  }
>()("@octavo/site/ObjectPages") {
  static readonly layer = Layer.effect(
    ObjectPages,
    Effect.gen(function* () {
      const account = yield* Account
      const instance = yield* Instance
      const organizations = yield* Organizations
      const teams = yield* Teams
      const collections = yield* Collections
      const spaces = yield* Spaces
      const contents = yield* SpaceContent
      const sites = yield* Sites
      const previews = yield* SitePreviews
      const specs = yield* OpenApiSpecs
      const built = yield* WebApplication
      const { basePath } = account
      const some = { limit: shownEntries }

      const entry = (one: { readonly title: string; readonly urls: { readonly app: string } }): Entry => ({
        title: one.title,
        href: one.urls.app
      })

      const organization = Effect.fnUntraced(function* (id: string) {
        const found = yield* organizations.get(id)
        const inside = yield* Effect.all({
          sites: sites.list(id, {}, some),
          collections: collections.list(id, { nested: false }, some),
          spaces: spaces.list(id, some)
        })
        return {
          kind: "Organization",
          title: found.title,
          hasScreen: true,
          api: found.urls.location,
          lists: [
            { title: "Sites", entries: inside.sites.items.map(entry), count: inside.sites.count },
            { title: "Collections", entries: inside.collections.items.map(entry), count: inside.collections.count },
            { title: "Spaces", entries: inside.spaces.items.map(entry), count: inside.spaces.count }
          ]
        } satisfies ObjectView
      })

      const organizationScreen = Effect.fnUntraced(function* (id: string, name: string) {
        return screen(name, "Organization", entry(yield* organizations.get(id)))
      })

      const collection = Effect.fnUntraced(function* (id: string) {
        const found = yield* collections.get(id)
        const inside = yield* spaces.listIn(id, some)
        return {
          kind: "Collection",
          title: found.title,
          hasScreen: true,
          lead: found.description,
          api: found.urls.location,
          lists: [{ title: "Spaces", entries: inside.items.map(entry), count: inside.count }]
        } satisfies ObjectView
      })

      const site = Effect.fnUntraced(function* (organizationId: string, id: string) {
        const { title, urls } = yield* sites.get(organizationId, id)
        return {
          kind: "Site",
          title,
          hasScreen: true,
          api: urls.location,
          published: urls.published,
          unpublished: "It is not published yet.",
          more: [{ title: "Open a preview", href: urls.preview }]
        } satisfies ObjectView
      })

      const siteScreen = Effect.fnUntraced(function* (organizationId: string, id: string, name: string) {
        return screen(name, "Site", entry(yield* sites.get(organizationId, id)))
      })

      const spec = Effect.fnUntraced(function* (organizationId: string, slug: string) {
        const found = yield* specs.get(organizationId, slug)
        return {
          kind: "OpenAPI specification",
          title: found.slug,
          hasScreen: true,
          api: found.urls.location,
          published: found.urls.published,
          unpublished: "It is private: members read it by the API, and readers on the pages that show it."
        } satisfies ObjectView
      })

      /** Pages with those below them, in order. */
      const entriesOf = (pages: ReadonlyArray<Page>, base: string, depth = 0): ReadonlyArray<Entry> =>
        pages.flatMap((one) => [
          one.type === "document"
            ? { title: one.title, href: `${base}/${one.path.split("/").map(encodeURIComponent).join("/")}`, depth }
            : { title: one.title, depth },
          ...("pages" in one ? entriesOf(one.pages, base, depth + 1) : [])
        ])

      const content = Effect.fnUntraced(function* (spaceId: string, revision: string | undefined, path: string) {
        const space = yield* spaces.get(spaceId)
        const open = yield* contents.open(spaceId, revision)
        const base = app(instance, `/s/${spaceId}${revision === undefined ? "" : `/~/revisions/${open.revision.id}`}`)
        const of = revision === undefined ? "" : ` of a revision`
        const published = revision === undefined ? space.urls.published : undefined
        if (path !== "") {
          const found = yield* open.pageByPath(path, { format: "markdown" })
          return {
            kind: `Page${of}`,
            title: found.title,
            hasScreen: revision === undefined,
            ...(found.type === "document" ? { lead: found.description, text: found.markdown } : {}),
            ...ifDefined(published, (root) => ({ published: `${root}${path}` })),
            within: { title: space.title, href: base }
          } satisfies ObjectView
        }
        const pages = yield* open.pages({})
        const entries = entriesOf(pages, base)
        return {
          kind: revision === undefined ? "Space" : "Revision",
          title: space.title,
          hasScreen: revision === undefined,
          api: revision === undefined ? space.urls.location : `${space.urls.location}/revisions/${open.revision.id}`,
          published,
          unpublished: revision === undefined ? "It is on no published site." : undefined,
          lead: revision === undefined ? undefined : `As it was on ${open.revision.createdAt}`,
          lists: [{ title: "Pages", entries: entries.slice(0, shownEntries), count: entries.length }]
        } satisfies ObjectView
      })

      /** What the application shows, and nothing else does. */
      const screen = (title: string, kind: string, within?: Entry): ObjectView => ({
        kind,
        title,
        hasScreen: true,
        lead: needsScripts,
        ...ifDefined(within, (entry) => ({ within: entry }))
      })

      const room = Effect.fnUntraced(function* (spaceId: string, name: string) {
        const space = yield* spaces.get(spaceId)
        return screen(name, "Space", entry(space))
      })

      const found = Effect.fnUntraced(function* (segments: ReadonlyArray<string>) {
        const [kind, id, ...rest] = segments
        const account = accountScreenOf(segments)
        if (built() !== undefined && account !== undefined) return screen(account, account)
        if (id === undefined || !/^[\w-]{1,128}$/.test(id)) return undefined
        if (kind === "s") {
          if (rest[0] !== "~") return yield* content(id, undefined, rest.join("/"))
          const name = built() === undefined ? undefined : roomOf(rest)
          if (name !== undefined) return yield* room(id, name)
          const [, part, revision, ...path] = rest
          return part === "revisions" && revision !== undefined
            ? yield* content(id, revision, path.join("/"))
            : undefined
        }
        if (kind === "c") return rest.length === 0 ? yield* collection(id) : undefined
        if (kind !== "o") return undefined
        const [part, name, ...more] = rest
        if (part === undefined) return yield* organization(id)
        if (built() !== undefined && isJoinScreen(rest)) return screen("Join an organization", "Invite link")
        const place = built() === undefined ? undefined : organizationScreenOf(rest)
        if (place !== undefined) return yield* organizationScreen(id, place)
        if (built() !== undefined && isWebhookScreen(rest)) return yield* organizationScreen(id, "Webhook")
        const team = built() === undefined ? undefined : teamOf(rest)
        if (team !== undefined) return yield* organizationScreen(id, (yield* teams.get(id, team)).title)
        if (name === undefined) return undefined
        const own = part === "sites" && built() !== undefined ? siteScreenOf(more) : undefined
        if (own !== undefined) return yield* siteScreen(id, name, own)
        if (more.length > 0) return undefined
        return part === "sites" ? yield* site(id, name) : part === "openapi" ? yield* spec(id, name) : undefined
      })

      /** A preview has an address of its own, which ends after a while. */
      const preview = ([kind, id, part, name, last, ...rest]: ReadonlyArray<string>) =>
        kind === "o" &&
        id !== undefined &&
        part === "sites" &&
        name !== undefined &&
        last === "preview" &&
        rest.length === 0
          ? previews.url(id, name, {})
          : undefined

      const shown = (place: Place, view: ObjectView, path: string): AppAnswer => {
        const own = view.hasScreen === true ? place : { ...place, application: undefined }
        return pageIn(own, renderObject(own, view, path))
      }

      const answer = Effect.fnUntraced(function* (request: AppRequest) {
        const { path, query } = request
        if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined
        const file = applicationFile(built(), path.slice(basePath.length), refusals({ basePath }).missing)
        if (file !== undefined) return file
        const actor = yield* account.actor(request)
        if (actor === undefined) return account.signIn(query === "" ? path : `${path}?${query}`)
        const place: Place = {
          ...account.placeOf(request),
          scriptKey: account.scriptKey(request),
          person: personOf(actor),
          application: built()
        }
        const { missing, narrow } = refusals(place)
        const segments = segmentsOfPath(path.slice(basePath.length))
        if (segments === undefined) return missing
        const previewed = preview(segments)
        const page =
          previewed === undefined
            ? Effect.map(found(segments), (view) => view && shown(place, view, path))
            : Effect.map(previewed, ({ url }): AppAnswer => ({ kind: "went", location: url, cookies: [] }))
        return yield* page.pipe(
          Effect.provideService(CurrentActor, actor),
          Effect.map((one) => one ?? missing),
          Effect.catchTags({
            NotFound: () => Effect.succeed(missing),
            Invalid: () => Effect.succeed(missing),
            Forbidden: (error) => Effect.succeed(narrow(error.message))
          })
        )
      })

      return ObjectPages.of({ answer })
    })
  )
}
