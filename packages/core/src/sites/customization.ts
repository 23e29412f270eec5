/** How a published site looks (`beyond.md` 5.8): the shape of the contract, and what a new site has. */
import { Schema } from "effect"
import type { SiteRecord } from "./Site.ts"

const Color = Schema.String.check(Schema.isPattern(/^#(?:[0-9a-fA-F]{3}){1,2}$/))
const pairOf = <S extends Schema.Top>(schema: S) => Schema.Struct({ light: schema, dark: schema })
const Colors = pairOf(Color)
const Urls = pairOf(Schema.String)
const Enabled = Schema.Struct({ enabled: Schema.Boolean })
const Font = Schema.Union([
  Schema.Literals([
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
  ]),
  Schema.Record(Schema.String, Schema.Unknown)
])
const MonospaceFont = Schema.Union([
  Schema.Literals([
    "FiraCode",
    "IBMPlexMono",
    "JetBrainsMono",
    "SourceCodePro",
    "RobotoMono",
    "SpaceMono",
    "DMMono",
    "Inconsolata"
  ]),
  Schema.Record(Schema.String, Schema.Unknown)
])
/** A content reference: what its `kind` needs beside it. */
const Reference = Schema.StructWithRest(Schema.Struct({ kind: Schema.String }), [
  Schema.Record(Schema.String, Schema.Unknown)
])
const Link = Schema.Struct({ title: Schema.String, to: Reference })

export const SiteCustomizationSettings = Schema.Struct({
  title: Schema.optionalKey(Schema.String),
  styling: Schema.Struct({
    theme: Schema.Literals(["clean", "muted", "bold", "gradient"]),
    primaryColor: Colors,
    tint: Schema.optionalKey(Schema.Struct({ color: Colors })),
    infoColor: Colors,
    successColor: Colors,
    warningColor: Colors,
    dangerColor: Colors,
    corners: Schema.Literals(["straight", "rounded", "circular"]),
    depth: Schema.Literals(["subtle", "flat"]),
    links: Schema.Literals(["default", "accent"]),
    font: Font,
    monospaceFont: MonospaceFont,
    background: Schema.Literals(["plain", "match"]),
    icons: Schema.Literals(["regular", "solid", "duotone", "light", "thin"]),
    codeTheme: Schema.Struct({ default: pairOf(Schema.String), openapi: pairOf(Schema.String) }),
    sidebar: Schema.Struct({
      background: Schema.Literals(["default", "filled"]),
      list: Schema.Literals(["default", "pill", "line"])
    }),
    search: Schema.Literals(["prominent", "subtle"])
  }),
  internationalization: Schema.Struct({
    locale: Schema.Literals(["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru"])
  }),
  favicon: Schema.Union([Schema.Struct({ icon: Urls }), Schema.Struct({ emoji: Schema.String }), Schema.Struct({})]),
  header: Schema.Struct({
    preset: Schema.Literals(["default", "bold", "contrast", "custom", "none"]),
    logo: Schema.optionalKey(Urls),
    links: Schema.Array(
      Schema.Struct({
        title: Schema.String,
        style: Schema.optionalKey(Schema.Literals(["link", "button-primary", "button-secondary"])),
        to: Schema.NullOr(Reference),
        links: Schema.Array(Link)
      })
    )
  }),
  footer: Schema.Struct({
    logo: Schema.optionalKey(Urls),
    groups: Schema.Array(Schema.Struct({ title: Schema.String, links: Schema.Array(Link) })),
    copyright: Schema.optionalKey(Schema.String)
  }),
  themes: Schema.Struct({ default: Schema.Literals(["light", "dark", "system"]), toggeable: Schema.Boolean }),
  pdf: Enabled,
  feedback: Enabled,
  ai: Schema.Struct({ mode: Schema.Literals(["none", "search", "assistant"]) }),
  advancedCustomization: Enabled,
  git: Schema.Struct({ showEditLink: Schema.Boolean }),
  /** `items` in the newer releases of the client, one switch each in the older. */
  pageActions: Schema.Struct({
    externalAI: Schema.Boolean,
    markdown: Schema.Boolean,
    mcp: Schema.Boolean,
    items: Schema.Array(Schema.Literals(["assistant", "external-ai", "markdown", "mcp", "git", "pdf"]))
  }),
  externalLinks: Schema.Struct({ target: Schema.Literals(["self", "blank"]) }),
  pagination: Enabled,
  trademark: Enabled,
  privacyPolicy: Schema.Struct({ url: Schema.optionalKey(Schema.String) }),
  socialPreview: Schema.Struct({ url: Schema.optionalKey(Schema.String) }),
  socialAccounts: Schema.Array(
    Schema.Struct({
      platform: Schema.String,
      handle: Schema.String,
      display: Schema.Struct({ footer: Schema.Boolean, header: Schema.Boolean })
    })
  ),
  insights: Schema.Struct({ trackingCookie: Schema.Boolean })
}).annotate({ identifier: "SiteCustomizationSettings" })
export type SiteCustomizationSettings = typeof SiteCustomizationSettings.Type

const codeTheme = { light: "default-light", dark: "default-dark" }

/** The looks of a site that nobody has changed. Colours hold WCAG AA contrast on white and on near-black. */
export const defaultCustomization = (site: Pick<SiteRecord, "title">): SiteCustomizationSettings => ({
  title: site.title,
  styling: {
    theme: "clean",
    primaryColor: { light: "#0e6e75", dark: "#4fd1d9" },
    infoColor: { light: "#1d63c4", dark: "#7ab2ff" },
    successColor: { light: "#1a7f4b", dark: "#5fd394" },
    warningColor: { light: "#9a5b00", dark: "#f5b95c" },
    dangerColor: { light: "#b3261e", dark: "#ff8f86" },
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
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: false }
})
