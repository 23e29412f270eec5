import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as brands from "@fortawesome/free-brands-svg-icons"
import * as solid from "@fortawesome/free-solid-svg-icons"
import { describe, expect, it } from "vitest"
import { fontAwesomeIcon, fontAwesomeNames } from "../src/fontAwesome.ts"

/** Every name in the sources of three documentations, as they are written there. */
const written = [
  "arrow-down-to-line",
  "arrow-rotate-left",
  "arrows-rotate",
  "bars-sort",
  "battery-half",
  "bug",
  "calendar-days",
  "cards-blank",
  "check-to-slot",
  "circle-info",
  "cloud-plus",
  "code-branch",
  "download",
  "ellipsis-vertical",
  "flask",
  "gear",
  "hand-pointer",
  "house",
  "icons",
  "link",
  "lock",
  "magnifying-glass",
  "newspaper",
  "palette",
  "pencil-line",
  "repeat",
  "table-cells",
  "trash-can",
  "triangle-exclamation"
]

/** Of those, the ones of the paid sets, and what they are drawn as. */
const paid: Readonly<Record<string, string>> = {
  "arrow-down-to-line": "download",
  "bars-sort": "bars-staggered",
  "cards-blank": "clone",
  "cloud-plus": "cloud-arrow-up",
  "pencil-line": "pencil"
}

interface Definition {
  readonly iconName: string
  readonly icon: readonly [number, number, ReadonlyArray<string | number>, string, string]
}

const definitionsOf = (set: object): ReadonlyArray<Definition> =>
  Object.entries(set).flatMap(([key, value]) => (/^fa[A-Z0-9]/.test(key) ? [value as Definition] : []))

describe("Icons by the names of Font Awesome", () => {
  it("are each drawn as themselves, by every name that they have", () => {
    let names = 0
    for (const { icon, iconName } of [...definitionsOf(brands), ...definitionsOf(solid)]) {
      const [width, height, others, , path] = icon
      for (const name of [iconName, ...others]) {
        if (typeof name !== "string") continue
        // four names of the makers' own flags are in both sets: the solid one counts
        if (iconName.startsWith("font-awesome") || iconName === "web-awesome" || name.startsWith("font-awesome"))
          continue
        names++
        expect(fontAwesomeIcon(name), name).toEqual({ name: iconName, width, height, path })
        expect(fontAwesomeIcon(`fa-${name}`), name).toEqual({ name: iconName, width, height, path })
      }
    }
    expect(names).toBeGreaterThan(2_500)
    expect(fontAwesomeNames().solid.length).toBeGreaterThanOrEqual(1_900)
  })

  it.each(written)("draw what documentations name: %s", (name) => {
    const icon = fontAwesomeIcon(name)
    expect(icon).toBeDefined()
    expect(fontAwesomeNames().solid.includes(name)).toBe(paid[name] === undefined)
    expect(icon).toBe(fontAwesomeIcon(paid[name] ?? name))
  })

  it("draw each name of the tables as a free one, and none that is free itself", () => {
    const { brands: ofBrands, nearest, solid: ofSolid, version4 } = fontAwesomeNames()
    const free = new Set([...ofSolid, ...ofBrands])
    for (const [name, near] of [...Object.entries(nearest), ...Object.entries(version4)]) {
      expect(free.has(near), near).toBe(true)
      expect(free.has(name), name).toBe(false)
    }
  })

  it.each(Object.entries(fontAwesomeNames().version4))("are known by the name of version 4: %s", (name, now) => {
    expect(fontAwesomeIcon(`fa fa-${name}`)).toBe(fontAwesomeIcon(now))
  })

  it.each([
    ...["bell-o", "file-text-o", "calendar-times-o", "bar-chart-o", "check-circle-o", "times-circle-o", "vcard-o"],
    ...["home", "cog", "cogs", "external-link", "sign-in", "long-arrow-right", "pie-chart", "cutlery", "try"]
  ])("are known by a name of version 4 or 5: %s", (name) => {
    expect(fontAwesomeIcon(name)).toBeDefined()
  })

  it.each([
    ["its class", "fa-solid fa-house", "house"],
    ["its class with a width", "fa fa-house fa-fw", "house"],
    ["its class with a size and a movement", "fas fa-spinner fa-spin-pulse fa-2x", "spinner"],
    ["its class with a turn", "fa-solid fa-rotate fa-rotate-90", "rotate"],
    ["its class before that of its set", "fa-house fa-solid", "house"],
    ["its class of a paid set", "fa-duotone fa-house", "house"],
    ["in capitals, with spaces around", " House ", "house"],
    ["with words that only the paid sets have", "rocket-launch", "rocket"],
    ["with two such words", "lightbulb-on-badge", "lightbulb"],
    ["by a name of the table with such a word", "sparkles-alt", "wand-magic-sparkles"]
  ])("are known by %s", (_, name, same) => {
    expect(fontAwesomeIcon(name)).toBe(fontAwesomeIcon(same))
    expect(fontAwesomeIcon(name)).toBeDefined()
  })

  it.each([
    "",
    " ",
    "-",
    "nothing-of-it",
    "__proto__",
    "constructor",
    "toString",
    "../x",
    'a"b',
    "fa-",
    "x".repeat(1e6),
    "x-".repeat(1e5)
  ])("are none for what is no name", (name) => {
    expect(fontAwesomeIcon(name)).toBeUndefined()
  })

  it("are loaded set by set, when a name is looked for", () => {
    const script = `
      import { createRequire } from "node:module"
      const { cache } = createRequire(import.meta.url)
      const loaded = () => Object.keys(cache).flatMap((path) => /free-(\\w+)-svg-icons/.exec(path)?.[1] ?? [])
      const { fontAwesomeIcon } = await import(${JSON.stringify(new URL("../src/fontAwesome.ts", import.meta.url).href)})
      const seen = [loaded()]
      for (const name of ["a/b", "house", "github"]) {
        fontAwesomeIcon(name)
        seen.push(loaded())
      }
      console.log(JSON.stringify(seen))`
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      encoding: "utf8"
    })
    expect(JSON.parse(printed)).toEqual([[], [], ["solid"], ["solid", "brands"]])
  })
})
