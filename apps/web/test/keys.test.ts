/** Keys as people read them. */
import { shortcuts } from "@octavo/editor"
import { expect, it } from "vitest"
import { keysOf } from "../src/logic/keys.ts"

it.each([
  ["Mod-b", "Ctrl B", "⌘ B"],
  ["Mod-Alt-2", "Ctrl Alt 2", "⌘ ⌥ 2"],
  ["Shift-Enter", "Shift Enter", "⇧ Enter"],
  ["Alt-ArrowUp", "Alt ↑", "⌥ ↑"],
  ["Mod-Shift-Backspace", "Ctrl Shift Backspace", "⌘ ⇧ ⌫"],
  ["Mod--", "Ctrl -", "⌘ -"],
  ["/", "/", "/"]
])("%s is %s, and %s on a Mac", (keys, other, mac) => {
  expect(keysOf(keys, "Linux x86_64")).toBe(other)
  expect(keysOf(keys, "MacIntel")).toBe(mac)
})

it("Every row of the help sheet says which keys, and none says Mod", () => {
  expect(shortcuts.length).toBeGreaterThan(10)
  for (const { keys } of shortcuts) expect(keysOf(keys, "Linux")).not.toMatch(/Mod|^$/)
})
