import { join } from "node:path"
import { type Fault, type GitServer, makeRepository } from "@octavo/git-cli/testing"
import { afterAll, beforeAll } from "vitest"
import type { Client } from "../../src/client.ts"
import { startSample } from "../../src/sample.ts"
import type { Store } from "../../src/stores.ts"
import { startWorld, type World } from "../../src/world.ts"

interface Repository {
  readonly path: string
  readonly url: string
}

/** Registers what starts and stops it; answers what is there once it runs. */
export const furnishImports = (store: Store) => {
  let world: World
  let api: Client
  let server: GitServer
  let sample: Repository
  let root: string

  beforeAll(async () => {
    world = await startWorld(store)
    api = world.api
    const started = await startSample(world)
    server = started.git
    sample = { path: started.repository, url: started.url }
    root = join(world.database.directory, "repositories")
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  /** An empty repository of its own. */
  const repository = async (name: string): Promise<Repository> => {
    const path = join(root, `${name}.git`)
    await makeRepository(path)
    return { path, url: `${server.url}/${name}.git` }
  }
  const withFaults = async <A>(fault: (url: string) => Fault | undefined, run: () => Promise<A>): Promise<A> => {
    server.options = { fault: ({ url }) => fault(url) }
    try {
      return await run()
    } finally {
      server.options = {}
    }
  }
  const content = async (space: string) => (await api.get(`/v1/spaces/${space}/content`)).body
  const titles = async (space: string): Promise<Array<string>> =>
    (await content(space)).pages.map(({ title }: { title: string }) => title)
  const one = (title: string) => ({ "README.md": `# ${title}\n`, "SUMMARY.md": `* [${title}](README.md)\n` })

  return () => ({
    store,
    world,
    api,
    server,
    sample,
    root,
    repository,
    withFaults,
    content,
    titles,
    one
  })
}

export type Imports = ReturnType<typeof furnishImports>
