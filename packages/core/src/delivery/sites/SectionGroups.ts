/** Groups of a site's sections: list, add, change, remove, and what stands in them. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { positionsBetween } from "../../kernel/shared/position.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { localizedOrNull } from "../site-records/localized.ts"
import { type SiteSectionGroup, toSectionGroup } from "../site-records/Section.ts"
import type { SectionRecords } from "../site-records/SectionStore.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import type { SiteView } from "../site-records/SiteStore.ts"
import { childrenOf, inOrder, lastPosition, nestingProblem } from "../site-records/siteOrder.ts"
import type { NewSectionGroupInput, SectionGroupMoveInput, SectionGroupUpdate } from "./input.ts"
import { makeSiteTree, sliceOf } from "./siteTree.ts"

type Failure = Forbidden | NotFound | StorageError

export class SectionGroups extends Context.Service<
  SectionGroups,
  {
    /** The site's groups as a reader meets them, those in others included. */
    readonly list: (
      organizationId: string,
      siteId: string,
      params: ListParams
    ) => Effect.Effect<Page<SiteSectionGroup>, Failure | Invalid, CurrentActor>
    readonly get: (
      organizationId: string,
      siteId: string,
      groupId: string
    ) => Effect.Effect<SiteSectionGroup, Failure, CurrentActor>
    /** Adds a group, last in its parent, and moves the given sections into it. */
    readonly add: (
      organizationId: string,
      siteId: string,
      input: NewSectionGroupInput
    ) => Effect.Effect<SiteSectionGroup, Failure | Invalid, CurrentActor>
    readonly update: (
      organizationId: string,
      siteId: string,
      groupId: string,
      input: SectionGroupUpdate
    ) => Effect.Effect<SiteSectionGroup, Failure | Invalid, CurrentActor>
    /** Removes the group alone: what stands in it takes its place, in order. `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      groupId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Moves a section into the group, last; one that is there already stays where it is. */
    readonly addSection: (
      organizationId: string,
      siteId: string,
      groupId: string,
      sectionId: string
    ) => Effect.Effect<SiteSectionGroup, Failure | Invalid, CurrentActor>
    /** Moves a section out of the group, to just behind it. `false`: it was not in the group. */
    readonly removeSection: (
      organizationId: string,
      siteId: string,
      groupId: string,
      sectionId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Puts the group elsewhere among what stands beside it. */
    readonly move: (
      organizationId: string,
      siteId: string,
      groupId: string,
      input: SectionGroupMoveInput
    ) => Effect.Effect<SiteSectionGroup, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/delivery/sites/SectionGroups") {
  static readonly layer = Layer.effect(
    SectionGroups,
    Effect.gen(function* () {
      const structure = yield* makeSiteTree
      const { arrange, change, load, sections, toItem } = structure
      const key = yield* SigningKey

      const list = traced("SectionGroups.list")(function* (organizationId: string, siteId: string, params: ListParams) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        const tree = yield* structure.tree(site, view)
        const all = inOrder(tree).flatMap((item) => {
          if (item.type !== "site-section-group") return []
          const inside = childrenOf(tree, item.id).map((child) => toItem(tree, child))
          return [{ key: item.key, group: toSectionGroup(item.group, inside) }]
        })
        const page = yield* paginate(
          ["site-section-groups", siteId, view.shownOnly],
          params,
          (item: { readonly key: string }) => [item.key],
          (slice) => Effect.succeed(sliceOf(all, slice))
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, ({ group }) => group)
      })

      const held = (records: SectionRecords, groupId: string) => {
        const found = records.groups.find(({ id }) => id === groupId)
        return found === undefined ? NotFound.of("section group", groupId) : Effect.succeed(found)
      }

      const one = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView, groupId: string) {
        const tree = yield* structure.tree(site, view)
        const group = yield* held(tree, groupId)
        return toSectionGroup(
          group,
          childrenOf(tree, groupId).map((child) => toItem(tree, child))
        )
      })

      const get = traced("SectionGroups.get")(function* (organizationId: string, siteId: string, groupId: string) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        return yield* one(site, view, groupId)
      })

      /** That a group can stand in another one of the site. */
      const checkParent = Effect.fnUntraced(function* (
        records: SectionRecords,
        moved: string | undefined,
        parent: string | null
      ) {
        if (parent !== null && !records.groups.some(({ id }) => id === parent)) {
          return yield* new Invalid({ message: "The parent names no section group of this site" })
        }
        const problem = nestingProblem(records, moved, parent)
        if (problem !== undefined) return yield* new Invalid({ message: problem })
      })

      const add = traced("SectionGroups.add")(function* (
        organizationId: string,
        siteId: string,
        input: NewSectionGroupInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const id = makeId()
        yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            const parentId = input.parent ?? null
            yield* checkParent(records, undefined, parentId)
            const inside = [...new Set(input.sections)]
            const unknown = inside.filter((section) => records.sections.every((one) => one.id !== section))
            if (unknown.length > 0) {
              return yield* new Invalid({
                message: "sections must be sections of this site",
                details: unknown.map((section) => ({
                  path: `sections.${input.sections?.indexOf(section)}`,
                  message: "names no section of this site"
                }))
              })
            }
            yield* sections.insertGroup({
              id,
              siteId,
              parentId,
              title: input.title,
              localizedTitle: null,
              icon: input.icon || null,
              draft: input.draft ?? false,
              position: lastPosition(childrenOf(records, parentId))
            })
            const positions = positionsBetween(null, null, inside.length)
            for (const [i, section] of inside.entries()) {
              yield* sections.update(section, { groupId: id, position: positions[i]! })
            }
            return { result: undefined, payload: { added: { type: "site-section-group", id, title: input.title } } }
          })
        )
        return yield* one(site, view, id)
      })

      const update = traced("SectionGroups.update")(function* (
        organizationId: string,
        siteId: string,
        groupId: string,
        input: SectionGroupUpdate
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            const group = yield* held(records, groupId)
            const parentId = input.parentSectionGroupId
            const moves = parentId !== undefined && parentId !== group.parentId
            if (moves) yield* checkParent(records, groupId, parentId)
            yield* sections.updateGroup(groupId, {
              ...defined({ title: input.title }),
              ...(input.localizedTitle === undefined ? {} : { localizedTitle: localizedOrNull(input.localizedTitle) }),
              ...(input.icon === undefined ? {} : { icon: input.icon || null }),
              ...defined({ draft: input.draft }),
              ...(moves ? { parentId, position: lastPosition(childrenOf(records, parentId)) } : {})
            })
            return { result: undefined, payload: { changed: { type: "site-section-group", id: groupId, to: input } } }
          })
        )
        return yield* one(site, view, groupId)
      })

      const remove = traced("SectionGroups.remove")(function* (
        organizationId: string,
        siteId: string,
        groupId: string
      ) {
        const { site } = yield* load(organizationId, siteId, "site.edit")
        return yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            const group = yield* held(records, groupId)
            const inside = childrenOf(records, groupId)
            const around = childrenOf(records, group.parentId)
            const at = around.findIndex(({ id }) => id === groupId)
            const positions = positionsBetween(
              around[at - 1]?.position ?? null,
              around[at + 1]?.position ?? null,
              inside.length
            )
            for (const [i, item] of inside.entries()) {
              const position = positions[i]!
              if (item.type === "site-section") {
                yield* sections.update(item.id, { groupId: group.parentId, position })
              } else if (item.type === "site-external-link") {
                yield* sections.updateLink(item.id, { groupId: group.parentId, position })
              } else yield* sections.updateGroup(item.id, { parentId: group.parentId, position })
            }
            yield* sections.removeGroup(groupId)
            const { id, title } = group
            return { result: true, payload: { removed: { type: "site-section-group", id, title } } }
          })
        ).pipe(Effect.catchTag("NotFound", () => Effect.succeed(false)))
      })

      const addSection = traced("SectionGroups.addSection")(function* (
        organizationId: string,
        siteId: string,
        groupId: string,
        sectionId: string
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            yield* held(records, groupId)
            const section = records.sections.find(({ id }) => id === sectionId)
            if (section === undefined) {
              return yield* new Invalid({ message: "sectionId names no section of this site" })
            }
            if (section.groupId !== groupId) {
              const position = lastPosition(childrenOf(records, groupId))
              yield* sections.update(sectionId, { groupId, position })
            }
            return { result: undefined, payload: { grouped: { group: groupId, section: sectionId } } }
          })
        )
        return yield* one(site, view, groupId)
      })

      const removeSection = traced("SectionGroups.removeSection")(function* (
        organizationId: string,
        siteId: string,
        groupId: string,
        sectionId: string
      ) {
        const { site } = yield* load(organizationId, siteId, "site.edit")
        return yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            const group = yield* held(records, groupId)
            const section = records.sections.find(({ id }) => id === sectionId)
            if (section?.groupId !== groupId) return yield* NotFound.of("section in this group", sectionId)
            const around = childrenOf(records, group.parentId)
            const at = around.findIndex(({ id }) => id === groupId)
            const [position] = positionsBetween(around[at]!.position, around[at + 1]?.position ?? null, 1)
            yield* sections.update(sectionId, { groupId: group.parentId, position: position! })
            return { result: true, payload: { ungrouped: { group: groupId, section: sectionId } } }
          })
        ).pipe(Effect.catchTag("NotFound", () => Effect.succeed(false)))
      })

      const move = traced("SectionGroups.move")(function* (
        organizationId: string,
        siteId: string,
        groupId: string,
        { position = {} }: SectionGroupMoveInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        yield* change(site, arrange(site, { type: "site-section-group", id: groupId }, position))
        return yield* one(site, view, groupId)
      })

      return SectionGroups.of({ list, get, add, update, remove, addSection, removeSection, move })
    })
  )
}
