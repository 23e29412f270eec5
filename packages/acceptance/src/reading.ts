/** Published sites to read: the fixture with every construct, and the corpora where they are at hand. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { commitFiles, type GitServer } from "@octavo/git-cli/testing"
import { parse } from "parse5"
import { attribute, type Element, elementsOf, textOf } from "./browser.ts"
import { commitCorpus, corpora, haveCorpora, readCorpus } from "./corpora.ts"
import { historyRead, importOk, main } from "./imports.ts"
import type { World } from "./world.ts"

const kitchenSink = fileURLToPath(new URL("../fixtures/kitchen-sink", import.meta.url))

export interface ReadingSite {
  readonly name: string
  /** With a slash at its end. */
  readonly url: string
  /** Addresses of all pages that the site's map lists. */
  readonly pages: ReadonlyArray<string>
}

const filesBelow = (directory: string): Record<string, Buffer> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(directory.length + 1), readFileSync(path)])
  )

/** Imports and publishes the fixture; `root` is the directory that the Git server serves. */
export const publishKitchenSink = async (world: World, git: GitServer, root: string): Promise<ReadingSite> => {
  await commitFiles(join(root, "kitchen-sink.git"), filesBelow(kitchenSink), "Kitchen sink")
  return publish(world, git, "kitchen-sink", [{ title: "Kitchen sink", directory: "" }])
}

const octavoDocs = fileURLToPath(new URL("../../../docs", import.meta.url))

/** Imports and publishes the fixture, Octavo's own documentation and the corpora. */
export const publishReadingSites = async (
  world: World,
  git: GitServer,
  root: string
): Promise<ReadonlyArray<ReadingSite>> => {
  const sites = [await publishKitchenSink(world, git, root)]
  await commitFiles(join(root, "octavo.git"), filesBelow(octavoDocs), "Documentation")
  sites.push(await publish(world, git, "octavo", [{ title: "Octavo", directory: "" }]))
  for (const named of haveCorpora() ? corpora : []) {
    await commitCorpus(readCorpus(named), join(root, `${named.name}.git`))
    sites.push(await publish(world, git, named.name, named.spaces))
  }
  return sites
}

const publish = async (
  world: World,
  git: GitServer,
  name: string,
  spaces: ReadonlyArray<{ readonly title: string; readonly directory: string }>
): Promise<ReadingSite> => {
  const ids: Array<string> = []
  for (const { directory, title } of spaces) {
    const id = await world.space(title)
    const below = directory === "" ? {} : { repoProjectDirectory: directory }
    await importOk(world.api, id, { url: `${git.url}/${name}.git`, ref: main, ...below })
    await historyRead(world, id)
    ids.push(id)
  }
  const sites = `/v1/orgs/${world.organization}/sites`
  const { body } = await world.api.post(sites, { title: name, spaces: ids })
  const url: string = (await world.api.post(`${sites}/${body.id}/publish`)).body.urls.published
  const map = await (await fetch(`${url}sitemap.xml`)).text()
  return { name, url, pages: [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, page = ""]) => page) }
}

/** `count` of the values, evenly spread, the first one among them; all when there are fewer. */
export const spread = <A>(values: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  values.length <= count
    ? values
    : Array.from({ length: count }, (_, index) => values[Math.floor((index * values.length) / count)]!)

/** What an element is, which attributes it has, which of these say nothing, and whether there is text in it. */
const kindOf = (element: Element): string => {
  const { attrs, tagName } = element
  const classes = (attribute(element, "class") ?? "").split(/\s+/).sort()
  const names = attrs.map(({ name, value }) => (value === "" ? `${name}=` : name)).sort()
  const text = textOf(element).trim() === "" ? "empty" : ""
  return [tagName, ...classes, attribute(element, "role") ?? "", ...names, text].join(" ")
}

/** Every kind of element of a page with the kind of what it is in, and every heading with the one before it. */
const constructs = (html: string): ReadonlySet<string> => {
  const elements = elementsOf(parse(html), () => true)
  const headings = elements.map(({ tagName }) => tagName).filter((name) => /^h[1-6]$/.test(name))
  const kinds = new Map<unknown, string>(elements.map((element) => [element, kindOf(element)]))
  return new Set([
    ...elements.map((element) => `${kinds.get(element.parentNode) ?? ""} > ${kinds.get(element)}`),
    ...headings.map((name, index) => `${headings[index - 1] ?? ""} before ${name}`)
  ])
}

/**
 * Those of the pages that show something that no page before them does, in their order. What a program finds in a page
 * by its elements and their attributes, it finds in these.
 */
export const unlikeBefore = async (urls: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const seen = new Set<string>()
  const chosen: Array<string> = []
  for (const url of urls) {
    const before = seen.size
    for (const construct of constructs(await (await fetch(url)).text())) seen.add(construct)
    if (seen.size > before) chosen.push(url)
  }
  return chosen
}
