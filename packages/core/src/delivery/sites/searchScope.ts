/** Where a search on a site looks (`docs/contributing/wire.md#search`). Pure; `test/delivery/sites/searchScope.test.ts`. */
import { Schema } from "effect"
import { SearchText } from "../../content/search/SearchResult.ts"
import { defined } from "../../kernel/shared/defined.ts"

const SiteSpaceIds = Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(1000))

/** `default`: what a reader has before him: one space of each section, the current one of its own section. */
export const SiteSearchScope = Schema.Union([
  Schema.Struct({
    mode: Schema.Literal("default"),
    currentSiteSpace: Schema.optionalKey(Schema.String),
    restrictTo: Schema.optionalKey(Schema.Literals(["currentSiteSpace", "otherSiteSpaces"]))
  }),
  Schema.Struct({ mode: Schema.Literal("specific"), siteSpaceIds: SiteSpaceIds }),
  Schema.Struct({ mode: Schema.Literal("all") })
]).annotate({ identifier: "SiteSearchScope" })
export type SiteSearchScope = typeof SiteSearchScope.Type

/** Body of `POST .../search`; the fields beside `query` and `scope` are of its older form. */
export const SiteSearchInput = Schema.Struct({
  query: SearchText,
  scope: Schema.optionalKey(SiteSearchScope),
  siteSpaceIds: Schema.optionalKey(SiteSpaceIds),
  mode: Schema.optionalKey(Schema.Literals(["all", "current"])),
  siteSpaceId: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "SearchSite" })
export type SiteSearchInput = typeof SiteSearchInput.Type

/** The scope of a body, its older forms included; none is the default one. */
export const scopeOf = ({ mode, scope, siteSpaceId, siteSpaceIds }: SiteSearchInput): SiteSearchScope => {
  if (scope !== undefined) return scope
  if (siteSpaceIds !== undefined) return { mode: "specific", siteSpaceIds }
  if (mode === "all") return { mode: "all" }
  return { mode: "default", ...defined({ currentSiteSpace: siteSpaceId }) }
}

/** What the rule needs to know of a site space. */
export interface Searchable {
  readonly id: string
  /** Absent while the site has no sections. */
  readonly sectionId?: string | null
  readonly isDefault: boolean
  /** Left out of navigation: found only when it is asked for. */
  readonly hidden: boolean
}

/** The site spaces of a scope, of those that the reader may see. Ids that name none of them find nothing. */
export const inScope = <A extends Searchable>(all: ReadonlyArray<A>, scope: SiteSearchScope): ReadonlyArray<A> => {
  switch (scope.mode) {
    case "all":
      return all.filter(({ hidden }) => !hidden)
    case "specific":
      return all.filter(({ id }) => scope.siteSpaceIds.includes(id))
    case "default": {
      const current = all.find(({ id }) => id === scope.currentSiteSpace)
      if (scope.restrictTo === "currentSiteSpace") return current === undefined ? [] : [current]
      if (scope.restrictTo === "otherSiteSpaces") return all.filter((one) => !one.hidden && one !== current)
      return Array.from(
        Map.groupBy(all, ({ sectionId = null }) => sectionId).values(),
        (siblings) =>
          siblings.find((one) => one === current) ??
          siblings.find((one) => one.isDefault && !one.hidden) ??
          siblings.find((one) => !one.hidden)
      ).filter((one) => one !== undefined)
    }
  }
}
