import { afterAll, beforeAll, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { make } from "../src/dns.ts"
import { startDns, type TestDns } from "../src/testing.ts"

let dns: TestDns
beforeAll(async () => {
  dns = await startDns()
  dns.zone.set("docs.acme.com", { aliases: ["Octavo.Example.com"], addresses: ["192.0.2.1", "2001:db8::7"] })
  dns.zone.set("_proof.acme.com", { texts: ["octavo=One", "x".repeat(600)] })
  dns.zone.set("empty.acme.com", {})
  dns.zone.set("broken.acme.com", { fails: true })
  dns.zone.set("silent.acme.com", { silent: true })
})
afterAll(() => dns.close())

const ask = () => make({ servers: [dns.server], timeoutMs: 100 })

it.effect("reads aliases in lower case and addresses of both kinds", () =>
  Effect.gen(function* () {
    expect(yield* ask().aliases("docs.acme.com")).toEqual(["octavo.example.com"])
    expect((yield* ask().addresses("docs.acme.com")).toSorted()).toEqual(["192.0.2.1", "2001:db8::7"])
    expect(dns.asked).toContain("docs.acme.com")
  })
)

it.effect("reads texts as they are written, those in several parts as one", () =>
  Effect.gen(function* () {
    expect(yield* ask().texts("_proof.acme.com")).toEqual(["octavo=One", "x".repeat(600)])
  })
)

it.effect("a name without records, and one that does not exist, lead nowhere", () =>
  Effect.gen(function* () {
    for (const name of ["empty.acme.com", "nobody.acme.com", "not a name", "a..b", "x".repeat(300)]) {
      expect(yield* ask().aliases(name), name).toEqual([])
      expect(yield* ask().addresses(name), name).toEqual([])
      expect(yield* ask().texts(name), name).toEqual([])
    }
  })
)

it.effect("a server that fails, and one that is silent, say nothing about a name", () =>
  Effect.gen(function* () {
    for (const name of ["broken.acme.com", "silent.acme.com"]) {
      expect((yield* Effect.flip(ask().aliases(name)))._tag).toBe("DnsUnanswered")
      expect((yield* Effect.flip(ask().addresses(name))).message).toContain(name)
      expect((yield* Effect.flip(ask().texts(name))).message).toContain(name)
    }
  })
)
