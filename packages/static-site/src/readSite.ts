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
import { addressOfForm, emojiFontName, emojiForms, mostEmojiLetters } from "@octavo/reader/emoji"
import { type SiteAnswer, SitePages, type WholeSite, type WholeSpace } from "@octavo/site"
import { Effect, Fiber } from "effect"
import { addressesOfStyle, fileOf, mapAbsolute, type Place, toBase, toFolder } from "./addresses.ts"
import { emojiFont, type FoundInPages, makePagesAsFiles, type SitePaths, type TakenPages } from "./pagesAsFiles.ts"
import { type Redirect, renderLeadingOn, renderRedirects } from "./redirects.ts"

/** What is asked for that no page need lead to. */
const machineFiles = ["robots.txt", "sitemap.xml", "llms.txt", "llms-full.txt"]

/** An address that no page has. */
const nowhere = "~nowhere"

/** So many addresses are asked for before the first of them has come, beside others who ask. */
const usualAhead = 8

/** Takes a file as it comes. */
type Put<E, R> = (file: StaticFile) => Effect.Effect<void, E, R>

export interface ReadSiteOptions<E, R> {
  /** Addresses that are asked for before the first of them has come. */
  readonly ahead?: number
  /** Who makes files of pages; left out, this thread. */
  readonly take?: (paths: SitePaths) => TakenPages<E, R>
}

/** Every file of the site at a place, to `put`. */
export const readSite = traced("readSite")(function* <E, R>(
  place: Place,
  put: Put<E, R>,
  { ahead = usualAhead, take: takePages }: ReadSiteOptions<E, R> = {}
) {
  const site = yield* SitePages
  const host = place.origin.slice(place.origin.indexOf("://") + 3)
  const ask = (path: string) => site.answer({ host, path, query: "", accept: "text/html" })
  const whole = yield* site.whole({ host, path: place.base, query: "" })
  if (whole === undefined) {
    return yield* new NotStatic({
      message: "No site is published there for everybody; one with an audience needs a server to let people in"
    })
  }
  const paths = pathsOf(place, whole)
  const asFiles = makePagesAsFiles(paths)
  const { isPage, isThere, linked } = asFiles
  const put_ = (path: string, bytes: Uint8Array) => put({ path, size: bytes.length, bytes })
  /** What is found here is told by `asFiles`, of pages that become files here, too. */
  const files = takePages?.(paths) ?? {
    put: (path: string, html: string) => put_(path, utf8.encode(asFiles.page(html))),
    found: Effect.succeed<FoundInPages>({ wanted: [], letters: [] })
  }
  const asked = new Set<string>()
  const taken = new Set<string>()
  const queue: Array<string> = []
  const want = (path: string): void => {
    if (asked.has(path)) return
    asked.add(path)
    queue.push(path)
  }
  /** Links of Markdown from the root of the host, where the site is below a path. */
  const rebased = (text: string): string =>
    place.base === "/" || !text.includes("(/") ? text : rewriteReferences(text, (href) => toBase(place, href, isThere))
  /** What is no page. */
  const textOf = (answer: TextAnswer, path: string): string => {
    const text = rawOf(answer)
    const type = answer.headers["content-type"] ?? ""
    if (type.startsWith("text/css")) for (const address of addressesOfStyle(text, place.origin + path)) linked(address)
    if (type.startsWith("text/css") || type.startsWith("text/javascript")) return text
    // there is no sitemap where nobody knows the addresses that it would have
    const known = place.isKnown ? text : text.replace(/^Sitemap:.*\n/gm, "")
    return mapAbsolute(type.startsWith("text/markdown") ? rebased(known) : known, place, isPage)
  }

  const emoji = new Set<number>()
  const note = ({ letters, wanted }: FoundInPages): void => {
    for (const path of wanted) want(path)
    for (const own of letters)
      if (emoji.size + own.size <= mostEmojiLetters) for (const letter of own) emoji.add(letter)
  }
  /** Wants what was found in all that was taken so far, pages first. */
  const noteFound = Effect.map(files.found, (inPages) => {
    note(inPages)
    note(asFiles.found())
  })

  const pages = new Set(whole.spaces.flatMap(({ pages }) => pages))
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
    const isHtml = answer.kind === "text" && answer.headers["content-type"]?.startsWith("text/html") === true
    const file = fileOf(place.base, path, isHtml && !isFrame)
    if (file === undefined || taken.has(file)) return
    taken.add(file)
    if (answer.kind === "file") {
      return yield* put({ path: file, hash: answer.hash, size: answer.size, bytes: answer.bytes() })
    }
    if (pages.has(path)) count++
    if (isHtml) return yield* files.put(file, rawOf(answer))
    yield* put_(file, utf8.encode(textOf(answer, path)))
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
      // what they lead to is at the end
      if (next === queue.length - 1) yield* noteFound
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
  if (missing?.kind === "text") yield* files.put("404.html", rawOf(missing))
  if (redirects.length > 0) yield* put_("_redirects", utf8.encode(renderRedirects(redirects)))
  // without it, GitHub Pages leaves out what begins with an underscore
  yield* put_(".nojekyll", new Uint8Array())
  yield* noteFound
  yield* visitAll
  for (const form of emoji.size === 0 ? [] : emojiForms) {
    const font = yield* ask(`${place.base}_octavo/${emojiFontName(emoji, form)}`)
    const path = addressOfForm(emojiFont, form)
    if (font?.kind === "file") yield* put({ path, hash: font.hash, size: font.size, bytes: font.bytes() })
  }
  return { pages: count, redirects: redirects.length } satisfies ReadSite
})

const pathsOf = (place: Place, { redirects, spaces }: WholeSite): SitePaths => ({
  place,
  pages: [...spaces.flatMap(({ pages }) => pages), ...spaces.map(({ search }) => search.page)],
  led: redirects.map(({ path }) => path),
  below: redirects.flatMap((one) => (one.below ? [`${one.path}/`] : []))
})

type TextAnswer = Extract<SiteAnswer, { readonly kind: "text" }>

const rawOf = (answer: TextAnswer): string => answer.text ?? utf8.decode(answer.body)

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
