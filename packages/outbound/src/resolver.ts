/**
 * Which addresses an outgoing request may reach. Host names are resolved once, every answer must be public, and the
 * caller connects to those addresses only, so that a second DNS answer cannot lead elsewhere.
 */
import * as dns from "node:dns/promises"
import { readFile } from "node:fs/promises"
import { isIP } from "node:net"
import { reference } from "@octavo/core/kernel/shared/reference"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Data, Effect } from "effect"
import { isPublicAddress } from "./addresses.ts"

/** A host that may not be asked (`refused`) or that has no address (`unknown`). */
export class HostError extends Data.TaggedError("HostError")<{
  readonly reason: "refused" | "unknown"
  readonly message: string
}> {}

/** How long a name that is not known is not asked for again, in milliseconds. */
const unknownFor = 30_000
/** Names that are kept as unknown. */
const mostUnknown = 1000

/** Whether the machine's own file has a name, which then wins over every server. */
const inHostsFile = async (host: string): Promise<boolean> => {
  const text = await readFile("/etc/hosts", "utf8").catch(() => "")
  return text.toLowerCase().split(/\s+/).includes(host.toLowerCase())
}

/**
 * The system's answers. Servers are asked without a thread (c-ares); only what they do not know, and what the hosts file
 * has, is looked up as the system does, one name at a time: Node has two threads for that, and a name whose servers are
 * silent holds one for seconds. A name is asked for once, however many wait for it.
 */
const systemResolver = () => {
  const servers = new dns.Resolver({ timeout: 2000, tries: 2 })
  const asking = new Map<string, Promise<ReadonlyArray<string>>>()
  const unknownUntil = new Map<string, number>()
  let turn: Promise<unknown> = Promise.resolve()

  const looked = (host: string): Promise<ReadonlyArray<string>> => {
    const found = turn.then(() => dns.lookup(host, { all: true, verbatim: true }))
    turn = found.catch(() => {})
    return found.then((all) => all.map(({ address }) => address))
  }

  const ask = async (host: string): Promise<ReadonlyArray<string>> => {
    const own = !host.includes(".") || /\.localhost$/i.test(host) || (await inHostsFile(host))
    const answers = own ? [] : await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    return addresses.length > 0 ? addresses : await looked(host)
  }

  return (host: string): Promise<ReadonlyArray<string>> => {
    if ((unknownUntil.get(host) ?? 0) > Date.now()) return Promise.reject(new Error("unknown"))
    const running = asking.get(host)
    if (running !== undefined) return running
    const answer = ask(host).finally(() => asking.delete(host))
    asking.set(host, answer)
    answer.then(
      () => unknownUntil.delete(host),
      () => {
        if (unknownUntil.size >= mostUnknown) unknownUntil.clear()
        unknownUntil.set(host, Date.now() + unknownFor)
      }
    )
    return answer
  }
}

/** Turns a host name into all of its addresses. The default asks the system; tests put their own in its place. */
export const Resolver = reference<(host: string) => Effect.Effect<ReadonlyArray<string>, HostError>>(
  "@octavo/outbound/Resolver",
  () => {
    const resolve = systemResolver()
    return (host) => Effect.tryPromise({ try: () => resolve(host), catch: () => unknown(host) })
  }
)

/** The addresses of a URL's host, wherever they lead: for servers that may reach private networks. */
export const resolveAny = traced("outbound.resolveAny")(function* (hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  return isIP(host) !== 0 ? [host] : yield* (yield* Resolver)(host)
})

/**
 * The addresses of a URL's host (`URL.hostname`, so decimal, hexadecimal and octal forms are already dotted), or a
 * refusal when any of them is not public.
 */
export const resolvePublic = traced("outbound.resolvePublic")(function* (hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  if (isIP(host) !== 0) return isPublicAddress(host) ? [host] : yield* refused(host)
  if (/(^|\.)localhost$/i.test(host)) return yield* refused(host)
  const resolve = yield* Resolver
  const addresses = yield* resolve(host)
  if (addresses.length === 0) return yield* unknown(host)
  if (!addresses.every(isPublicAddress)) return yield* refused(host)
  return addresses
})

// ---------------------------------------------------------------------------------------------------------------------

const unknown = (host: string) =>
  new HostError({ reason: "unknown", message: `The host ${host} is not known. Check its spelling.` })

const refused = (host: string) =>
  new HostError({
    reason: "refused",
    message:
      `The host ${host} is in a private or reserved network. ` +
      "Use a public address, or let the server reach private networks (OCTAVO_ALLOW_PRIVATE_NETWORKS=true)."
  })
