/** Docs sites: create, list, get, change, delete, publish. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { givenOf } from "../../kernel/shared/commonFields.ts"
import { ifDefined } from "../../kernel/shared/defined.ts"
import {
  Conflict,
  type Forbidden,
  Invalid,
  NotFound,
  PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId, makeSecret } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { positionsBetween } from "../../kernel/shared/position.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { Hostnames } from "../hostnames/Hostnames.ts"
import { AutomaticRedirects } from "../redirects/AutomaticRedirects.ts"
import { viewOf, visitorView } from "../site-records/audience.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import { SectionStore } from "../site-records/SectionStore.ts"
import {
  type NewSite,
  type Site,
  type SiteFilter,
  type SitePatch,
  type SiteRecord,
  toSite
} from "../site-records/Site.ts"
import type { NewSiteSpace } from "../site-records/SiteSpace.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore, type SiteView } from "../site-records/SiteStore.ts"
import { laterSettings, type NewSiteInput, type SiteUpdate, settings } from "./input.ts"
import { basenameProblem, basenames, freePath, slug } from "./names.ts"
import { collisionsAtRoot, pathTaken } from "./siteTree.ts"

type Failure = Forbidden | NotFound | StorageError

export class Sites extends Context.Service<
  Sites,
  {
    /** Adds an unpublished site that shows the given spaces, the first one at its root. */
    readonly create: (
      organizationId: string,
      input: NewSiteInput
    ) => Effect.Effect<Site, Failure | Invalid | Conflict, CurrentActor>
    /** The organization's sites that the caller may see, oldest first. */
    readonly list: (
      organizationId: string,
      filter: SiteFilter,
      params: ListParams
    ) => Effect.Effect<Page<Site>, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, siteId: string) => Effect.Effect<Site, Failure, CurrentActor>
    readonly update: (
      organizationId: string,
      siteId: string,
      input: SiteUpdate
    ) => Effect.Effect<Site, Failure | Invalid | Conflict, CurrentActor>
    /** Deletes the site, not the spaces on it; `false`: there was none. */
    readonly remove: (organizationId: string, siteId: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Makes the site reachable for its audience. It must have something to show. */
    readonly publish: (
      organizationId: string,
      siteId: string
    ) => Effect.Effect<Site, Failure | PreconditionFailed, CurrentActor>
    readonly unpublish: (organizationId: string, siteId: string) => Effect.Effect<Site, Failure, CurrentActor>
  }
>()("@octavo/core/delivery/sites/Sites") {
  static readonly layer = Layer.effect(
    Sites,
    Effect.gen(function* () {
      const store = yield* SiteStore
      const siteSpaces = yield* SiteSpaceStore
      const sections = yield* SectionStore
      const access = yield* Access
      const redirects = yield* AutomaticRedirects
      const hostnames = yield* Hostnames
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey
      const load = makeLoadSite(access, store)

      const create = traced("Sites.create")(function* (organizationId: string, input: NewSiteInput) {
        const allowed = yield* access.organization(organizationId, "site.create")
        const spaceIds = [...new Set(input.spaces)]
        const titles = yield* store.spaceTitles(organizationId, spaceIds)
        const roles = yield* access.roles(spaceIds)
        const unknown = spaceIds.filter((id) => !titles.has(id) || !roles.has(id))
        if (unknown.length > 0) {
          return yield* new Invalid({
            message: "spaces must be spaces of this organization",
            details: unknown.map((id) => ({
              path: `spaces.${input.spaces?.indexOf(id)}`,
              message: "names no space of this organization"
            }))
          })
        }
        if (input.hostname !== undefined) yield* hostnames.check(input.hostname)
        const title = input.title ?? titleOf(titles.get(spaceIds[0] ?? ""))
        const site = {
          id: makeId(),
          organizationId,
          type: input.type ?? "basic",
          visibility: "public",
          published: false,
          agentsContext: "included",
          adaptiveContent: false,
          createdAt: yield* now,
          ...givenOf(settings, input),
          title
        } as const
        const added = placed(site.id, spaceIds, titles)
        yield* transaction.run(
          Effect.gen(function* () {
            yield* insert(site)
            yield* siteSpaces.insert(added)
            yield* store.update(site.id, { defaultSiteSpace: added[0]?.id ?? null }, site.createdAt)
            yield* audit.record({
              organizationId,
              action: "site.create",
              target: { type: "site", id: site.id, label: title },
              payload: { visibility: site.visibility, spaces: spaceIds }
            })
            if (input.hostname !== undefined) yield* hostnames.claim(site, input.hostname)
          })
        )
        const view = viewOf(yield* CurrentActor, allowed)
        return toSite(instance, yield* require(organizationId, site.id, view), allowed.role)
      })

      /** Adds the site under the first basename that is free. */
      const insert = Effect.fnUntraced(function* (site: Omit<NewSite, "basename">) {
        for (const basename of basenames(instance, site.title, makeSecret(8))) {
          if (yield* store.insert({ ...site, basename })) return
        }
        return yield* new Conflict({ message: "No basename is free for this title; try again or choose another one" })
      })

      const require = Effect.fnUntraced(function* (organizationId: string, siteId: string, view: SiteView) {
        const site = yield* store.get(organizationId, siteId, view)
        return site ?? (yield* NotFound.of("site", siteId))
      })

      const list = traced("Sites.list")(function* (organizationId: string, filter: SiteFilter, params: ListParams) {
        const scope = yield* access.list(organizationId, "site.view")
        const type = filter.type === undefined ? undefined : [...new Set(filter.type)].sort()
        const page = yield* paginate(
          [
            "sites",
            organizationId,
            scope.all ? null : scope.grantedTo,
            filter.space,
            filter.title,
            filter.published,
            type?.join()
          ],
          params,
          (site: SiteRecord) => [site.id],
          (slice) => store.list(organizationId, scope, { ...filter, type }, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        const roles = yield* access.siteRoles(
          organizationId,
          page.items.map((site) => site.id)
        )
        return { ...page, items: page.items.map((site) => toSite(instance, site, roles.get(site.id) ?? "read")) }
      })

      const get = traced("Sites.get")(function* (organizationId: string, siteId: string) {
        const { site, role } = yield* load(organizationId, siteId, "site.view")
        return toSite(instance, site, role)
      })

      const update = traced("Sites.update")(function* (organizationId: string, siteId: string, input: SiteUpdate) {
        const { role, view } = yield* load(organizationId, siteId, "site.settings")
        const problem = input.basename === undefined ? undefined : basenameProblem(instance, input.basename)
        if (problem !== undefined) return yield* new Invalid({ message: problem })
        if (input.hostname != null) yield* hostnames.check(input.hostname)
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* store.lock(siteId))) return yield* NotFound.of("site", siteId)
            const site = yield* require(organizationId, siteId, view)
            const patch = yield* redirects.keepingOldPaths(
              siteId,
              Effect.gen(function* () {
                const patch = { ...toPatch(input), ...(yield* defaults(site, view, input)) }
                const done = yield* store.update(siteId, patch, at)
                return done ? patch : yield* new Conflict({ message: `The basename ${input.basename} is taken` })
              })
            )
            if (input.hostname === null) yield* hostnames.release(siteId)
            else if (input.hostname !== undefined) yield* hostnames.claim(site, input.hostname)
            const changed = changes({ ...site }, patch)
            if (Object.keys(changed).length === 0) return
            yield* audit.record({
              organizationId,
              action: "site.update",
              target: { type: "site", id: siteId, label: site.title },
              payload: changed
            })
          })
        )
        return toSite(instance, yield* require(organizationId, siteId, view), role)
      })

      /** Checks what is to be at the site's root, and sets it where it is kept: with sections, in the default one. */
      const defaults = Effect.fnUntraced(function* (
        site: SiteRecord,
        view: SiteView,
        { defaultSiteSection, defaultSiteSpace }: SiteUpdate
      ): Effect.fn.Return<SitePatch, Invalid | Conflict | StorageError> {
        if (defaultSiteSection !== undefined) {
          const records = yield* sections.all(site.id)
          if (!records.sections.some(({ id }) => id === defaultSiteSection)) {
            return yield* new Invalid({ message: "defaultSiteSection names no section of this site" })
          }
          const [taken] = collisionsAtRoot(records, yield* siteSpaces.places(site.id), defaultSiteSection)
          if (taken !== undefined) return yield* pathTaken(taken.path)
        }
        const atRoot = defaultSiteSection ?? site.defaultSiteSection
        const patch = defaultSiteSection === undefined ? {} : { defaultSiteSection }
        if (defaultSiteSpace === undefined) return patch
        const found = yield* siteSpaces.get(site, defaultSiteSpace, view)
        if (found?.siteSpace.sectionId !== atRoot) {
          const where = atRoot === null ? "this site" : "the default section of this site"
          return yield* new Invalid({ message: `defaultSiteSpace names no site space of ${where}` })
        }
        if (atRoot === null) return { ...patch, defaultSiteSpace }
        yield* sections.update(atRoot, { defaultSiteSpace })
        return patch
      })

      const remove = traced("Sites.remove")(function* (organizationId: string, siteId: string) {
        const { site } = yield* load(organizationId, siteId, "site.delete")
        return yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* store.lock(siteId))) return false
            yield* hostnames.release(siteId)
            yield* store.remove(siteId)
            yield* audit.record({
              organizationId,
              action: "site.delete",
              target: { type: "site", id: siteId, label: site.title }
            })
            return true
          })
        )
      })

      const setPublished = Effect.fnUntraced(function* (
        loaded: Effect.Success<ReturnType<typeof load>>,
        published: boolean
      ) {
        const { site, role, view } = loaded
        if (site.published !== published) {
          const at = yield* now
          yield* transaction.run(
            Effect.andThen(
              store.update(site.id, { published }, at),
              audit.record({
                organizationId: site.organizationId,
                action: published ? "site.publish" : "site.unpublish",
                target: { type: "site", id: site.id, label: site.title },
                payload: { visibility: site.visibility }
              })
            )
          )
        }
        return toSite(instance, yield* require(site.organizationId, site.id, view), role)
      })

      const publish = traced("Sites.publish")(function* (organizationId: string, siteId: string) {
        const loaded = yield* load(organizationId, siteId, "site.publish")
        const shown = yield* store.get(organizationId, siteId, visitorView)
        if (shown?.siteSpaces === 0) {
          return yield* new PreconditionFailed({
            message: "The site shows nothing yet: add a space that is not a draft, then publish"
          })
        }
        return yield* setPublished(loaded, true)
      })

      const unpublish = traced("Sites.unpublish")(function* (organizationId: string, siteId: string) {
        return yield* setPublished(yield* load(organizationId, siteId, "site.publish"), false)
      })

      return Sites.of({ create, list, get, update, remove, publish, unpublish })
    })
  )
}

const titleOf = (space: string | undefined): string =>
  space === undefined || space.trim().length < 2 ? "Untitled site" : space

/** The first spaces of a new site, in the given order, each at a path of its own. */
const placed = (
  siteId: string,
  spaceIds: ReadonlyArray<string>,
  titles: ReadonlyMap<string, string>
): ReadonlyArray<NewSiteSpace> => {
  const positions = positionsBetween(null, null, spaceIds.length)
  const taken = new Set<string>()
  return spaceIds.map((spaceId, i) => {
    const path = freePath(slug(titles.get(spaceId) ?? "", "space"), taken)
    taken.add(path)
    const position = positions[i]!
    return { id: makeId(), siteId, spaceId, sectionId: null, path, title: null, position, draft: false, pageId: null }
  })
}

/** What is kept as it is said, and what is kept in another form. */
const toPatch = (input: SiteUpdate): SitePatch => ({
  ...givenOf(settings, input),
  ...givenOf(laterSettings, input),
  ...ifDefined(input.adaptiveContent, ({ enabled }) => ({ adaptiveContent: enabled })),
  ...ifDefined(input.defaultLevel, (level) => ({ defaultLevel: level === "inherit" ? null : level }))
})
