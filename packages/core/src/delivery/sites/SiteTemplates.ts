/** What an empty site can begin with: sections with spaces of templates, links to them, and what its readers can do. */
import { Context, Effect, Layer } from "effect"
import { SiteTemplate } from "../../content/templates/Template.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { Conflict, type Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import type { SiteSection } from "../site-records/Section.ts"
import { SectionStore } from "../site-records/SectionStore.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import { Sections } from "./Sections.ts"
import { SiteCustomizations } from "./SiteCustomizations.ts"

export class SiteTemplates extends Context.Service<
  SiteTemplates,
  {
    /**
     * Fills an empty site, all of it or nothing; it is not published. `Conflict`: something is on the site, drafts and
     * what the caller does not see included. Settings of its looks that somebody made stay as they are.
     */
    readonly apply: (
      organizationId: string,
      siteId: string
    ) => Effect.Effect<void, Conflict | Forbidden | Invalid | NotFound | StorageError, CurrentActor>
  }
>()("@octavo/core/delivery/sites/SiteTemplates") {
  static readonly layer = Layer.effect(
    SiteTemplates,
    Effect.gen(function* () {
      const { sections: wanted } = yield* SiteTemplate
      const sites = yield* SiteStore
      const siteSpaces = yield* SiteSpaceStore
      const records = yield* SectionStore
      const sections = yield* Sections
      const customizations = yield* SiteCustomizations
      const transaction = yield* Transaction
      const load = makeLoadSite(yield* Access, sites)

      /** That nothing is on the site but so many sections, each with its space. */
      const checkHolds = Effect.fnUntraced(function* (siteId: string, count: number) {
        const { groups, links, sections } = yield* records.all(siteId)
        const places = yield* siteSpaces.places(siteId)
        const held = [sections.length, places.length, groups.length, links.length].join()
        if (held !== [count, count, 0, 0].join()) {
          return yield* new Conflict({
            message: "The template is for an empty site: take off its spaces, sections, groups and links first"
          })
        }
      })

      const apply = traced("SiteTemplates.apply")(function* (organizationId: string, siteId: string) {
        yield* load(organizationId, siteId, "site.settings")
        if (wanted.length === 0) {
          return yield* new NotFound({ message: "This installation has no template for sites" })
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* checkHolds(siteId, 0)
            const made: Array<SiteSection> = []
            for (const { icon, template, title } of wanted) {
              made.push(
                yield* sections.add(organizationId, siteId, { spaceId: null, title, icon, template: { id: template } })
              )
            }
            // the first one locked the site: nothing came in between
            yield* checkHolds(siteId, wanted.length)
            yield* dress(organizationId, siteId, made)
          })
        )
      })

      const dress = Effect.fnUntraced(function* (
        organizationId: string,
        siteId: string,
        made: ReadonlyArray<SiteSection>
      ) {
        const { updatedAt, ...settings } = yield* customizations.get(organizationId, siteId)
        if (updatedAt !== undefined) return
        const links = made.flatMap(({ siteSpaces, title }) =>
          siteSpaces.map(({ space }) => ({ title, to: { kind: "space" as const, space: space.id } }))
        )
        yield* customizations.put(organizationId, siteId, {
          ...settings,
          footer: { groups: [{ title: "Documentation", links }] },
          feedback: { enabled: true },
          pdf: { enabled: true }
        })
      })

      return SiteTemplates.of({ apply })
    })
  )
}
