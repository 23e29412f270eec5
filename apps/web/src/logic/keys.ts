/** Keys as people read them. Pure. */

/** Whether the keyboard is that of a Mac. */
export const isMac = (platform: string): boolean => /Mac|iPhone|iPad/.test(platform)

const names: Readonly<Record<string, { readonly mac: string; readonly other: string }>> = {
  Mod: { mac: "⌘", other: "Ctrl" },
  Alt: { mac: "⌥", other: "Alt" },
  Shift: { mac: "⇧", other: "Shift" },
  ArrowUp: { mac: "↑", other: "↑" },
  ArrowDown: { mac: "↓", other: "↓" },
  Backspace: { mac: "⌫", other: "Backspace" }
}

/** `Mod-Alt-2` as `Ctrl Alt 2`, or `⌘ ⌥ 2`. */
export const keysOf = (keys: string, platform = globalThis.navigator?.platform ?? ""): string =>
  keys
    .split(/-(?!$)/)
    .map((key) => names[key]?.[isMac(platform) ? "mac" : "other"] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(" ")
