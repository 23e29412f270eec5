/** Slugs of pages and anchors of headings (`docs/contributing/dialect.md#slugs`). */
import { createRequire } from "node:module"

/** The slug of a new page or of a group without an anchor. Empty when the title has nothing to offer. */
export const titleToSlug = (title: string): string =>
  transliterate(title)
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/<=?/g, " less-than ")
    .replace(/>=?/g, " greater-than ")
    .replace(/[\s/@#|\\\p{Pd}]+/gu, "-")
    .replace(/[^\p{L}\p{N}\p{M}._+-]+/gu, "")
    .replace(/-{2,}/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")

/** A base name that is a slug already, apart from letter case. */
const slugLike = /^[\p{L}\p{N}\p{M}._+~-]+$/u

/** The slug that a page takes from its file: the base name, lower-cased; of `X/README.md` it is `x` (`docs/contributing/dialect.md#slugs`). */
export const fileToSlug = (path: string): string => {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".")
  const file = parts.pop() ?? ""
  const base = file.replace(/\.(?:md|markdown|mdx)$/i, "")
  const name = base === "README" ? (parts.pop() ?? base) : base
  return slugLike.test(name) ? name.toLowerCase() : titleToSlug(name)
}

const MAX_ANCHOR = 100

/** The anchor of a heading by its text; duplicates are told apart by `uniqueSlug`. */
export const headingAnchor = (text: string): string => {
  const words = transliterate(text)
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/\|/g, " or ")
    .replace(/>/g, " greater-than ")
    .replace(/</g, " less-than ")
    .replace(/['’‘]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}._+]+/gu, "-")
    .replace(/\+/g, "")
    .replace(/^-+|(?<!-)-+$/g, "")
  const anchor = /^\d/.test(words) ? `id-${words}` : words
  return anchor.length > MAX_ANCHOR ? cut(anchor) : anchor
}

const cut = (anchor: string): string => anchor.slice(0, MAX_ANCHOR).replace(/[\uD800-\uDBFF]$/, "")

/** `slug`, or else `slug-1`, `slug-2`, …: the first that is not taken. Takes it. */
export const uniqueSlug = (slug: string, taken: SlugSet): string => {
  let unique = slug
  for (let next = taken.counts.get(slug) ?? 1; taken.slugs.has(unique); next++) {
    unique = `${slug}-${next}`
    taken.counts.set(slug, next + 1)
  }
  taken.slugs.add(unique)
  return unique
}

/** The slugs in use among siblings, and how far each was counted. */
export interface SlugSet {
  slugs: Set<string>
  counts: Map<string, number>
}

export const makeSlugSet = (): SlugSet => ({ slugs: new Set(), counts: new Map() })

const han = /\p{Script=Han}+/gu

let dictionary: typeof import("pinyin-pro") | undefined

/** The dictionary takes some 20 MB: it is loaded with the first title that needs it. */
const pinyinOf = (run: string): string => {
  dictionary ??= createRequire(import.meta.url)("pinyin-pro") as typeof import("pinyin-pro")
  return dictionary.pinyin(run, { toneType: "none", type: "array", v: true }).join(" ")
}

const emojiParts =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200B-\u200D]|\uFE0F|\u20E3|\uFEFF/gu

/** Han as pinyin, accents folded, emoji dropped. Letters of other scripts stay: better than `undefined`. */
const transliterate = (text: string): string => {
  const plain = text.replace(emojiParts, "")
  const latin = plain.replace(han, (run) => ` ${pinyinOf(run)} `)
  return latin
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC")
    .replace(/ß/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[æÆ]/g, "ae")
    .replace(/[œŒ]/g, "oe")
    .replace(/[łŁ]/g, "l")
    .replace(/[đĐ]/g, "d")
}

/**
 * An emoji sequence as Unicode defines it (UTS #51), whether it is one of those that are recommended or not: flags, keycaps, and
 * pictures with a variation, a tone of skin or tags, joined to others by U+200D. Letters that merely may be shown as
 * emoji (digits, `©`) are none.
 */
const leadingEmoji = (() => {
  const one =
    "(?:\\p{Regional_Indicator}{2}|[0-9#*]\\uFE0F?\\u20E3|(?![©®™])\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\uFE0E\\uFE0F]\\u20E3?)*(?:[\\u{E0020}-\\u{E007E}]+\\u{E007F})?)"
  return new RegExp(`^${one}(?:\\u200D(?:${one}|[©®™♀♂]\\uFE0F?))*`, "v")
})()

/** A title and its leading emoji, which stays in the title when there is nothing else. */
export const splitEmoji = (title: string): { title: string; emoji?: string } => {
  const trimmed = title.trim()
  const emoji = leadingEmoji.exec(trimmed)?.[0]
  const rest = trimmed.slice(emoji?.length ?? 0).trim()
  return emoji === undefined || rest === "" ? { title: trimmed } : { title: rest, emoji }
}
