/** Links to other hosts, asked politely: each address once, few at a time, and one at a time of each host. */
import { setTimeout as sleep } from "node:timers/promises"
import type { LintProblem } from "@octavo/document"
import { Effect } from "effect"

export interface ExternalLink {
  readonly url: string
  readonly path: string
  readonly start: number
  readonly end: number
}

/** Hosts that are asked at the same time, pause between two questions to one, and how long an answer is waited for. */
const hostsAtOnce = 8
const pauseMs = 200
const patienceMs = 10_000

/** Most addresses that are asked. */
const mostAddresses = 5_000

/** What answers so is there, and does not want to be asked by programs, or now. */
const shy: ReadonlySet<number> = new Set([401, 403, 405, 429, 503, 999])

export const checkExternal = Effect.fnUntraced(function* (
  links: ReadonlyArray<ExternalLink>,
  report?: (message: string) => Effect.Effect<void>
) {
  const addresses = [...new Set(links.map(({ url }) => url.split("#")[0]!))]
    .filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url))
    .slice(0, mostAddresses)
  const byHost = Map.groupBy(addresses, (url) => new URL(url).host)
  const wrong = new Map<string, string>()
  let done = 0
  yield* Effect.forEach(
    byHost.values(),
    (urls) =>
      Effect.gen(function* () {
        for (const [index, url] of urls.entries()) {
          if (index > 0) yield* Effect.promise(() => sleep(pauseMs))
          const problem = yield* Effect.promise((signal) => ask(url, signal))
          if (problem !== undefined) wrong.set(url, problem)
          done++
          if (report !== undefined) yield* report(`Asking other hosts: ${done} of ${addresses.length}`)
        }
      }),
    { concurrency: hostsAtOnce, discard: true }
  )
  return links.flatMap(({ end, path, start, url }): ReadonlyArray<LintProblem> => {
    const problem = wrong.get(url.split("#")[0]!)
    return problem === undefined
      ? []
      : [
          {
            rule: "external-link",
            path,
            start,
            end,
            message: `${url} ${problem}: name another address, or take the link out`
          }
        ]
  })
})

/** What is wrong with an address, if anything is. */
const ask = async (url: string, signal: AbortSignal): Promise<string | undefined> => {
  const once = async (method: "HEAD" | "GET") => {
    const answer = await fetch(url, {
      method,
      redirect: "follow",
      headers: { "user-agent": "octavo-check (link checker)", accept: "*/*" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    })
    await answer.body?.cancel()
    return answer.status
  }
  try {
    let status = await once("HEAD")
    // many hosts answer nothing but GET
    if (status >= 400 && !shy.has(status)) status = await once("GET")
    return status < 400 || shy.has(status) ? undefined : `answers ${status}`
  } catch (error) {
    if (signal.aborted) return undefined
    const { cause, name } = error as { readonly name: string; readonly cause?: { readonly code?: string } }
    return name === "TimeoutError"
      ? "does not answer"
      : `can't be reached${cause?.code === undefined ? "" : ` (${cause.code})`}`
  }
}
