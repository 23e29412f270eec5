/** Published sites to read: the fixture with every construct, and the corpora where they are at hand. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { commitFiles, type GitServer } from "@octavo/git-cli/testing"
import { commitCorpus, corpora, haveCorpora, readCorpus } from "./corpora.ts"
import { importOk, main } from "./imports.ts"
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

/** Imports and publishes the fixture and the corpora. */
export const publishReadingSites = async (
  world: World,
  git: GitServer,
  root: string
): Promise<ReadonlyArray<ReadingSite>> => {
  const sites = [await publishKitchenSink(world, git, root)]
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
