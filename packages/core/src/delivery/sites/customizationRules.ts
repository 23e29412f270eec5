/** The rules of a site's looks: what is set over what, and where its links lead. Pure. */
import { Schema } from "effect"
import type { ContentReference } from "../../content/revisions/model/Records.ts"
import { defined } from "../../kernel/shared/defined.ts"
import type { FontDefinition } from "../fonts/Font.ts"
import { isLinkAddress, linkAddressRule } from "../site-records/customizationValues.ts"
import { type SiteCustomizationOverride, SiteCustomizationSettings } from "./customization.ts"

/** Settings as they are stored: plain JSON. */
export type Settings = Readonly<Record<string, unknown>>

/** What a group of settings is told apart by: these are replaced as a whole. */
const wholes = new Set([
  "favicon",
  "announcement",
  "localizedTitle",
  "tint",
  "logo",
  "font",
  "headingFont",
  "monospaceFont"
])

const isGroup = (name: string, value: unknown): value is Settings =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !wholes.has(name)

/** What was set, over what holds without it. `null` takes a setting away; a group without settings is left out. */
export const overlay = (below: Settings, above: Settings): Settings => {
  const out: Record<string, unknown> = { ...below }
  for (const [name, value] of Object.entries(above)) {
    if (value === null) delete out[name]
    else if (value !== undefined) {
      const under = out[name]
      if (!isGroup(name, value)) out[name] = value
      else {
        const group = overlay(isGroup(name, under) ? under : {}, value)
        if (Object.keys(group).length > 0 || under !== undefined) out[name] = group
      }
    }
  }
  return out
}

const decode = Schema.decodeUnknownSync(SiteCustomizationSettings)

/** Complete looks: the last of what was set holds. */
export const completeSettings = (
  defaults: SiteCustomizationSettings,
  ...set: ReadonlyArray<Settings | undefined>
): SiteCustomizationSettings =>
  decode(set.reduce<Settings>((below, above) => overlay(below, above ?? {}), { ...defaults }))

/** What of a site space is set otherwise, after a patch; `undefined` when nothing is. */
export const patchOverride = (before: Settings | undefined, patch: SiteCustomizationOverride): Settings | undefined => {
  const after = withoutEmptyGroups(overlay(before ?? {}, patch))
  return Object.keys(after).length === 0 ? undefined : after
}

const withoutEmptyGroups = (settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings)
      .map(([name, value]) => [name, isGroup(name, value) ? withoutEmptyGroups(value) : value] as const)
      .filter(([name, value]) => !isGroup(name, value) || Object.keys(value).length > 0)
  )

type Styling = SiteCustomizationSettings["styling"]

/**
 * Custom fonts as they are now. One that was deleted since is as if it had never been chosen.
 * @param defaults what a new site has
 */
export const withFonts = (
  styling: Styling,
  fonts: ReadonlyMap<string, FontDefinition>,
  defaults: Pick<Styling, "font" | "monospaceFont">
): Styling => {
  const { font, headingFont, monospaceFont, ...rest } = styling
  const now = <Named extends string>(choice: Named | FontDefinition): Named | FontDefinition | undefined =>
    typeof choice === "string" ? choice : fonts.get(choice.id)
  const heading = headingFont === undefined ? undefined : now(headingFont)
  return {
    ...rest,
    font: now(font) ?? defaults.font,
    monospaceFont: now(monospaceFont) ?? defaults.monospaceFont,
    ...defined({ headingFont: heading })
  }
}

/** Every custom font that is chosen. */
export const fontsIn = ({ styling }: Pick<SiteCustomizationOverride, "styling">): ReadonlyArray<Placed<string>> =>
  (["font", "headingFont", "monospaceFont"] as const).flatMap((name) => {
    const choice = styling?.[name]
    return choice == null || typeof choice === "string" ? [] : [{ path: `styling.${name}`, value: choice.id }]
  })

type PageActions = SiteCustomizationSettings["pageActions"]

const switches = { externalAI: "external-ai", markdown: "markdown", mcp: "mcp" } as const
const switchNames = ["externalAI", "markdown", "mcp"] as const

/**
 * The page actions in both of their forms. Clients of one release leave the form of the other as they read it: the form
 * that differs from what was set before holds.
 */
export const pageActions = (before: PageActions, given: Partial<PageActions>): PageActions => {
  const items = [...new Set(given.items ?? before.items)]
  const isNew = items.join() !== before.items.join()
  const holds = (name: keyof typeof switches): boolean =>
    isNew ? items.includes(switches[name]) : (given[name] ?? before[name])
  const on = { externalAI: holds("externalAI"), markdown: holds("markdown"), mcp: holds("mcp") }
  const off = new Set<string>(switchNames.flatMap((name) => (on[name] ? [] : [switches[name]])))
  const added = switchNames.flatMap((name) => (on[name] ? [switches[name]] : []))
  return { ...on, items: [...new Set([...items.filter((item) => !off.has(item)), ...added])] }
}

/** A place of the settings that leads somewhere. */
export interface Placed<A> {
  /** Like `header.links.0.to`. */
  readonly path: string
  readonly value: A
}

type Linking = Pick<SiteCustomizationOverride, "header" | "footer" | "announcement">

/** Every content reference in the settings. */
export const referencesIn = ({ announcement, footer, header }: Linking): ReadonlyArray<Placed<ContentReference>> => {
  const found: Array<Placed<ContentReference>> = []
  const add = (path: string, value: ContentReference | null | undefined): void => {
    if (value != null) found.push({ path, value })
  }
  add("header.primaryLink", header?.primaryLink)
  header?.links?.forEach((link, i) => {
    add(`header.links.${i}.to`, link.to)
    link.links.forEach((one, j) => {
      add(`header.links.${i}.links.${j}.to`, one.to)
    })
  })
  footer?.groups?.forEach((group, i) => {
    group.links.forEach((one, j) => {
      add(`footer.groups.${i}.links.${j}.to`, one.to)
    })
  })
  add("announcement.link.to", announcement?.link?.to)
  return found
}

/** Every address of an image in the settings. */
export const imagesIn = (
  settings: Pick<SiteCustomizationOverride, "header" | "footer" | "favicon" | "socialPreview">
): ReadonlyArray<Placed<string>> => {
  const pairs = [
    ["header.logo", settings.header?.logo],
    ["footer.logo", settings.footer?.logo],
    ["favicon.icon", settings.favicon?.icon]
  ] as const
  const found = pairs.flatMap(([path, pair]) =>
    pair == null
      ? []
      : [
          { path: `${path}.light`, value: pair.light },
          { path: `${path}.dark`, value: pair.dark }
        ]
  )
  const preview = settings.socialPreview?.url
  return preview == null ? found : [...found, { path: "socialPreview.url", value: preview }]
}

/** The page, file or space that a reference names, which must then be on the site; `undefined` for what needs no look. */
export interface Target {
  /** Of the default site space when it is absent. */
  readonly space?: string | undefined
  readonly record?: { readonly kind: "page" | "file"; readonly id: string }
}

/** What a link of a site leads to, or why it can't lead there. */
export const targetOf = (reference: ContentReference): Target | string | undefined => {
  switch (reference.kind) {
    case "url":
      return isLinkAddress(reference.url) ? undefined : `url must be ${linkAddressRule}`
    case "space":
      return { space: reference.space }
    case "page":
      return { space: reference.space, record: { kind: "page", id: reference.page } }
    case "anchor":
      return reference.page === undefined
        ? "an anchor needs its page"
        : { space: reference.space, record: { kind: "page", id: reference.page } }
    case "file":
      return { space: reference.space, record: { kind: "file", id: reference.file } }
    default:
      return `cannot be a ${reference.kind}: links of a site lead to a url, page, anchor, file or space`
  }
}
