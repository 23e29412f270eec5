/** Which IP addresses an outgoing request may reach: those of the public internet, by IANA's registries (RFC 6890). */
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** What a cloud puts at an address of the public internet, for its own machines alone. */
const ofClouds = new Set(["168.63.129.16"])

/** What IPv6 has of unicast addresses that are given out; what embeds IPv4 in other ways lies outside of it. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** NAT64: the last four bytes are the IPv4 address that is reached (RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96")

/** Whether an IP address (v4 or v6, without brackets or zone) belongs to the public internet. Anything else does not. */
export const isPublicAddress = (address: string): boolean => {
  const version = address.includes("%") ? 0 : isIP(address)
  if (version === 0 || ofClouds.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast"
  if (parsed.match(nat64)) return isPublicAddress(parsed.toByteArray().slice(12).join("."))
  return parsed.range() === "unicast" && parsed.match(globalUnicast)
}
