/**
 * Who counts as one client by the address: an IPv4 address, or the 64 bits of an IPv6 address that one customer of a
 * provider has (RFC 6177).
 */
export const networkOf = (address: string): string => {
  if (!address.includes(":")) return address
  // an IPv4 address comes in the form of IPv6 to a socket that listens for both
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  const [head = "", tail] = address.split("%")[0]!.split("::")
  const front = head === "" ? [] : head.split(":")
  const back = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  return [...front, ...Array<string>(zeros).fill("0"), ...back]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":")
}
