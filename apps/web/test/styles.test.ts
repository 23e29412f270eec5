/** Style sheets come with the screens that need them, in any order, and stay: none may change what is of another. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const directory = fileURLToPath(new URL("../src/browser/style", import.meta.url))

/** Selectors of the rules of a sheet that always hold. */
const selectorsOf = (sheet: string): ReadonlyArray<string> => {
  const css = readFileSync(join(directory, sheet), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")
  // what holds on a condition stands within its braces, and each rule within those of its own
  const always = css.replace(/@[^{};]+\{(?:[^{}]|\{[^{}]*\})*\}/g, "")
  return Array.from(always.matchAll(/([^{}]+)\{[^{}]*\}/g), ([, selectors = ""]) =>
    selectors.split(",").map((one) => one.trim())
  ).flat()
}

it("a class by itself is styled in one sheet alone", () => {
  const homes = new Map<string, Set<string>>()
  for (const sheet of globSync("*.css", { cwd: directory }))
    for (const selector of selectorsOf(sheet))
      if (/^\.[\w-]+$/.test(selector)) homes.set(selector, (homes.get(selector) ?? new Set()).add(sheet))
  expect(homes.size).toBeGreaterThan(300)
  const shared = [...homes].filter(([, of]) => of.size > 1)
  expect(shared.map(([selector, of]) => `${selector}: ${[...of].join(", ")}`)).toEqual([])
})
