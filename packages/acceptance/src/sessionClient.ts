/** The API as scripts of the application ask for it: with the session of a browser, and the key of its pages. */
import { defined } from "@octavo/core/kernel/shared/defined"
import { type Answer, type Client, makeClient, type RequestOptions } from "./client.ts"
import { sessionOf } from "./review.ts"
import type { Person, World } from "./world.ts"

/** Where the scripts find what is at `/v1`. */
export const ownPath = (path: string): string => `/app/~/api${path}`

/** The key that a page of the application tells, to whom it is shown with these headers. */
export const keyOnPage = async (
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>
): Promise<string | undefined> => {
  const shown = await fetch(new URL(path, origin), { redirect: "manual", headers })
  return /<meta name="octavo-session" content="([\w-]{43})">/.exec(await shown.text())?.[1]
}

export interface Scripted {
  readonly cookie: string
  readonly key: string
  /** What its browser sends with a write. */
  readonly headers: Readonly<Record<string, string>>
  readonly client: Pick<Client, "request" | "get" | "post" | "patch" | "delete">
}

/** Signs somebody in, and reads the key on the application's first page. */
export const scripted = async (world: Pick<World, "origin">, person: Pick<Person, "token">): Promise<Scripted> => {
  const { origin } = world
  const cookie = await sessionOf(world, person)
  const key = await keyOnPage(origin, "/app", { cookie, "sec-fetch-dest": "document" })
  if (key === undefined) throw new Error("the application's first page tells no key")
  const headers = { cookie, origin, "octavo-session": key, "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" }
  const plain = makeClient(origin)
  const request = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
    plain.request(method, ownPath(path), { ...options, headers: { ...headers, ...options.headers } })
  return {
    cookie,
    key,
    headers,
    client: {
      request,
      get: (path, options) => request("GET", path, options),
      post: (path, body, options) => request("POST", path, { ...options, ...defined({ body }) }),
      patch: (path, body, options) => request("PATCH", path, { ...options, ...defined({ body }) }),
      delete: (path, options) => request("DELETE", path, options)
    }
  }
}
