/** The spaces on a site: list, add, change, take off, reorder. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { ifDefined } from "../../kernel/shared/defined.ts"
import { Conflict, type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { makeCheckHome } from "../site-records/homePage.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import type { SiteSpace } from "../site-records/SiteSpace.ts"
import type { SiteSpacePlace } from "../site-records/SiteSpaceStore.ts"
import type { SiteView } from "../site-records/SiteStore.ts"
import { lastPosition } from "../site-records/siteOrder.ts"
import { docsOf } from "../site-records/versions.ts"
import type { WithShareKey } from "../visitors/ShareLink.ts"
import { makeChosenSpace } from "./chosenSpace.ts"
import { checkCondition } from "./condition.ts"
import { makeCopySiteSpace } from "./copySiteSpace.ts"
import type {
  NewSiteSpaceInput,
  NewVersionInput,
  SiteSpaceCopyInput,
  SiteSpaceMoveInput,
  SiteSpaceUpdate
} from "./input.ts"
import { freePath, slug } from "./names.ts"
import { makeSiteTree, pathTaken, sliceOf, takenBySiteSpaces } from "./siteTree.ts"

type Failure = Forbidden | NotFound | StorageError

export class SiteSpaces extends Context.Service<
  SiteSpaces,
  {
    /**
     * The site's spaces that the caller may see, section by section as a reader meets them; `default` narrows to those at
     * the root of their section, or of the site, or to the others.
     */
    readonly list: (
      organizationId: string,
      siteId: string,
      filter: { readonly default?: boolean | undefined },
      params: ListParams & WithShareKey
    ) => Effect.Effect<Page<SiteSpace>, Failure | Invalid, CurrentActor>
    readonly get: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string
    ) => Effect.Effect<SiteSpace, Failure, CurrentActor>
    /** Puts a space on the site, last in its section: the default one when none is named. The first is the default. */
    readonly add: (
      organizationId: string,
      siteId: string,
      input: NewSiteSpaceInput
    ) => Effect.Effect<SiteSpace, Failure | Invalid | Conflict, CurrentActor>
    readonly update: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string,
      input: SiteSpaceUpdate
    ) => Effect.Effect<SiteSpace, Failure | Invalid | Conflict, CurrentActor>
    /** Takes a space off the site; the next one becomes the default when it was that. `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Copies the space, and puts the copy on the site, behind what it is a copy of. */
    readonly duplicate: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string,
      input?: SiteSpaceCopyInput
    ) => Effect.Effect<SiteSpace, Failure | Invalid | Conflict, CurrentActor>
    /**
     * Copies the space as it is now, and puts the copy on the site as a version, the newest of those beside its source: at
     * a path of its own, or at the root of the section in its source's place.
     */
    readonly cutVersion: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string,
      input: NewVersionInput
    ) => Effect.Effect<SiteSpace, Failure | Invalid | Conflict, CurrentActor>
    /** Puts the site space elsewhere among the others of its section. */
    readonly move: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string,
      input: SiteSpaceMoveInput
    ) => Effect.Effect<SiteSpace, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/delivery/sites/SiteSpaces") {
  static readonly layer = Layer.effect(
    SiteSpaces,
    Effect.gen(function* () {
      const structure = yield* makeSiteTree
      const { arrange, change, load, sections, siteSpaces, sites, titleOf } = structure
      const key = yield* SigningKey
      const chosenSpace = yield* makeChosenSpace
      const checkHome = yield* makeCheckHome
      const copies = yield* makeCopySiteSpace

      const found = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView, siteSpaceId: string) {
        return (yield* siteSpaces.get(site, siteSpaceId, view)) ?? (yield* NotFound.of("site space", siteSpaceId))
      })

      const one = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView, siteSpaceId: string) {
        const [siteSpace] = yield* structure.shown(site, [yield* found(site, view, siteSpaceId)])
        return siteSpace!
      })

      const list = traced("SiteSpaces.list")(function* (
        organizationId: string,
        siteId: string,
        filter: { readonly default?: boolean | undefined },
        params: ListParams & WithShareKey
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        const { spaces, shownOnly } = view
        const all = (yield* structure.inReadingOrder(site, view)).filter(
          ({ siteSpace }) => filter.default === undefined || siteSpace.isDefault === filter.default
        )
        const page = yield* paginate(
          ["site-spaces", siteId, spaces.all ? null : spaces.grantedTo, shownOnly, filter.default],
          params,
          (item: { readonly key: string }) => [item.key],
          (slice) => Effect.succeed(sliceOf(all, slice))
        ).pipe(Effect.provideService(SigningKey, key))
        return {
          ...page,
          items: yield* structure.shown(yield* structure.withShareKey(site, params.shareKey), page.items)
        }
      })

      const get = traced("SiteSpaces.get")(function* (organizationId: string, siteId: string, siteSpaceId: string) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        return yield* one(site, view, siteSpaceId)
      })

      /** That a space is not yet in the section, or on a site without any. */
      const checkNew = (places: ReadonlyArray<{ readonly spaceId: string }>, spaceId: string) =>
        places.some((place) => place.spaceId === spaceId)
          ? new Conflict({ message: "This space is there already" })
          : Effect.void

      const add = traced("SiteSpaces.add")(function* (
        organizationId: string,
        siteId: string,
        input: NewSiteSpaceInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const id = makeId()
        yield* chosenSpace(organizationId, input, (spaceId) => put(site, id, spaceId, input))
        return yield* one(site, view, id)
      })

      /** Puts a space on a site, last in its section. */
      const put = Effect.fnUntraced(function* (
        site: SiteRecord,
        id: string,
        spaceId: string,
        input: NewSiteSpaceInput
      ) {
        const siteId = site.id
        const own = yield* titleOf(site.organizationId, spaceId)
        yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            const wanted = input.sectionId ?? records.sections.find(({ isDefault }) => isDefault)?.id ?? null
            const section = records.sections.find((one) => one.id === wanted)
            if (wanted !== null && section === undefined) {
              return yield* new Invalid({ message: "sectionId names no section of this site" })
            }
            const places = yield* siteSpaces.places(siteId)
            const there = places.filter(({ sectionId }) => sectionId === wanted)
            yield* checkNew(there, spaceId)
            const title = input.title ?? own
            yield* siteSpaces.insert([
              {
                id,
                siteId,
                spaceId,
                sectionId: wanted,
                path: freePath(slug(title, "space"), takenBySiteSpaces(records, places, wanted)),
                title: input.title ?? null,
                position: lastPosition(there),
                draft: input.draft ?? false,
                pageId: input.pageId ?? null
              }
            ])
            if (there.length === 0) {
              if (section === undefined) yield* sites.update(siteId, { defaultSiteSpace: id }, yield* now)
              else yield* sections.update(section.id, { defaultSiteSpace: id })
            }
            return { result: undefined, payload: { added: { type: "site-space", id, title, space: spaceId } } }
          })
        )
      })

      const update = traced("SiteSpaces.update")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string,
        input: SiteSpaceUpdate
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        yield* checkCondition(input.condition)
        const { siteSpace } = yield* found(site, view, siteSpaceId)
        const spaceId = input.spaceId === siteSpace.spaceId ? undefined : input.spaceId
        if (spaceId !== undefined) yield* titleOf(organizationId, spaceId)
        if (input.pageId != null) yield* checkHome(spaceId ?? siteSpace.spaceId, input.pageId)
        yield* change(
          site,
          Effect.gen(function* () {
            const places = yield* siteSpaces.places(siteId)
            const { sectionId } = siteSpace
            if (spaceId !== undefined) {
              yield* checkNew(
                places.filter((place) => place.sectionId === sectionId),
                spaceId
              )
            }
            const taken = takenBySiteSpaces(yield* sections.all(siteId), places, sectionId, siteSpaceId)
            if (input.path !== undefined && taken.has(input.path)) return yield* pathTaken(input.path)
            const { condition, versionOf, ...rest } = input
            const docs = versionOf == null ? versionOf : yield* docsNamed(places, siteSpaceId, versionOf)
            yield* siteSpaces.update(siteSpaceId, {
              ...ifDefined(docs, (of) => ({ versionOf: of })),
              // a page of the space that was shown until now
              ...(spaceId === undefined ? {} : { pageId: null }),
              ...rest,
              ...(condition === undefined ? {} : { condition: condition || null })
            })
            return { result: undefined, payload: { changed: { type: "site-space", id: siteSpaceId, to: input } } }
          })
        )
        return yield* one(site, view, siteSpaceId)
      })

      /** Which docs a site space becomes a version of, with those that are its versions. */
      const docsNamed = Effect.fnUntraced(function* (
        places: ReadonlyArray<SiteSpacePlace>,
        siteSpaceId: string,
        versionOf: string
      ) {
        const { sectionId } =
          places.find(({ id }) => id === siteSpaceId) ?? (yield* NotFound.of("site space", siteSpaceId))
        const other = places.find((one) => one.id === versionOf && one.sectionId === sectionId)
        if (other === undefined || other.id === siteSpaceId) {
          return yield* new Invalid({ message: "versionOf names no other site space of this section" })
        }
        const docs = docsOf(other)
        if (docs === siteSpaceId) {
          return yield* new Conflict({
            message: `${other.title} is a version of this site space: it cannot be one of it`
          })
        }
        for (const { id } of places.filter((one) => one.versionOf === siteSpaceId)) {
          yield* siteSpaces.update(id, { versionOf: docs })
        }
        return docs
      })

      const remove = traced("SiteSpaces.remove")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        return yield* change(
          site,
          Effect.gen(function* () {
            const { siteSpace } = yield* found(site, view, siteSpaceId)
            yield* siteSpaces.remove(siteId, siteSpaceId)
            const { id, spaceId, title } = siteSpace
            return { result: true, payload: { removed: { type: "site-space", id, title, space: spaceId } } }
          })
        ).pipe(Effect.catchTag("NotFound", () => Effect.succeed(false)))
      })

      const duplicate = traced("SiteSpaces.duplicate")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string,
        input: SiteSpaceCopyInput = {}
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const { siteSpace } = yield* found(site, view, siteSpaceId)
        const id = yield* copies.duplicate(site, siteSpace, input)
        return yield* one(site, view, id)
      })

      const cutVersion = traced("SiteSpaces.cutVersion")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string,
        input: NewVersionInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const { siteSpace } = yield* found(site, view, siteSpaceId)
        const id = yield* copies.cut(site, siteSpace, input)
        return yield* one(site, view, id)
      })

      const move = traced("SiteSpaces.move")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string,
        { position = {} }: SiteSpaceMoveInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        yield* found(site, view, siteSpaceId)
        const type = "site-space" as const
        const pointer = (ref: { readonly siteSpace: string } | undefined) => ref && { type, id: ref.siteSpace }
        yield* change(
          site,
          arrange(site, { type, id: siteSpaceId }, { before: pointer(position.before), after: pointer(position.after) })
        )
        return yield* one(site, view, siteSpaceId)
      })

      return SiteSpaces.of({ list, get, add, update, remove, duplicate, cutVersion, move })
    })
  )
}
