import { proxyReader } from "@octavo/runtime/clientAddress"
import { ConfigError } from "@octavo/runtime/config"
import { describe, expect, it } from "vitest"

const proxies = "127.0.0.1, 10.0.0.0/8, 2001:db8:ffff::/48"

describe("where a request comes from", () => {
  it.each<[trusted: string | undefined, peer: string, forwarded: string | undefined, address: string]>([
    [undefined, "127.0.0.1", undefined, "127.0.0.1"],
    [undefined, "127.0.0.1", "198.51.100.1", "127.0.0.1"],
    [undefined, "::ffff:192.0.2.1", "198.51.100.1", "192.0.2.1"],
    [proxies, "192.0.2.1", "198.51.100.1", "192.0.2.1"],
    [proxies, "127.0.0.1", undefined, "127.0.0.1"],
    [proxies, "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"],
    [proxies, "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    [proxies, "127.0.0.1", "203.0.113.1, 198.51.100.1", "198.51.100.1"],
    [proxies, "127.0.0.1", "203.0.113.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
    [proxies, "127.0.0.1", "10.1.1.1,10.2.2.2", "10.1.1.1"],
    [proxies, "127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"],
    [proxies, "127.0.0.1", "nonsense", "127.0.0.1"],
    [proxies, "2001:db8:ffff::1", "2001:db8::7", "2001:db8::7"],
    [proxies, "127.0.0.1", `${"10.0.0.1,".repeat(500)}10.0.0.2`, "10.0.0.1"]
  ])("with %s trusted, from %s with %s: %s", (trusted, peer, forwarded, address) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
    expect(proxyReader(trusted)({ socket: { remoteAddress: peer }, headers })).toBe(address)
  })

  it.each(["proxy.example.com", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "2001:db8::/129", "", "10.0.0.1;10.0.0.2"])(
    "%j are no proxies",
    (trusted) => {
      expect(() => proxyReader(trusted)).toThrow(ConfigError)
    }
  )
})
