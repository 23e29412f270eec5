/**
 * Where a request comes from. Its peer is the only one who is known; `X-Forwarded-For` counts as far as proxies wrote it
 * that the operator trusts (threat: slow clients and floods).
 */
import type { IncomingHttpHeaders } from "node:http"
import { BlockList, isIP } from "node:net"
import { ConfigError } from "./config.ts"

/** What of a request tells. */
interface Incoming {
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly headers: IncomingHttpHeaders
}

export type AddressReader = (request: Incoming) => string

const family = (address: string): "ipv4" | "ipv6" => (address.includes(":") ? "ipv6" : "ipv4")

/** IPv4 addresses come in the form of IPv6 to a socket that listens for both. */
const plainAddress = (address: string): string =>
  address.startsWith("::ffff:") && address.includes(".") ? address.slice("::ffff:".length) : address

interface Network {
  readonly address: string
  readonly bits: number | undefined
}

/** An address, or a network like `10.0.0.0/8`; `undefined` for what is none. */
const readNetwork = (text: string): Network | undefined => {
  const [address = "", bits, ...more] = text.trim().split("/")
  if (isIP(address) === 0 || more.length > 0) return undefined
  if (bits === undefined) return { address, bits: undefined }
  const most = isIP(address) === 6 ? 128 : 32
  return /^\d{1,3}$/.test(bits) && +bits <= most ? { address, bits: +bits } : undefined
}

/** Whether these are addresses and networks with commas between them. */
export const areNetworks = (text: string): boolean => text.split(",").every((one) => readNetwork(one) !== undefined)

/**
 * Reads addresses and networks with commas between them; throws a `ConfigError` for what is none.
 * @param ignored called for a peer whose `X-Forwarded-For` does not count
 */
export const proxyReader = (trusted: string | undefined, ignored?: (peer: string) => void): AddressReader => {
  const proxies = new BlockList()
  if (trusted !== undefined && !areNetworks(trusted)) {
    throw new ConfigError("Trusted proxies must be addresses or networks like 10.0.0.0/8")
  }
  for (const text of trusted?.split(",") ?? []) {
    const { address, bits } = readNetwork(text)!
    if (bits === undefined) proxies.addAddress(address, family(address))
    else proxies.addSubnet(address, bits, family(address))
  }
  const isTrusted = (address: string): boolean => trusted !== undefined && proxies.check(address, family(address))
  return ({ headers, socket }) => {
    let address = plainAddress(socket.remoteAddress ?? "")
    const forwarded = headers["x-forwarded-for"]
    if (forwarded === undefined) return address
    if (!isTrusted(address)) {
      ignored?.(address)
      return address
    }
    // each proxy adds whom it heard it from at the end
    const hops = String(forwarded).split(",")
    while (hops.length > 0 && isTrusted(address)) {
      const hop = plainAddress(hops.pop()!.trim())
      if (isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}
