import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { isPublicAddress } from "../src/addresses.ts"
import { Resolver, resolvePublic } from "../src/resolver.ts"

const open = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00:1450:4001::1",
  "2001:4860:4860::8888",
  "64:ff9b::808:808"
]

const closed = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.255",
  "169.254.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:8.8.8.8",
  "::7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b::",
  "64:ff9b:1::1",
  "64:ff9b::a3f:8110", // 10.63.129.16
  "100.100.100.200", // metadata of a cloud
  "168.63.129.16", // machines of a cloud, at a public address
  "fd00:ec2::254", // metadata of a cloud
  "::127.0.0.1",
  "::ffff:0:7f00:1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "4000::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "5f00::1",
  "",
  "localhost",
  "example.org",
  "1.1.1",
  "0x7f.1",
  "2130706433",
  "[::1]",
  "1.1.1.1 ",
  "01.1.1.1"
]

describe("isPublicAddress", () => {
  it.each(open)("public: %s", (address) => assert.isTrue(isPublicAddress(address)))
  it.each(closed)("not public: %s", (address) => assert.isFalse(isPublicAddress(address)))
})

const names: Readonly<Record<string, ReadonlyArray<string>>> = {
  "good.example": ["93.184.216.34", "2606:2800:220:1::1"],
  "mixed.example": ["93.184.216.34", "10.0.0.1"],
  "inside.example": ["127.0.0.1"],
  "localhost.example": ["1.1.1.1"]
}
const resolver = Layer.succeed(Resolver, (host) => Effect.succeed(names[host] ?? []))
const resolved = (url: string) =>
  resolvePublic(new URL(url).hostname).pipe(
    Effect.catch((error) => Effect.succeed(error.reason)),
    Effect.provide(resolver)
  )

describe("resolvePublic", () => {
  it.effect.each([
    ["https://good.example/x", ["93.184.216.34", "2606:2800:220:1::1"]],
    ["https://GOOD.example./x", ["93.184.216.34", "2606:2800:220:1::1"]],
    ["https://1.1.1.1", ["1.1.1.1"]],
    ["https://[2606:4700::1111]", ["2606:4700::1111"]],
    ["https://localhost.example", ["1.1.1.1"]],
    ["https://unheard.example", "unknown"],
    ["https://mixed.example", "refused"],
    ["https://inside.example", "refused"],
    ["https://localhost", "refused"],
    ["https://api.LOCALHOST.", "refused"],
    ["https://127.1", "refused"],
    ["https://2130706433", "refused"],
    ["https://0x7f000001", "refused"],
    ["https://0177.0.0.1", "refused"],
    ["https://0", "refused"],
    ["https://[::ffff:7f00:1]", "refused"],
    ["https://[::ffff:127.0.0.1]", "refused"],
    ["https://①⑦②.16.0.1", "refused"]
  ] as const)("%s", ([url, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* resolved(url), expected)
    })
  )
})
