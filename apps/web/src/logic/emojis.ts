/** Emoji that are offered for a space: few, of the things that documentation is about. Pure. */

export interface Emoji {
  readonly sign: string
  readonly name: string
}

const list: ReadonlyArray<readonly [sign: string, name: string]> = [
  ["📘", "Blue book"],
  ["📗", "Green book"],
  ["📕", "Red book"],
  ["📚", "Books"],
  ["📖", "Open book"],
  ["🧭", "Compass"],
  ["🚀", "Rocket"],
  ["🛠️", "Tools"],
  ["⚙️", "Gear"],
  ["🔌", "Plug"],
  ["🧩", "Puzzle piece"],
  ["🔒", "Lock"],
  ["🛡️", "Shield"],
  ["💡", "Light bulb"],
  ["🧪", "Test tube"],
  ["📦", "Package"],
  ["📊", "Chart"],
  ["📣", "Megaphone"],
  ["💬", "Speech"],
  ["👋", "Waving hand"],
  ["👥", "People"],
  ["🏠", "House"],
  ["🌍", "Globe"],
  ["🎨", "Palette"],
  ["⚓", "Anchor"],
  ["⭐", "Star"],
  ["✅", "Check"],
  ["🗺️", "Map"]
]

export const emojis: ReadonlyArray<Emoji> = list.map(([sign, name]) => ({ sign, name }))
