/** Emoji by their names, as `:tada:`: GitHub has them, and GitBook writes some so. */
import { createRequire } from "node:module"

interface Names {
  readonly nameToEmoji: Readonly<Record<string, string>>
}

let names: Names | undefined

/** It is loaded with the first name. */
const emojiOf = (name: string): string | undefined => {
  names ??= createRequire(import.meta.url)("gemoji") as Names
  return Object.hasOwn(names.nameToEmoji, name) ? names.nameToEmoji[name] : undefined
}

/** Names that stand for themselves: `10:30:00` and `a:b:c` are none. */
const written = /(?<![\w:])(?::[a-z0-9_+-]{1,40}:)+(?![\w:])/g

/** A text with the emoji that it names. */
export const withEmoji = (text: string): string =>
  text.includes(":")
    ? text.replace(written, (run) => run.replace(/:([^:]+):/g, (whole, name: string) => emojiOf(name) ?? whole))
    : text
