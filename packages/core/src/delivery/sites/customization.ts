/** How a published site looks (`docs/contributing/wire.md#looks-of-a-site`): the shape of the contract, and what a new site has. */
import { Schema, Struct } from "effect"
import { ContentReference } from "../../content/revisions/model/Records.ts"
import { Text } from "../../kernel/shared/text.ts"
import { FontDefinition } from "../fonts/Font.ts"
import { Color, Favicon, ImageAddress, Images, LinkAddress, pairOf } from "../site-records/customizationValues.ts"
import type { SiteRecord } from "../site-records/Site.ts"

const Colors = pairOf(Color)
const Enabled = Schema.Struct({ enabled: Schema.Boolean })

/**
 * Fonts by name. Pages ask no host for them: they are drawn with what
 * the reader's machine has of their kind.
 */
const Font = Schema.Literals([
  "ABCFavorit",
  "Inter",
  "Roboto",
  "RobotoSlab",
  "OpenSans",
  "SourceSansPro",
  "Lato",
  "Ubuntu",
  "Raleway",
  "Merriweather",
  "Overpass",
  "NotoSans",
  "IBMPlexSerif",
  "Poppins",
  "FiraSans"
])
const MonospaceFont = Schema.Literals([
  "FiraCode",
  "IBMPlexMono",
  "JetBrainsMono",
  "SourceCodePro",
  "RobotoMono",
  "SpaceMono",
  "DMMono",
  "Inconsolata"
])
/** A font by name, or a custom font of the organization, of which only the id counts on the way in. */
const FontChoice = Schema.Union([Font, FontDefinition])
const MonospaceFontChoice = Schema.Union([MonospaceFont, FontDefinition])

const Label = Text(1, 128)
const Link = Schema.Struct({ title: Label, to: ContentReference })
const Links = Schema.Array(Link).check(Schema.isMaxLength(50))
const Announcement = Schema.Struct({
  enabled: Schema.Boolean,
  message: Text(2, 128),
  link: Schema.optionalKey(Link),
  style: Schema.Literals(["info", "warning", "danger", "success"])
})
const Titles = Schema.Record(Schema.String, Text(2, 128))

/** Members of the groups: those that are always there, and those that may be absent. */
const styling = {
  always: {
    theme: Schema.Literals(["clean", "muted", "bold", "gradient"]),
    primaryColor: Colors,
    infoColor: Colors,
    successColor: Colors,
    warningColor: Colors,
    dangerColor: Colors,
    corners: Schema.Literals(["straight", "rounded", "circular"]),
    depth: Schema.Literals(["subtle", "flat"]),
    links: Schema.Literals(["default", "accent"]),
    font: FontChoice,
    monospaceFont: MonospaceFontChoice,
    background: Schema.Literals(["plain", "match"]),
    icons: Schema.Literals(["regular", "solid", "duotone", "light", "thin"]),
    search: Schema.Literals(["prominent", "subtle"])
  },
  maybe: { tint: Schema.Struct({ color: Colors }), headingFont: FontChoice }
}
const CodeTheme = Schema.Struct({ default: pairOf(Text(1, 64)), openapi: pairOf(Text(1, 64)) })
const sidebar = {
  background: Schema.Literals(["default", "filled"]),
  list: Schema.Literals(["default", "pill", "line"])
}
const internationalization = {
  locale: Schema.Literals(["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru"])
}
const header = {
  always: {
    preset: Schema.Literals(["default", "bold", "contrast", "custom", "none"]),
    links: Schema.Array(
      Schema.Struct({
        title: Label,
        style: Schema.optionalKey(Schema.Literals(["link", "button-primary", "button-secondary"])),
        to: Schema.NullOr(ContentReference),
        links: Links,
        /** Expression that decides who sees it. */
        condition: Schema.optionalKey(Text(0, 1024))
      })
    ).check(Schema.isMaxLength(30))
  },
  maybe: { logo: Images, primaryLink: ContentReference, backgroundColor: Colors, linkColor: Colors }
}
const footer = {
  always: {
    groups: Schema.Array(Schema.Struct({ title: Label, links: Links })).check(Schema.isMaxLength(20))
  },
  maybe: { logo: Images, copyright: Text(0, 512) }
}
const themes = { default: Schema.Literals(["light", "dark", "system"]), toggeable: Schema.Boolean }
const PageActionItem = Schema.Literals(["assistant", "external-ai", "markdown", "mcp", "git", "pdf"])
/** `items` in the newer releases of the client, one switch each in the older. */
const pageActions = {
  externalAI: Schema.Boolean,
  markdown: Schema.Boolean,
  mcp: Schema.Boolean,
  items: Schema.Array(PageActionItem).check(Schema.isMaxLength(6))
}
const target = { target: Schema.Literals(["self", "blank"]) }
const SocialAccounts = Schema.Array(
  Schema.Struct({
    platform: Text(1, 50),
    handle: Text(1, 256),
    display: Schema.Struct({ footer: Schema.Boolean, header: Schema.Boolean })
  })
).check(Schema.isMaxLength(10))
const optional = Struct.map(Schema.optionalKey)
const git = {
  always: { showEditLink: Schema.Boolean },
  maybe: {
    showAuthors: Schema.Boolean.annotate({
      description: "Whether pages name who wrote them, as the history of their repository says; an extension"
    })
  }
}
const Git = Schema.Struct({ ...git.always, ...optional(git.maybe) })
const ai = {
  always: { mode: Schema.Literals(["none", "search", "assistant"]) },
  maybe: {
    greeting: Text(0, 256),
    suggestions: Schema.Array(Text(3, 64)).check(Schema.isMaxLength(5)),
    /** For admins of the site alone. */
    instructions: Text(0, 10_000)
  }
}
const insights = { trackingCookie: Schema.Boolean }

/** Every field may be left out, and `null` takes back what was set. */
const patch = <F extends Schema.Struct.Fields>(fields: F) =>
  Schema.Struct(fields).mapFields(Struct.map(Schema.NullOr)).mapFields(optional)

export const SiteCustomizationSettings = Schema.Struct({
  title: Schema.optionalKey(Text(2, 128)),
  localizedTitle: Schema.optionalKey(Titles),
  updatedAt: Schema.optionalKey(Schema.String),
  styling: Schema.Struct({
    ...styling.always,
    ...optional(styling.maybe),
    codeTheme: CodeTheme,
    sidebar: Schema.Struct(sidebar)
  }),
  internationalization: Schema.Struct(internationalization),
  favicon: Favicon,
  header: Schema.Struct({ ...header.always, ...optional(header.maybe) }),
  footer: Schema.Struct({ ...footer.always, ...optional(footer.maybe) }),
  announcement: Schema.optionalKey(Announcement),
  themes: Schema.Struct(themes),
  pdf: Enabled,
  feedback: Enabled,
  ai: Schema.Struct({ ...ai.always, ...optional(ai.maybe) }),
  advancedCustomization: Enabled,
  git: Git,
  pageActions: Schema.Struct(pageActions),
  externalLinks: Schema.Struct(target),
  pagination: Enabled,
  trademark: Enabled,
  privacyPolicy: Schema.Struct({ url: Schema.optionalKey(LinkAddress) }),
  socialPreview: Schema.Struct({ url: Schema.optionalKey(ImageAddress) }),
  socialAccounts: SocialAccounts,
  insights: Schema.Struct(insights)
}).annotate({ identifier: "SiteCustomizationSettings" })
export type SiteCustomizationSettings = typeof SiteCustomizationSettings.Type

/** The looks of a site space: the site's, with what was set otherwise for it alone. */
export const SiteSpaceCustomizationSettings = Schema.Struct({
  ...SiteCustomizationSettings.fields,
  hasOverrides: Schema.Boolean
}).annotate({ identifier: "SiteSpaceCustomizationSettings" })
export type SiteSpaceCustomizationSettings = typeof SiteSpaceCustomizationSettings.Type

const { updatedAt: _, ...members } = SiteCustomizationSettings.fields

/**
 * Body of `PUT .../customization`. What only some releases of the client know may be left out, and is then as on a new
 * site.
 */
export const SiteCustomizationInput = Schema.Struct({
  ...members,
  styling: Schema.Struct({
    ...styling.always,
    ...optional(styling.maybe),
    codeTheme: Schema.optionalKey(CodeTheme),
    sidebar: Schema.Struct(sidebar)
  }),
  pdf: Schema.optionalKey(Enabled),
  git: Schema.optionalKey(Git),
  pageActions: Schema.Struct(optional(pageActions)),
  socialAccounts: Schema.optionalKey(SocialAccounts)
}).annotate({ identifier: "SiteCustomizationInput" })
export type SiteCustomizationInput = typeof SiteCustomizationInput.Type

/** Body of `PATCH .../site-spaces/{siteSpaceId}/customization`. */
export const SiteCustomizationOverride = patch({
  title: Text(2, 128),
  localizedTitle: Titles,
  styling: patch({
    ...styling.always,
    ...styling.maybe,
    codeTheme: CodeTheme,
    sidebar: patch(sidebar)
  }),
  internationalization: patch(internationalization),
  favicon: Favicon,
  header: patch({ ...header.always, ...header.maybe }),
  footer: patch({ ...footer.always, ...footer.maybe }),
  announcement: Announcement,
  themes: patch(themes),
  pdf: patch({ enabled: Schema.Boolean }),
  feedback: patch({ enabled: Schema.Boolean }),
  git: patch({ ...git.always, ...git.maybe }),
  pageActions: patch(pageActions),
  externalLinks: patch(target),
  pagination: patch({ enabled: Schema.Boolean }),
  trademark: patch({ enabled: Schema.Boolean }),
  privacyPolicy: patch({ url: LinkAddress }),
  socialPreview: patch({ url: ImageAddress }),
  socialAccounts: SocialAccounts
}).annotate({ identifier: "SiteCustomizationOverride" })
export type SiteCustomizationOverride = typeof SiteCustomizationOverride.Type

const codeTheme = { light: "default-light", dark: "default-dark" }

/** The looks of a site that nobody has changed. Colours hold WCAG AA contrast on white and on near-black. */
export const defaultCustomization = (site: Pick<SiteRecord, "title">): SiteCustomizationSettings => ({
  title: site.title,
  styling: {
    theme: "clean",
    primaryColor: { light: "#2f46b5", dark: "#a3b4ff" },
    infoColor: { light: "#1a5cb8", dark: "#8ab6ff" },
    successColor: { light: "#1a6e3e", dark: "#7ed09a" },
    warningColor: { light: "#974c00", dark: "#f0b06c" },
    dangerColor: { light: "#b0271f", dark: "#ff9d93" },
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "IBMPlexMono",
    background: "plain",
    icons: "regular",
    codeTheme: { default: codeTheme, openapi: codeTheme },
    sidebar: { background: "default", list: "default" },
    search: "prominent"
  },
  internationalization: { locale: "en" },
  favicon: {},
  header: { preset: "default", links: [] },
  footer: { groups: [] },
  themes: { default: "system", toggeable: true },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: "none" },
  advancedCustomization: { enabled: true },
  git: { showEditLink: true },
  pageActions: { externalAI: false, markdown: true, mcp: false, items: ["markdown", "git"] },
  externalLinks: { target: "self" },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: false }
})
