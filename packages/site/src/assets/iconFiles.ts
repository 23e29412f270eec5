/**
 * Icons that every page of a site has, in files of their own: a browser loads them once, and no page carries their
 * drawings. Such a file is named by what is in it, so that it may be kept for ever, and whoever is asked for it needs to
 * know nothing else. Pure.
 */
import { fontAwesomeIcon } from "@octavo/render/fontAwesome"
import { type Asset, hashOf } from "./assets.ts"

/** Fewer are drawn in place: a request costs more than they do. */
const fewest = 8
/** Of more some would be loaded for pages that show none of them: these, too, are drawn in place. */
const most = 144
/** Icons of one file: a name of them stays a short address. */
const mostInFile = 24

const between = "~"

const fileOf = (names: ReadonlyArray<string>): Asset => {
  const drawn = names.map((name) => `<path id="${name}" d="${fontAwesomeIcon(name)!.path}"/>`)
  const body = `<svg xmlns="http://www.w3.org/2000/svg">${drawn.join("")}</svg>\n`
  const hash = hashOf(body)
  return { path: `/_octavo/icons.${hash}/${names.join(between)}.svg`, contentType: "image/svg+xml", body, hash }
}

/**
 * Where the icons of a navigation are, as paths below the site: by the names that authors wrote. None where there are few
 * or very many.
 */
export const iconPaths = (written: Iterable<string>): ReadonlyMap<string, string> => {
  const icons = new Map(
    Array.from(new Set(written)).flatMap((one) => {
      const icon = fontAwesomeIcon(one)
      // four names are of two icons
      return icon === undefined || fontAwesomeIcon(icon.name) !== icon ? [] : [[one, icon.name] as const]
    })
  )
  const names = [...new Set(icons.values())].sort()
  if (names.length < fewest || names.length > most) return new Map()
  const files = new Map<string, string>()
  for (let at = 0; at < names.length; at += mostInFile) {
    const inFile = names.slice(at, at + mostInFile)
    const { path } = fileOf(inFile)
    for (const name of inFile) files.set(name, `${path}#${name}`)
  }
  return new Map(Array.from(icons, ([one, name]) => [one, files.get(name)!]))
}

/** The file at a path below `/_octavo/`; `undefined` where it is that of none, or a second name of the same. */
export const iconFileAt = (path: string): Asset | undefined => {
  const [, listed] = /^icons\.[\da-f]{16}\/([\da-z~-]{1,1000})\.svg$/.exec(path) ?? []
  const names = listed?.split(between) ?? []
  if (names.length === 0 || names.length > mostInFile || names.some((name) => fontAwesomeIcon(name)?.name !== name))
    return undefined
  const file = fileOf(names)
  return file.path === `/_octavo/${path}` ? file : undefined
}
