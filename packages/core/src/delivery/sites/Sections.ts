/** The sections of a site: list, add, change, remove. The first one takes in what the site showed until then. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Conflict, type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { visitorView } from "../site-records/audience.ts"
import { localizedOrNull } from "../site-records/localized.ts"
import type { SectionPatch, SiteSection } from "../site-records/Section.ts"
import type { SectionRecords } from "../site-records/SectionStore.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import type { SiteView } from "../site-records/SiteStore.ts"
import { childrenOf, inOrder, lastPosition, nextDefault } from "../site-records/siteOrder.ts"
import type { WithShareKey } from "../visitors/ShareLink.ts"
import { makeChosenSpace } from "./chosenSpace.ts"
import { checkCondition } from "./condition.ts"
import type { NewSectionInput, SectionMoveInput, SectionUpdate } from "./input.ts"
import { freePath, slug } from "./names.ts"
import {
  collisionsAtRoot,
  makeSiteTree,
  pathTaken,
  sectionTitle,
  sliceOf,
  takenBySections,
  takenBySiteSpaces
} from "./siteTree.ts"

type Failure = Forbidden | NotFound | StorageError

export class Sections extends Context.Service<
  Sections,
  {
    /** The site's sections as a reader meets them, those of groups included. */
    readonly list: (
      organizationId: string,
      siteId: string,
      params: ListParams & WithShareKey
    ) => Effect.Effect<Page<SiteSection>, Failure | Invalid, CurrentActor>
    readonly get: (
      organizationId: string,
      siteId: string,
      sectionId: string
    ) => Effect.Effect<SiteSection, Failure, CurrentActor>
    /**
     * Adds a section that shows a space, last in its group. What a site without sections shows becomes its first, and
     * default, section.
     */
    readonly add: (
      organizationId: string,
      siteId: string,
      input: NewSectionInput
    ) => Effect.Effect<SiteSection, Failure | Invalid, CurrentActor>
    readonly update: (
      organizationId: string,
      siteId: string,
      sectionId: string,
      input: SectionUpdate
    ) => Effect.Effect<SiteSection, Failure | Invalid | Conflict, CurrentActor>
    /** Removes the section and takes its spaces off the site; another one becomes the default. `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      sectionId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Puts the section elsewhere among the others of its group. */
    readonly move: (
      organizationId: string,
      siteId: string,
      sectionId: string,
      input: SectionMoveInput
    ) => Effect.Effect<SiteSection, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/delivery/sites/Sections") {
  static readonly layer = Layer.effect(
    Sections,
    Effect.gen(function* () {
      const structure = yield* makeSiteTree
      const { adopt, change, load, sections, siteSpaces, sites, titleOf, toSection } = structure
      const key = yield* SigningKey
      const chosenSpace = yield* makeChosenSpace

      const list = traced("Sections.list")(function* (
        organizationId: string,
        siteId: string,
        params: ListParams & WithShareKey
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        const tree = yield* structure.tree(yield* structure.withShareKey(site, params.shareKey), view)
        const all = inOrder(tree).flatMap((item) => (item.type === "site-section" ? [item] : []))
        const page = yield* paginate(
          ["site-sections", siteId, view.shownOnly],
          params,
          (item: { readonly key: string }) => [item.key],
          (slice) => Effect.succeed(sliceOf(all, slice))
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, ({ section }) => toSection(tree, section))
      })

      const one = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView, sectionId: string) {
        const tree = yield* structure.tree(site, view)
        return toSection(tree, yield* held(tree, sectionId))
      })

      const held = (records: SectionRecords, sectionId: string) => {
        const found = records.sections.find(({ id }) => id === sectionId)
        return found === undefined ? NotFound.of("section", sectionId) : Effect.succeed(found)
      }

      const get = traced("Sections.get")(function* (organizationId: string, siteId: string, sectionId: string) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        return yield* one(site, view, sectionId)
      })

      const checkGroup = (records: SectionRecords, groupId: string | null | undefined) =>
        groupId == null || records.groups.some(({ id }) => id === groupId)
          ? Effect.void
          : new Invalid({ message: "siteSectionGroupId names no section group of this site" })

      const add = traced("Sections.add")(function* (organizationId: string, siteId: string, input: NewSectionInput) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const id = yield* chosenSpace(organizationId, input, (spaceId) => put(site, view, spaceId, input))
        return yield* one(site, view, id)
      })

      /** Adds a section that shows the space; answers its id. */
      const put = Effect.fnUntraced(function* (
        site: SiteRecord,
        view: SiteView,
        spaceId: string,
        input: NewSectionInput
      ) {
        const siteId = site.id
        const space = yield* titleOf(site.organizationId, spaceId)
        return yield* change(
          site,
          Effect.gen(function* () {
            const before = yield* sections.all(siteId)
            yield* checkGroup(before, input.siteSectionGroupId)
            yield* adopt(site, view)
            const records = yield* sections.all(siteId)
            const taken = takenBySections(records, yield* siteSpaces.places(siteId))
            const groupId = input.siteSectionGroupId ?? null
            const title = input.title ?? sectionTitle(space)
            const section = {
              id: makeId(),
              siteId,
              groupId,
              title,
              icon: input.icon || null,
              path: freePath(slug(title, "section"), taken),
              draft: input.draft ?? false,
              position: lastPosition(childrenOf(records, groupId)),
              defaultSiteSpace: makeId()
            }
            yield* sections.insert(section)
            yield* siteSpaces.insert([
              {
                id: section.defaultSiteSpace,
                siteId,
                spaceId,
                sectionId: section.id,
                path: slug(space, "space"),
                title: null,
                position: lastPosition([]),
                draft: false,
                pageId: input.pageId ?? null
              }
            ])
            if (records.sections.length === 0) {
              yield* sites.update(siteId, { defaultSiteSection: section.id, defaultSiteSpace: null }, yield* now)
            }
            return { result: section.id, payload: { added: { type: "site-section", id: section.id, title } } }
          })
        )
      })

      const update = traced("Sections.update")(function* (
        organizationId: string,
        siteId: string,
        sectionId: string,
        input: SectionUpdate
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        yield* checkCondition(input.condition)
        yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            const section = yield* held(records, sectionId)
            const places = yield* siteSpaces.places(siteId)
            if (input.path !== undefined && takenBySections(records, places, sectionId).has(input.path)) {
              return yield* pathTaken(input.path)
            }
            const { defaultSiteSpace } = input
            if (defaultSiteSpace !== undefined) {
              const found = yield* siteSpaces.get(site, defaultSiteSpace, view)
              if (found?.siteSpace.sectionId !== sectionId) {
                return yield* new Invalid({ message: "defaultSiteSpace names no site space of this section" })
              }
            }
            const groupId = input.siteSectionGroupId
            yield* checkGroup(records, groupId)
            const moves = groupId !== undefined && groupId !== section.groupId
            yield* sections.update(sectionId, {
              ...toPatch(input),
              ...(moves ? { groupId, position: lastPosition(childrenOf(records, groupId)) } : {})
            })
            return { result: undefined, payload: { changed: { type: "site-section", id: sectionId, to: input } } }
          })
        )
        return yield* one(site, view, sectionId)
      })

      const remove = traced("Sections.remove")(function* (organizationId: string, siteId: string, sectionId: string) {
        const { site } = yield* load(organizationId, siteId, "site.edit")
        return yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            const section = yield* held(records, sectionId)
            const shown = new Set(
              (yield* siteSpaces.all(site, visitorView)).map(({ siteSpace }) => siteSpace.sectionId)
            )
            yield* sections.remove(sectionId)
            if (section.isDefault) {
              const next = nextDefault(records, sectionId, ({ id }) => shown.has(id))
              yield* sites.update(siteId, { defaultSiteSection: next }, yield* now)
              if (next !== null) yield* makeReachable(siteId, next)
            }
            const { id, title } = section
            return { result: true, payload: { removed: { type: "site-section", id, title } } }
          })
        ).pipe(Effect.catchTag("NotFound", () => Effect.succeed(false)))
      })

      /** Gives the spaces of the section that is now at the root other paths where those are sections'. */
      const makeReachable = Effect.fnUntraced(function* (siteId: string, sectionId: string) {
        const records = yield* sections.all(siteId)
        const places = yield* siteSpaces.places(siteId)
        const taken = new Set(takenBySiteSpaces(records, places, sectionId))
        for (const { id, path } of collisionsAtRoot(records, places, sectionId)) {
          const free = freePath(path, taken)
          taken.add(free)
          yield* siteSpaces.update(id, { path: free })
        }
      })

      const move = traced("Sections.move")(function* (
        organizationId: string,
        siteId: string,
        sectionId: string,
        { position = {} }: SectionMoveInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const type = "site-section" as const
        const pointer = (ref: { readonly siteSection: string } | undefined) => ref && { type, id: ref.siteSection }
        yield* change(
          site,
          structure.arrange(
            site,
            { type, id: sectionId },
            { before: pointer(position.before), after: pointer(position.after) }
          )
        )
        return yield* one(site, view, sectionId)
      })

      return Sections.of({ list, get, add, update, remove, move })
    })
  )
}

const toPatch = ({
  condition,
  description,
  icon,
  localizedDescription,
  localizedTitle,
  siteSectionGroupId: _,
  ...rest
}: SectionUpdate): SectionPatch => ({
  ...rest,
  ...(localizedTitle === undefined ? {} : { localizedTitle: localizedOrNull(localizedTitle) }),
  ...(localizedDescription === undefined ? {} : { localizedDescription: localizedOrNull(localizedDescription) }),
  ...(condition === undefined ? {} : { condition: condition || null }),
  ...(description === undefined ? {} : { description: description || null }),
  ...(icon === undefined ? {} : { icon: icon || null })
})
