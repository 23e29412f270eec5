/** Colours of code by the name of a theme: those of shiki's, read for the classes that pages mark tokens with. */

import type { ThemeRegistrationAny } from "shiki/core"
import { bundledThemes } from "shiki/themes"

/** The colours of a theme. */
export interface CodeColors {
  readonly ground: string
  readonly ink: string
  /** By class; what a theme has no colour for is in ink. */
  readonly tokens: Readonly<Record<string, string>>
}

/** Scopes that stand for a class of tokens, the most telling first. */
const scopes: Readonly<Record<string, ReadonlyArray<string>>> = {
  k: ["keyword.control", "keyword", "storage.type", "storage"],
  s: ["string.quoted", "string"],
  n: ["constant.numeric", "constant.language", "constant"],
  f: ["entity.name.function", "support.function"],
  t: ["entity.name.type", "entity.name.class", "entity.name.tag", "support.class"],
  a: ["entity.other.attribute-name", "support.type.property-name", "variable.other.property"],
  v: ["variable.parameter", "variable"],
  c: ["comment"],
  o: ["keyword.operator", "punctuation"],
  green: ["markup.inserted"],
  red: ["markup.deleted"]
}

const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** The colour that a theme's most particular rule gives a scope. */
const colorOf = (rules: ThemeRegistrationAny["settings"] & object, wanted: string): string | undefined => {
  let best: { readonly length: number; readonly color: string } | undefined
  for (const { scope, settings } of rules) {
    const color = settings?.foreground
    if (color === undefined || !hex.test(color)) continue
    for (const selector of typeof scope === "string" ? scope.split(",") : (scope ?? [])) {
      const name = selector.trim()
      const applies = wanted === name || wanted.startsWith(`${name}.`)
      if (applies && name.length >= (best?.length ?? 0)) best = { length: name.length, color }
    }
  }
  return best?.color
}

/** `undefined` for the colours of Octavo's own: `default-light`, `default-dark`, and names that no theme has. */
export const codeColors = async (name: string): Promise<CodeColors | undefined> => {
  if (name === "monochrome-light") return { ground: "#ffffff", ink: "#24262b", tokens: { c: "#63666e" } }
  if (name === "monochrome-dark") return { ground: "#17181c", ink: "#e4e5e9", tokens: { c: "#989ca6" } }
  const load = Object.hasOwn(bundledThemes, name) ? bundledThemes[name as keyof typeof bundledThemes] : undefined
  if (load === undefined) return undefined
  const theme = (await load()).default
  const rules = theme.settings ?? theme.tokenColors ?? []
  const base = rules.find(({ scope }) => scope === undefined)?.settings
  const ground = [theme.colors?.["editor.background"], theme.bg, base?.background].find((one) => one && hex.test(one))
  const ink = [theme.colors?.["editor.foreground"], theme.fg, base?.foreground].find((one) => one && hex.test(one))
  const isDark = theme.type === "dark"
  const tokens = Object.entries(scopes).flatMap(([name, wanted]) => {
    const color = wanted.map((scope) => colorOf(rules, scope)).find((one) => one !== undefined)
    return color === undefined ? [] : [[name, color] as const]
  })
  return {
    ground: ground ?? (isDark ? "#000000" : "#ffffff"),
    ink: ink ?? (isDark ? "#ffffff" : "#000000"),
    tokens: Object.fromEntries(tokens)
  }
}
