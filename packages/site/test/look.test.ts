import { defaultCustomization } from "@octavo/core/delivery/sites/customization"
import { codeColors } from "@octavo/render/codeThemes"
import { contrast, textOn } from "@octavo/render/contrast"
import { describe, expect, it } from "vitest"
import { lookStyle } from "../src/look/style.ts"
import { editUrl } from "../src/published/addresses.ts"
import { socialAddress } from "../src/published/social.ts"

const base = defaultCustomization({ title: "" })
type Styling = typeof base.styling
const styled = (styling: Partial<Styling>, header: Partial<typeof base.header> = {}): string =>
  lookStyle({ styling: { ...base.styling, ...styling }, header: { ...base.header, ...header } }, base)

describe("text on colours", () => {
  it("contrast is that of WCAG", () => {
    expect(contrast("#000", "#fff")).toBeCloseTo(21, 5)
    expect(contrast("#777777", "#fff")).toBeCloseTo(4.48, 2)
    expect(contrast("#abc", "#aabbcc")).toBe(1)
  })

  it("can be read on every colour", () => {
    for (let red = 0; red < 256; red += 15) {
      for (let green = 0; green < 256; green += 15) {
        for (let blue = 0; blue < 256; blue += 15) {
          const color = `#${[red, green, blue].map((one) => one.toString(16).padStart(2, "0")).join("")}`
          expect(contrast(color, textOn(color)), color).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
  })

  it("the defaults can be read on paper, light and dark", () => {
    const { dangerColor, infoColor, primaryColor, successColor, warningColor } = base.styling
    for (const { dark, light } of [dangerColor, infoColor, primaryColor, successColor, warningColor]) {
      expect(contrast(light, "#fff")).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dark, "#141519")).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe("the style sheet of a site's looks", () => {
  it("is empty for a site like new", () => expect(styled({})).toBe(""))

  it("has a colour for each theme, and text that can be read on it", () => {
    const css = styled({ primaryColor: { light: "#ff0", dark: "#008" } })
    expect(css).toContain(":root{--accent:#ff0;--on-accent:#000;")
    expect(css).toContain(":root:not([data-theme=light]){--accent:#008;--on-accent:#fff;")
    expect(css).toContain(":root[data-theme=dark]{--accent:#008;")
  })

  const cases: ReadonlyArray<readonly [string, string, string]> = [
    ["hints", styled({ dangerColor: { light: "#900", dark: "#f99" } }), "--danger:#900;--b-danger:#900"],
    [
      "a tint",
      styled({ tint: { color: { light: "#a00", dark: "#b00" } } }),
      "--surface:color-mix(in srgb,#a00 4%,#fff)"
    ],
    ["no corners", styled({ corners: "straight" }), "--radius:0"],
    ["round corners", styled({ corners: "circular" }), "--radius:1rem"],
    ["no depth", styled({ depth: "flat" }), "--shadow:none"],
    ["underlined links", styled({ links: "accent" }), "text-decoration-color:var(--accent)"],
    ["a font", styled({ font: "Merriweather" }), "--sans:Merriweather,Georgia"],
    ["a font of headings", styled({ headingFont: "Lato" }), ".brand{font-family:Lato"],
    ["a font of code", styled({ monospaceFont: "FiraCode" }), '--mono:"Fira Code",ui-monospace'],
    ["thin icons", styled({ icons: "thin" }), ".icon{stroke-width:1.1}"],
    ["a bold header", styled({ theme: "bold" }), "--bar:#2f46b5;--bar-ink:#fff"],
    ["a muted site", styled({ theme: "muted" }), "body{background:var(--surface)}"],
    ["a gradient", styled({ theme: "gradient" }), "linear-gradient("],
    [
      "a header of its own",
      styled({}, { preset: "custom", backgroundColor: { light: "#fff", dark: "#000" } }),
      "--bar:#fff;--bar-ink:#000"
    ],
    [
      "a list with a line",
      styled({ sidebar: { background: "default", list: "line" } }),
      "border-inline-start:2px solid"
    ]
  ]
  it.each(cases)("%s", (_, css, part) => {
    expect(css).toContain(part)
    // nothing is loaded from anywhere
    expect(css).not.toMatch(/url\(|@import|@font-face/)
  })
})

it.each([
  ["github", "octavo", "https://github.com/octavo"],
  ["X", "@octavo", "https://x.com/octavo"],
  ["linkedin", "in/somebody", "https://www.linkedin.com/in/somebody"],
  ["forum", "https://forum.example.org/u/us", "https://forum.example.org/u/us"],
  ["forum", "us", undefined],
  ["github", "javascript:alert(1)", undefined],
  ["github", "../..?x", undefined],
  ["github", 'a"b', undefined]
])("an account %s %s is at %s", (platform, handle, address) => expect(socialAddress(platform, handle)).toBe(address))

it.each([
  ["https://github.com/o/r/tree/main/docs", "a b/c.md", "https://github.com/o/r/edit/main/docs/a%20b/c.md"],
  ["https://github.com/o/r/blob/main", "guides/README.md", "https://github.com/o/r/edit/main/guides/README.md"],
  // names of branches, owners and repositories that are words of addresses
  ["https://github.com/o/r/blob/fix/tree/x", "c.md", "https://github.com/o/r/edit/fix/tree/x/c.md"],
  ["https://github.com/tree/blob/tree/main", "c.md", "https://github.com/tree/blob/edit/main/c.md"],
  ["https://github.com/o/r/blob/main/blob/docs", "tree/c.md", "https://github.com/o/r/edit/main/blob/docs/tree/c.md"],
  ["https://gitlab.com/o/r/-/tree/main", "c.md", "https://gitlab.com/o/r/-/edit/main/c.md"],
  ["https://gitlab.com/o/tree/r/-/blob/a/b", "c.md", "https://gitlab.com/o/tree/r/-/edit/a/b/c.md"],
  [
    "https://git.example.org/sub/g/r/-/blob/main",
    "50%/#c?.md",
    "https://git.example.org/sub/g/r/-/edit/main/50%25/%23c%3F.md"
  ],
  ["https://codeberg.org/o/r/src/branch/a/b", "c.md", "https://codeberg.org/o/r/_edit/a/b/c.md"],
  ["https://git.example.org/r", "c.md", "https://git.example.org/r/c.md"]
])("a file of %s is edited", (tree, path, url) => expect(editUrl(tree, path)).toBe(url))

describe("code", () => {
  it.each(["github-light", "dracula", "monochrome-dark", "min-light", "solarized-dark"])(
    "has the ground and the colours of %s",
    async (name) => {
      const colors = await codeColors(name)
      expect(colors?.ground).toMatch(/^#(?:[0-9a-f]{3}){1,2}$/i)
      expect(colors?.ink).toMatch(/^#[0-9a-f]{3,8}$/i)
      expect(contrast(colors!.ground, colors!.ink.slice(0, 7))).toBeGreaterThan(4)
      if (!/^(?:mono|min)/.test(name)) expect(Object.keys(colors!.tokens).length).toBeGreaterThan(6)
    }
  )

  it.each(["default-light", "default-dark", "nothing", "__proto__", "constructor"])(
    "is as on all sites for %s",
    async (name) => expect(await codeColors(name)).toBeUndefined()
  )

  it("is drawn in each theme of the page by the theme that is for it", () => {
    const colors = { ground: "#010203", ink: "#fafbfc", tokens: { k: "#ff0000" } }
    const dark = lookStyle(base, base, [], { default: { dark: colors }, openapi: {} })
    expect(dark).toMatch(/prefers-color-scheme:dark\).*--k:#ff0000.*--surface:#010203/s)
    expect(dark).not.toMatch(/prefers-color-scheme:light|\.api/)
    const light = lookStyle(base, base, [], { default: {}, openapi: { light: colors } })
    expect(light).toMatch(/^@media print,\(prefers-color-scheme:light\)\{:root:not\(\[data-theme=dark\]\) \.api \.code/)
  })
})

it("a search that is subtle is an icon with its name for screen readers", () => {
  const css = lookStyle({ ...base, styling: { ...base.styling, search: "subtle" } }, base)
  expect(css).toContain(".find>:not(.icon){position:absolute;clip-path:inset(50%)}")
})
