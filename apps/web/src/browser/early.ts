/**
 * What the first screen will ask the API for, asked while the scripts that draw it are still on their way: this module is
 * loaded by itself, before all others. The requests are those of `queries.ts`, to the letter; one that is not is of no use
 * and does no harm.
 */
import { api, base, inSession, person } from "./place.ts"

/** How long an answer may wait for who asks, in milliseconds: as long as screens take one for new. */
const goodFor = 10_000

/** Answers by address, each for one request. */
const answers = new Map<string, Promise<Response>>()

const ask = (path: string): void => {
  const { href } = new URL(api + path, location.origin)
  const answer = inSession(href)
  // who takes it is told of what went wrong
  answer.catch(() => undefined)
  answers.set(href, answer)
}

/** A page's path as it stands in an address of the API; `undefined` where the address is no text. */
const pathParameter = (path: string): string | undefined => {
  try {
    return encodeURIComponent(decodeURIComponent(path))
  } catch {
    return undefined
  }
}

/** Paths of the API for what is at an address of the application. @param below the application's path */
const wanted = (below: string): ReadonlyArray<string> => {
  const [, space, rest = ""] = /^\/s\/([\w-]+)(?:\/(.*))?$/.exec(below) ?? []
  if (space === undefined) return []
  const content = `/v1/spaces/${space}`
  const page = rest === "" || rest.startsWith("~/") ? undefined : pathParameter(rest)
  return [
    ...(page === undefined ? [] : [`${content}/content/path/${page}?format=document&dereferenced=reusable-contents`]),
    content,
    `${content}/content/pages?metadata=false`,
    ...(person === undefined
      ? []
      : [`${content}/change-requests?limit=1000&status=draft&creator=${person}&orderBy=createdAt`])
  ]
}

/** The answer to a read that was asked for early, once. */
export const takeEarly = (input: string | URL | Request, init?: RequestInit): Promise<Response> | undefined => {
  const address = String(input)
  const answer = (init?.method ?? "GET") === "GET" ? answers.get(address) : undefined
  answers.delete(address)
  return answer
}

if (location.pathname.startsWith(base)) {
  for (const path of wanted(location.pathname.slice(base.length))) ask(path)
  setTimeout(() => answers.clear(), goodFor)
}
