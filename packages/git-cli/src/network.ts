/**
 * Which addresses an outgoing request may reach. Host names are resolved once, every answer must be public, and the
 * caller connects to those addresses only, so that a second DNS answer cannot lead elsewhere.
 */
import * as dns from "node:dns/promises"
import { readFile } from "node:fs/promises"
import { BlockList, isIP } from "node:net"
import { Context, Data, Effect } from "effect"

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
export const Resolver = Context.Reference<(host: string) => Effect.Effect<ReadonlyArray<string>, HostError>>(
  "@octavo/git-cli/Resolver",
  {
    defaultValue: () => {
      const resolve = systemResolver()
      return (host) => Effect.tryPromise({ try: () => resolve(host), catch: () => unknown(host) })
    }
  }
)

/** The addresses of a URL's host, wherever they lead: for servers that may reach private networks. */
export const resolveAny = Effect.fn("network.resolveAny")(function* (hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  return isIP(host) !== 0 ? [host] : yield* (yield* Resolver)(host)
})

/** Whether an IP address (v4 or v6, without brackets) belongs to the public internet. Anything else is not public. */
export const isPublicAddress = (address: string): boolean => {
  const version = address.includes("%") ? 0 : isIP(address)
  if (version === 4) return !reserved.check(address, "ipv4")
  if (version !== 6) return false
  if (translated.check(address, "ipv6")) return isPublicAddress(lastFourBytes(address))
  return globalUnicast.check(address, "ipv6") && !reserved.check(address, "ipv6")
}

/**
 * The addresses of a URL's host (`URL.hostname`, so decimal, hexadecimal and octal forms are already dotted), or a
 * refusal when any of them is not public.
 */
export const resolvePublic = Effect.fn("network.resolvePublic")(function* (hostname: string) {
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

const subnets = (...list: ReadonlyArray<string>): BlockList => {
  const block = new BlockList()
  for (const subnet of list) {
    const [address = "", bits] = subnet.split("/")
    block.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6")
  }
  return block
}

/** What IANA lists as not globally reachable; for IPv6 only what lies inside 2000::/3. */
const reserved = subnets(
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier NAT
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local, cloud metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/3", // multicast, reserved, broadcast
  "2001::/23", // protocol assignments, Teredo
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: an IPv4 address in disguise
  "3fff::/20" // documentation
)

/** Everything else (loopback, mapped IPv4, unique local, link-local, multicast) is outside of it. */
const globalUnicast = subnets("2000::/3")

/** NAT64: the last four bytes are the IPv4 address that is reached. */
const translated = subnets("64:ff9b::/96")

const lastFourBytes = (address: string): string => {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::")
  const tail = (groups[1] ?? "").split(":").filter((group) => group !== "")
  const [high = 0, low = 0] = ["0", "0", ...tail].slice(-2).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join(".")
}
