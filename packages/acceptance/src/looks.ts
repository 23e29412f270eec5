/** Looks of a site as a client writes them: something in every place. */

const pair = (value: string) => ({ light: value, dark: value })
const to = { kind: "url", url: "https://example.org/" }
const logo = pair("https://example.org/logo.png")

/** A whole body of `PUT .../customization`. */
export const looks = () => ({
  styling: {
    theme: "clean",
    primaryColor: pair("#00f"),
    infoColor: pair("#1a5cb8"),
    successColor: pair("#1a6e3e"),
    warningColor: pair("#974c00"),
    dangerColor: pair("#b0271f"),
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "IBMPlexMono",
    background: "plain",
    icons: "regular",
    codeTheme: { default: pair("default-light"), openapi: pair("default-light") },
    sidebar: { background: "default", list: "default" },
    search: "prominent"
  },
  internationalization: { locale: "en" },
  favicon: {},
  header: { preset: "default", logo, links: [{ title: "More", to, links: [{ title: "About", to }] }] },
  footer: { logo, groups: [{ title: "Us", links: [{ title: "About", to }] }], copyright: "© Us" },
  announcement: { enabled: true, message: "News", link: { title: "Read", to }, style: "info" },
  themes: { default: "system", toggeable: true },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: "none", greeting: "Hello", suggestions: ["How do I begin?"], instructions: "Be brief." },
  advancedCustomization: { enabled: true },
  git: { showEditLink: true },
  pageActions: { items: ["markdown"] },
  externalLinks: { target: "self" },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [{ platform: "github", handle: "us", display: { footer: true, header: false } }],
  insights: { trackingCookie: false }
})
