/** Links among a site's sections that lead elsewhere: add, change, remove. They are listed with the structure. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { traced } from "../../kernel/shared/traced.ts"
import {
  type ExternalLinkPatch,
  type ExternalLinkUpdate,
  type NewExternalLinkInput,
  type SiteExternalLink,
  toExternalLink
} from "../site-records/ExternalLink.ts"
import { localizedOrNull } from "../site-records/localized.ts"
import type { SectionRecords } from "../site-records/SectionStore.ts"
import { childrenOf, lastPosition } from "../site-records/siteOrder.ts"
import { checkCondition } from "./condition.ts"
import { makeSiteTree } from "./siteTree.ts"

type Failure = Forbidden | NotFound | StorageError

export class ExternalLinks extends Context.Service<
  ExternalLinks,
  {
    readonly get: (
      organizationId: string,
      siteId: string,
      linkId: string
    ) => Effect.Effect<SiteExternalLink, Failure, CurrentActor>
    /**
     * Adds a link, last in its group. Links stand beside sections: what a site without sections shows becomes its
     * first, and default, section.
     */
    readonly add: (
      organizationId: string,
      siteId: string,
      input: NewExternalLinkInput
    ) => Effect.Effect<SiteExternalLink, Failure | Invalid, CurrentActor>
    readonly update: (
      organizationId: string,
      siteId: string,
      linkId: string,
      input: ExternalLinkUpdate
    ) => Effect.Effect<SiteExternalLink, Failure | Invalid, CurrentActor>
    /** `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      linkId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
  }
>()("@octavo/core/delivery/sites/ExternalLinks") {
  static readonly layer = Layer.effect(
    ExternalLinks,
    Effect.gen(function* () {
      const { adopt, change, load, sections, tree } = yield* makeSiteTree

      const checkGroup = (records: SectionRecords, groupId: string | null) =>
        groupId === null || records.groups.some(({ id }) => id === groupId)
          ? Effect.void
          : new Invalid({ message: "parent names no section group of this site" })

      const held = (records: SectionRecords, linkId: string) => {
        const found = records.links.find(({ id }) => id === linkId)
        return found === undefined ? NotFound.of("external link", linkId) : Effect.succeed(found)
      }

      const get = traced("ExternalLinks.get")(function* (organizationId: string, siteId: string, linkId: string) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        return toExternalLink(yield* held(yield* tree(site, view), linkId))
      })

      const add = traced("ExternalLinks.add")(function* (
        organizationId: string,
        siteId: string,
        input: NewExternalLinkInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        yield* checkCondition(input.condition)
        return yield* change(
          site,
          Effect.gen(function* () {
            const groupId = input.parent ?? null
            yield* checkGroup(yield* sections.all(siteId), groupId)
            yield* adopt(site, view)
            const link = {
              id: makeId(),
              siteId,
              groupId,
              title: input.title,
              localizedTitle: null,
              description: null,
              localizedDescription: null,
              icon: null,
              url: input.url,
              condition: null,
              draft: false,
              position: lastPosition(childrenOf(yield* sections.all(siteId), groupId)),
              ...toPatch(input)
            }
            yield* sections.insertLink(link)
            const { id, title, url } = link
            return { result: toExternalLink(link), payload: { added: { type: "site-external-link", id, title, url } } }
          })
        )
      })

      const update = traced("ExternalLinks.update")(function* (
        organizationId: string,
        siteId: string,
        linkId: string,
        input: ExternalLinkUpdate
      ) {
        const { site } = yield* load(organizationId, siteId, "site.edit")
        yield* checkCondition(input.condition)
        return yield* change(
          site,
          Effect.gen(function* () {
            const records = yield* sections.all(siteId)
            const link = yield* held(records, linkId)
            const groupId = input.parent
            if (groupId !== undefined) yield* checkGroup(records, groupId)
            const moves = groupId !== undefined && groupId !== link.groupId
            const patch: ExternalLinkPatch = {
              ...toPatch(input),
              ...(moves ? { groupId, position: lastPosition(childrenOf(records, groupId)) } : {})
            }
            yield* sections.updateLink(linkId, patch)
            return {
              result: toExternalLink({ ...link, ...patch }),
              payload: { changed: { type: "site-external-link", id: linkId, to: input } }
            }
          })
        )
      })

      const remove = traced("ExternalLinks.remove")(function* (organizationId: string, siteId: string, linkId: string) {
        const { site } = yield* load(organizationId, siteId, "site.edit")
        return yield* change(
          site,
          Effect.gen(function* () {
            const { id, title, url } = yield* held(yield* sections.all(siteId), linkId)
            yield* sections.removeLink(linkId)
            return { result: true, payload: { removed: { type: "site-external-link", id, title, url } } }
          })
        ).pipe(Effect.catchTag("NotFound", () => Effect.succeed(false)))
      })

      return ExternalLinks.of({ get, add, update, remove })
    })
  )
}

const toPatch = (input: ExternalLinkUpdate): ExternalLinkPatch => ({
  ...defined({ title: input.title }),
  ...(input.localizedTitle === undefined ? {} : { localizedTitle: localizedOrNull(input.localizedTitle) }),
  ...(input.description === undefined ? {} : { description: input.description || null }),
  ...(input.localizedDescription === undefined
    ? {}
    : { localizedDescription: localizedOrNull(input.localizedDescription) }),
  ...(input.icon === undefined ? {} : { icon: input.icon || null }),
  ...defined({ url: input.url }),
  ...(input.condition === undefined ? {} : { condition: input.condition || null }),
  ...defined({ draft: input.draft })
})
