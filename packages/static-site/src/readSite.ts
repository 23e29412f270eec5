/**
 * A published site as files that any host sends: what its server answers at every address that there is, with the
 * addresses of pages as folders.
 */
import { NotStatic, type ReadSite, type StaticFile } from "@octavo/core/delivery/site-exports/StaticSites"
import type { StorageError, TooManyRequests } from "@octavo/core/kernel/shared/errors"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { traced } from "@octavo/core/kernel/shared/traced"
import { rewriteReferences } from "@octavo/document"
import type { SearchPlaces } from "@octavo/reader"
import { diagramFiles, framePath } from "@octavo/reader/diagrams"
import {
  addressOfForm,
  emojiFontAt,
  emojiFontName,
  emojiForms,
  mostEmojiLetters,
  nameOfLetters
} from "@octavo/reader/emoji"
import { type SiteAnswer, SitePages, type WholeSite, type WholeSpace } from "@octavo/site"
import { Effect, Fiber } from "effect"
import {
  addressesOfStyle,
  fileOf,
  mapAbsolute,
  mapAddresses,
  mapStructured,
  type Place,
  pathOf,
  toBase,
  toFolder,
  withoutPlace
} from "./addresses.ts"
import { type Redirect, renderLeadingOn, renderRedirects } from "./redirects.ts"

/** What is asked for that no page need lead to. */
const machineFiles = ["robots.txt", "sitemap.xml", "llms.txt", "llms-full.txt"]

/** An address that no page has. */
const nowhere = "~nowhere"

/**
 * The font of emoji, in each of its forms: which ones it has is known once all pages are written, so that its name does not
 * change with them. It lies beside what browsers keep for ever.
 */
const emojiFont = "~emoji.woff"

/** So many addresses are asked for before the first of them has come, beside others who ask. */
const usualAhead = 8

/** Takes a file as it comes. */
type Put<E, R> = (file: StaticFile) => Effect.Effect<void, E, R>

/**
 * Every file of the site at a place, to `put`.
 * @param ahead addresses that are asked for before the first of them has come
 */
export const readSite = traced("readSite")(function* <E, R>(place: Place, put: Put<E, R>, ahead = usualAhead) {
  const site = yield* SitePages
  const host = place.origin.slice(place.origin.indexOf("://") + 3)
  const ask = (path: string) => site.answer({ host, path, query: "", accept: "text/html" })
  const whole = yield* site.whole({ host, path: place.base, query: "" })
  if (whole === undefined) {
    return yield* new NotStatic({
      message: "No site is published there for everybody; one with an audience needs a server to let people in"
    })
  }
  const { isPage, isThere, pages } = pagesOf(whole)
  const put_ = (path: string, bytes: Uint8Array) => put({ path, size: bytes.length, bytes })
  const asked = new Set<string>()
  const taken = new Set<string>()
  const queue: Array<string> = []
  const want = (path: string): void => {
    if (asked.has(path)) return
    asked.add(path)
    queue.push(path)
  }
  /** What addresses of the site become: every page has those of the navigation. */
  const known = new Map<string, string>()
  /** What an address of a text becomes; the file that it leads to is wanted. */
  const linked = (found: string): string => {
    const before = known.get(found)
    if (before !== undefined) return before
    // a copy: what is cut out of a text holds all of it in memory
    const copied = utf8.decode(utf8.encode(found))
    const address = toBase(place, copied, isThere) ?? copied
    const at = pathOf(place, address)
    const next = toFolder(place, address, isPage)
    if (at === undefined) return next
    // pages are asked for by themselves: a link to what is none leads nowhere
    if (!at.path.endsWith("/")) want(at.path)
    known.set(copied, next)
    return next
  }
  /** Links of Markdown from the root of the host, where the site is below a path. */
  const rebased = (text: string): string =>
    place.base === "/" || !text.includes("(/") ? text : rewriteReferences(text, (href) => toBase(place, href, isThere))
  const textOf = (answer: Extract<SiteAnswer, { kind: "text" }>, path: string): string => {
    const text = answer.text ?? utf8.decode(answer.body)
    const type = answer.headers["content-type"] ?? ""
    if (type.startsWith("text/html")) {
      return mapAddresses(place.isKnown ? mapStructured(text, place, isPage) : withoutPlace(text), linked)
    }
    if (type.startsWith("text/css")) for (const address of addressesOfStyle(text, place.origin + path)) linked(address)
    if (type.startsWith("text/css") || type.startsWith("text/javascript")) return text
    // there is no sitemap where nobody knows the addresses that it would have
    const known = place.isKnown ? text : text.replace(/^Sitemap:.*\n/gm, "")
    return mapAbsolute(type.startsWith("text/markdown") ? rebased(known) : known, place, isPage)
  }

  const emoji = new Set<number>()
  /** All pages have one font of emoji; each says which letters of it are its own. */
  const withOneEmojiFont = (html: string): string =>
    html.replace(/( data-emoji="[^"]*\/)_octavo\/(emoji\.[^"]*)"/, (whole, before: string, name: string) => {
      const letters = emojiFontAt(name)?.letters
      // what a text says
      if (letters === undefined) return whole
      if (emoji.size + letters.size <= mostEmojiLetters) for (const letter of letters) emoji.add(letter)
      return `${before}${emojiFont}#${nameOfLetters(letters)}"`
    })

  const redirects: Array<Redirect> = []
  const frame = place.base.slice(0, -1) + framePath()
  let count = 0
  const take = Effect.fnUntraced(function* (path: string, answer: SiteAnswer | undefined) {
    if (answer === undefined || (answer.kind === "text" && answer.status !== 200)) return
    if (answer.kind === "redirect") {
      const to = toFolder(place, answer.location, isPage)
      redirects.push({ from: path, to, permanent: answer.permanent === true })
      return
    }
    if (answer.kind === "stream") return
    const isFrame = path === frame
    // its scripts are loaded by it, when a diagram needs them
    if (isFrame)
      for (const name of yield* Effect.promise(diagramFiles)) want(path.slice(0, path.lastIndexOf("/") + 1) + name)
    const isHtml =
      !isFrame && answer.kind === "text" && answer.headers["content-type"]?.startsWith("text/html") === true
    const file = fileOf(place.base, path, isHtml)
    if (file === undefined || taken.has(file)) return
    taken.add(file)
    if (answer.kind === "file") {
      return yield* put({ path: file, hash: answer.hash, size: answer.size, bytes: answer.bytes() })
    }
    if (pages.has(path)) count++
    const text = textOf(answer, path)
    yield* put_(file, utf8.encode(isHtml ? withOneEmojiFont(text) : text))
  })

  /**
   * Asks for what is wanted, some of it ahead: other threads draw long pages meanwhile. What comes is taken in the order in which it
   * was asked for, so that the same site gives the same files.
   */
  const visitAll = Effect.gen(function* () {
    const asking: Array<Fiber.Fiber<SiteAnswer | undefined, StorageError | TooManyRequests>> = []
    for (let next = 0; next < queue.length; next++) {
      while (asking.length < ahead && next + asking.length < queue.length) {
        asking.push(yield* Effect.forkChild(ask(queue[next + asking.length]!)))
      }
      yield* take(queue[next]!, yield* Fiber.join(asking.shift()!))
    }
  })

  for (const space of whole.spaces) {
    for (const path of space.pages) {
      want(path)
      // at once: it is made of the same text
      const markdown = space.markdown.get(path)
      if (markdown !== undefined) want(markdown)
    }
    want(space.search.page)
    for (const [path, text] of searchFilesOf(space, whole)) {
      const file = fileOf(place.base, path, false)
      if (file !== undefined) yield* put_(file, utf8.encode(text))
    }
  }
  for (const name of machineFiles) if (place.isKnown || name !== "sitemap.xml") want(place.base + name)
  for (const { path } of whole.redirects) want(path)
  // what is found on the way is at its end
  yield* visitAll

  for (const { path } of whole.redirects.filter(({ below }) => below)) {
    const led = redirects.find(({ from }) => from === path)
    if (led !== undefined)
      redirects.push({ ...led, from: `${path}/*`, to: `${led.to.split(/[?#]/)[0]!.replace(/\/$/, "")}/:splat` })
  }
  for (const { from, to } of redirects) {
    const file = fileOf(place.base, from, true)
    if (file === undefined || from.endsWith("/*") || taken.has(file)) continue
    taken.add(file)
    yield* put_(file, utf8.encode(renderLeadingOn(to)))
  }
  queue.length = 0
  const missing = yield* ask(place.base + nowhere)
  if (missing?.kind === "text")
    yield* put_("404.html", utf8.encode(withOneEmojiFont(textOf(missing, place.base + nowhere))))
  if (redirects.length > 0) yield* put_("_redirects", utf8.encode(renderRedirects(redirects)))
  // without it, GitHub Pages leaves out what begins with an underscore
  yield* put_(".nojekyll", new Uint8Array())
  yield* visitAll
  for (const form of emoji.size === 0 ? [] : emojiForms) {
    const font = yield* ask(`${place.base}_octavo/${emojiFontName(emoji, form)}`)
    const path = addressOfForm(emojiFont, form)
    if (font?.kind === "file") yield* put({ path, hash: font.hash, size: font.size, bytes: font.bytes() })
  }
  return { pages: count, redirects: redirects.length } satisfies ReadSite
})

/** The paths that answer with a page, or lead to one. */
const pagesOf = (whole: WholeSite) => {
  const pages = new Set(whole.spaces.flatMap(({ pages }) => pages))
  const others = new Set(whole.spaces.map(({ search }) => search.page))
  const isPage = (path: string): boolean => pages.has(path) || others.has(path) || path.includes("/~navigation/")
  const led = new Set(whole.redirects.map(({ path }) => path))
  const below = whole.redirects.flatMap((one) => (one.below ? [`${one.path}/`] : []))
  /** Whether the site has something at a path: a page, or what leads on from there. */
  const isThere = (path: string): boolean =>
    isPage(path) || led.has(path) || below.some((prefix) => path.startsWith(prefix))
  return { pages, isPage, isThere }
}

/** The index of a space with the places that are searched from it, by path. */
const searchFilesOf = ({ search }: WholeSpace, { spaces }: WholeSite) => {
  const versionAt = (page: string): string | undefined => {
    const files = spaces.find((one) => one.search.page === page)?.search.files
    return files && contentHash(utf8.encode([...files].flat().join("\0"))).slice(0, 12)
  }
  const places: SearchPlaces = {
    ...search.words,
    language: search.language,
    others: search.others,
    places: search.places.flatMap(({ page, title }) => {
      const version = versionAt(page)
      return version === undefined ? [] : [{ title, at: `${page}/`, isRead: page === search.page, version }]
    })
  }
  return new Map([
    [`${search.page}/places.json`, JSON.stringify(places)],
    ...Array.from(search.files, ([path, text]): [string, string] => [`${search.page}/${path}`, text])
  ])
}
