/** Copies of a space on a site beside what they are copies of: as a space of its own, or as a version. */
import { Effect } from "effect"
import { SpaceLifecycle } from "../../content/spaces/SpaceLifecycle.ts"
import { now } from "../../kernel/shared/clock.ts"
import { NotFound } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { positionBetween } from "../../kernel/shared/position.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import type { NewSiteSpace, SiteSpaceRecord } from "../site-records/SiteSpace.ts"
import { docsOf } from "../site-records/versions.ts"
import { CustomizationStore } from "./CustomizationStore.ts"
import type { NewVersionInput, SiteSpaceCopyInput } from "./input.ts"
import { freePath, slug, versionPath } from "./names.ts"
import { makeSiteTree, pathTaken, takenBySiteSpaces } from "./siteTree.ts"

export const makeCopySiteSpace = Effect.gen(function* () {
  const { change, sections, siteSpaces, sites } = yield* makeSiteTree
  const customizations = yield* CustomizationStore
  const lifecycle = yield* SpaceLifecycle
  const transaction = yield* Transaction

  /** Copies the space, and finds the place of the copy, while nothing else changes the site. */
  const copied = <A, E, R>(
    site: SiteRecord,
    { id: siteSpaceId, spaceId }: SiteSpaceRecord,
    version: string | undefined,
    put: (
      copy: Omit<NewSiteSpace, "path" | "draft" | "title"> & { readonly spaceTitle: string },
      taken: ReadonlySet<string>,
      source: string
    ) => Effect.Effect<A, E, R>
  ) =>
    transaction.run(
      Effect.gen(function* () {
        // the tree of spaces is locked before the site, as everywhere
        const copy = yield* lifecycle.duplicate(spaceId, version)
        return yield* change(
          site,
          Effect.gen(function* () {
            const places = yield* siteSpaces.places(site.id)
            const source = places.find(({ id }) => id === siteSpaceId)
            if (source === undefined) return yield* NotFound.of("site space", siteSpaceId)
            const { pageId, sectionId } = source
            const siblings = places.filter((one) => one.sectionId === sectionId)
            const at = siblings.findIndex(({ id }) => id === siteSpaceId)
            // a version of a version is newer than it, and comes before it
            const [before, after] =
              version !== undefined && source.versionOf !== null
                ? [siblings[at - 1], source]
                : [source, siblings[at + 1]]
            const id = makeId()
            const payload = yield* put(
              {
                id,
                siteId: site.id,
                spaceId: copy.id,
                spaceTitle: copy.title,
                sectionId,
                position: positionBetween(before?.position ?? null, after?.position ?? null),
                // the pages of a copy have the same ids
                pageId,
                versionOf: docsOf(source)
              },
              takenBySiteSpaces(yield* sections.all(site.id), places, sectionId),
              source.title
            )
            return { result: id, payload: { [version === undefined ? "duplicated" : "versioned"]: payload } }
          })
        )
      })
    )

  /** Puts a copy behind its source. */
  const duplicate = (site: SiteRecord, siteSpace: SiteSpaceRecord, { draft = false }: SiteSpaceCopyInput) =>
    copied(site, siteSpace, undefined, ({ spaceTitle, versionOf, ...copy }, taken, title) =>
      Effect.as(
        siteSpaces.insert([{ ...copy, path: freePath(slug(spaceTitle, "space"), taken), title: null, draft }]),
        { type: "site-space", id: siteSpace.id, title, to: copy.id }
      )
    )

  /** Puts a copy among the versions, shown to the same readers and with the same look as its source. */
  const cut = (site: SiteRecord, siteSpace: SiteSpaceRecord, { makeDefault, path, title }: NewVersionInput) =>
    copied(
      site,
      siteSpace,
      title,
      Effect.fnUntraced(function* ({ spaceTitle, ...copy }, taken, of) {
        const wanted = path ?? versionPath(title)
        if (taken.has(wanted)) return yield* pathTaken(wanted)
        // as they are now that the site is locked
        const source = (yield* siteSpaces.placed({ site: site.id })).find(({ id }) => id === siteSpace.id)
        const { condition, draft, hidden } = source ?? siteSpace
        yield* siteSpaces.insert([{ ...copy, path: wanted, title, draft }])
        if (condition !== null || hidden) yield* siteSpaces.update(copy.id, { condition, hidden })
        const look = (yield* customizations.all(site.id)).siteSpaces.get(siteSpace.id)
        if (look !== undefined) yield* customizations.putSiteSpace(copy.id, look)
        if (makeDefault === true) {
          const root = { defaultSiteSpace: copy.id }
          if (copy.sectionId === null) yield* sites.update(site.id, root, yield* now)
          else yield* sections.update(copy.sectionId, root)
        }
        return { type: "site-space", id: siteSpace.id, title: of, to: copy.id, as: title }
      })
    )

  return { cut, duplicate }
})
