import { afterAll, afterEach, beforeAll, vi } from "vitest"
import type { Answer, Client } from "../../src/client.ts"
import { type Document, type Operation, readDocument } from "../../src/document.ts"
import { bodies, furnish, type Ids } from "../../src/furnished.ts"
import { urlOf as addressOf, smallestBody } from "../../src/requests.ts"
import type { Store } from "../../src/stores.ts"
import { startWorld, type World } from "../../src/world.ts"

/** Without what a read itself changes. */
const withoutUse = (text: string): string => text.replace(/,?"(?:lastUsedAt|lastSeenAt|failingSince)":"[^"]*"/g, "")

/** Without what differs from one id to the next. */
const plain = (text: string): string => text.replace(/\\?"[A-Za-z0-9_.-]{16,}\\?"/g, '"ID"')

export const shapeOf = ({ headers, status, text }: Answer) => [status, plain(text), [...headers.keys()].sort()]

let serial = 0
export const fresh = (name: string): string => `${name} ${serial++}`

/** Registers what starts and stops it; answers what is there once it runs. */
export const furnishThreats = (store: Store) => {
  let world: World
  let document: Document
  let ours: Ids
  let theirs: Ids
  let their: Client
  let secret: string

  const missing = (ids: Ids): Ids => Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, turned(id)]))
  /** Of the same form as an id that there is. */
  const turned = (id: string) => [...id].map((c) => (/[a-y]/i.test(c) ? (c === "z" ? "a" : "z") : c)).join("")

  const namesOf = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const urlOf = (operation: Operation, ids: Ids, query?: Readonly<Record<string, string>>) =>
    addressOf(document, operation, ids, query)
  const ask = (client: Client, operation: Operation, ids: Ids, own: Ids = ours) => {
    const body = bodies[operation.id]?.(own) ?? smallestBody(document, operation)
    return client.request(operation.method, urlOf(operation, ids), body === undefined ? {} : { body })
  }

  /** Everything that can be read of an organization, to see that nothing was changed. */
  const readAll = async (client: Client, ids: Ids) => {
    const found: Record<string, unknown> = {}
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      // imports, deliveries and checks of hostnames go on meanwhile, and every PDF and version has an address of its own
      if (
        /GitOperation|SpaceGitInfo|CustomHostname|PublishingPreview|PDF$|WebhookDeliver|OpenAPISpecVersion(?!ContentRaw)/.test(
          operation.id
        )
      )
        continue
      const { status, text } = await client.get(urlOf(operation, ids))
      found[operation.id] = [status, withoutUse(text)]
    }
    return found
  }

  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    const { admin, id } = await world.neighbour()
    their = admin.client
    const own = await world.member("comment")
    ours = await furnish(world.api, world.organization, own.id, "Own")
    theirs = await furnish(their, id, (await world.member("comment", id)).id, "Secret")
    secret = id
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => world.stop())

  const org = () => `/v1/orgs/${ours["organizationId"]}`
  const space = () => `/v1/spaces/${ours["spaceId"]}`
  const newSpace = async (title = fresh("Space")) =>
    (await world.api.post(`${org()}/spaces`, { title })).body.id as string
  const newCollection = async (parent?: string) =>
    (
      await world.api.post(`${org()}/collections`, {
        title: fresh("Shelf"),
        ...(parent === undefined ? {} : { parent })
      })
    ).body.id as string

  return () => ({
    store,
    world,
    document,
    ours,
    theirs,
    their,
    secret,
    missing,
    turned,
    namesOf,
    urlOf,
    ask,
    readAll,
    org,
    space,
    newSpace,
    newCollection
  })
}

export type Threats = ReturnType<typeof furnishThreats>
