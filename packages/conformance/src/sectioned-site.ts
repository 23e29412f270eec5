/** Sites with sections, and their trees in brief. */

import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { SiteSectionGroup } from "@octavo/core/delivery/site-records/Section"
import { SectionGroups } from "@octavo/core/delivery/sites/SectionGroups"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { Effect } from "effect"
import { as } from "./harness.ts"
import { newSite } from "./new-site.ts"

/** A tree in brief: titles of sections, groups with what is in them. */
type Outline = ReadonlyArray<string | Readonly<Record<string, Outline>>>
export const outlineOf = (items: SiteSectionGroup["children"]): Outline =>
  items.map((item) => (item.object === "site-section-group" ? { [item.title]: outlineOf(item.children) } : item.title))

/** A site with sections of the given titles, each with a space of the same title; the first is the default. */
export const newSections = (...titles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const scene = yield* newSite({ published: true }, titles[0]!)
    const { admin, org, site } = scene
    const [spaces, sections, groups, structures] = [
      yield* Spaces,
      yield* Sections,
      yield* SectionGroups,
      yield* SiteStructures
    ]
    const space = (title: string) => Effect.map(spaces.create(org, { title }).pipe(as(admin)), ({ id }) => id)
    const ids: Record<string, string> = {}
    for (const title of titles.slice(1)) {
      ids[title] = (yield* sections.add(org, site.id, { spaceId: yield* space(title) }).pipe(as(admin))).id
    }
    const listed = sections.list(org, site.id, {}).pipe(as(admin))
    ids[titles[0]!] = (yield* listed).items.find((one) => one.default)?.id ?? ""
    const group = (
      title: string,
      input: { readonly parent?: string; readonly sections?: ReadonlyArray<string> } = {}
    ) => groups.add(org, site.id, { title, ...input }).pipe(as(admin))
    const outline = Effect.map(structures.get(org, site.id).pipe(as(admin)), (it) =>
      it.type === "sections" ? outlineOf(it.structure) : []
    )
    return { ...scene, sections, groups, structures, space, ids, listed, group, outline }
  })
