/**
 * What pages of a site become as files: their addresses are those of folders, and all of them have one font of emoji.
 * Pure but for what was found; the same on each thread.
 */
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { emojiFontAt, nameOfLetters } from "@octavo/reader/emoji"
import type { Effect } from "effect"
import { mapAddresses, mapStructured, type Place, pathOf, toBase, toFolder, withoutPlace } from "./addresses.ts"

/** The paths of a site, where it will be. */
export interface SitePaths {
  readonly place: Place
  /** Those that are a page: every other one is a file, or leads to one of these. */
  readonly pages: ReadonlyArray<string>
  /** Those that lead on, and those below which everything does, with a slash at their end. */
  readonly led: ReadonlyArray<string>
  readonly below: ReadonlyArray<string>
}

/** What pages have that were made files. */
export interface FoundInPages {
  /** Paths of the site that their addresses lead to and that are no pages, in the order in which they were found. */
  readonly wanted: ReadonlyArray<string>
  /** Letters (code points) of the emoji of a page; each set once. */
  readonly letters: ReadonlyArray<ReadonlySet<number>>
}

/** Takes pages as a server answers them, and makes files of them. */
export interface TakenPages<E, R> {
  /** @param path of its file */
  readonly put: (path: string, html: string) => Effect.Effect<void, E, R>
  /** What was found in all that were put and was not told yet. */
  readonly found: Effect.Effect<FoundInPages, E, R>
}

/**
 * The font of emoji, in each of its forms: which ones it has is known once all pages are written, so that its name does not
 * change with them. It lies beside what browsers keep for ever.
 */
export const emojiFont = "~emoji.woff"

export interface PagesAsFiles {
  readonly isPage: (path: string) => boolean
  /** Whether the site has something at a path: a page, or what leads on from there. */
  readonly isThere: (path: string) => boolean
  /** What the address of a text becomes; the file that it leads to is found. */
  readonly linked: (address: string) => string
  /** The HTML of a page as that of its file. */
  readonly page: (html: string) => string
  /** What was found since this was asked last. */
  readonly found: () => FoundInPages
}

export const makePagesAsFiles = ({ below, led, pages, place }: SitePaths): PagesAsFiles => {
  const paths = new Set(pages)
  const leading = new Set(led)
  const isPage = (path: string): boolean => paths.has(path) || path.includes("/~navigation/")
  const isThere = (path: string): boolean =>
    isPage(path) || leading.has(path) || below.some((prefix) => path.startsWith(prefix))
  /** What addresses of the site become: every page has those of the navigation. */
  const known = new Map<string, string>()
  let wanted: Array<string> = []
  let letters = new Map<string, ReadonlySet<number>>()
  const told = new Set<string>()

  const linked = (address: string): string => {
    const before = known.get(address)
    if (before !== undefined) return before
    // a copy: what is cut out of a text holds all of it in memory
    const copied = utf8.decode(utf8.encode(address))
    const based = toBase(place, copied, isThere) ?? copied
    const at = pathOf(place, based)
    const next = toFolder(place, based, isPage)
    if (at === undefined) return next
    // pages are asked for by themselves: a link to what is none leads nowhere
    if (!at.path.endsWith("/") && !paths.has(at.path)) wanted.push(at.path)
    known.set(copied, next)
    return next
  }

  /** All pages have one font of emoji; each says which letters of it are its own. */
  const withOneEmojiFont = (html: string): string =>
    html.replace(/( data-emoji="[^"]*\/)_octavo\/(emoji\.[^"]*)"/, (whole, before: string, name: string) => {
      const own = emojiFontAt(name)?.letters
      // what a text says
      if (own === undefined) return whole
      const called = nameOfLetters(own)
      if (!told.has(called)) letters.set(called, own)
      told.add(called)
      return `${before}${emojiFont}#${called}"`
    })

  return {
    isPage,
    isThere,
    linked,
    page: (html) =>
      withOneEmojiFont(mapAddresses(place.isKnown ? mapStructured(html, place, isPage) : withoutPlace(html), linked)),
    found: () => {
      const found = { wanted, letters: Array.from(letters.values()) }
      wanted = []
      letters = new Map()
      return found
    }
  }
}
