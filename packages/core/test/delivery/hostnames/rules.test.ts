import { describe, expect, it } from "vitest"
import {
  type DnsAnswers,
  givesWay,
  hostnameProblem,
  judge,
  stateAfterCheck
} from "../../../src/delivery/hostnames/rules.ts"

const instance = {
  publicUrl: "https://octavo.example.com:8443/docs",
  siteHost: "pages.example.com:8443",
  version: "0",
  built: ""
}

describe("which names can be custom hostnames", () => {
  const cases: ReadonlyArray<readonly [string, string | undefined]> = [
    ["docs.acme.com", undefined],
    ["xn--bcher-kva.acme.com", undefined],
    ["docs.corp.internal", undefined],
    ["10.20.30.40", "IP address"],
    ["a.b.c.0x10", "browsers"],
    [`${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example.com`, "253"],
    ["docs.acme.localhost", "no site"],
    ["1.168.192.in-addr.arpa", "no site"],
    ["octavo.example.com", "own"],
    ["pages.example.com", "below"],
    ["guide.pages.example.com", "below"]
  ]
  for (const [hostname, says] of cases) {
    it(`${hostname.slice(0, 40)}: ${says ?? "can"}`, () => {
      const problem = hostnameProblem(instance, hostname, false)
      if (says === undefined) expect(problem).toBeUndefined()
      else if (hostname === "pages.example.com") expect(problem).toContain("own")
      else expect(problem).toContain(says)
    })
  }
  it("none that others register names under", () => {
    expect(hostnameProblem(instance, "s3.us-east-1.amazonaws.com", true)).toContain("below it")
  })
})

describe("what DNS records amount to", () => {
  const here = ["192.0.2.1"]
  const mine = "token.octavo.example.com"
  const none: DnsAnswers = { alias: [], proof: [], addresses: [], target: here }
  const cases: ReadonlyArray<readonly [string, Partial<DnsAnswers>, string, boolean | undefined]> = [
    ["nothing", {}, "dns_no_cname", false],
    ["proof, and a CNAME to Octavo", { proof: [mine], alias: ["octavo.example.com"] }, "live", true],
    ["proof, and Octavo's address", { proof: [mine], addresses: ["192.0.2.9", "192.0.2.1"] }, "live", true],
    ["proof, and a network in front", { proof: [mine], addresses: ["198.51.100.7"] }, "dns_passed", true],
    [
      "proof, and a CNAME to a network in front",
      { proof: [mine], alias: ["x.cdn.net"], addresses: ["198.51.100.7"] },
      "dns_passed",
      true
    ],
    ["proof in the address", { alias: [mine], addresses: here }, "live", true],
    ["proof in an address that leads nowhere", { alias: [mine] }, "dns_wrong_cname", false],
    ["proof, and no address", { proof: [mine] }, "dns_no_cname", false],
    [
      "the address without proof: that of a name somebody else points here",
      { alias: ["octavo.example.com"], addresses: here },
      "dns_no_cname",
      false
    ],
    [
      "another organization's proof",
      { proof: ["other.octavo.example.com"], addresses: here },
      "dns_wrong_cname",
      false
    ],
    ["a proof that only begins alike", { proof: [`${mine}.evil.org`], addresses: here }, "dns_wrong_cname", false],
    ["no answer to the proof", { proof: undefined, addresses: here }, "internal_error", undefined],
    [
      "no answer to the address",
      { proof: [mine], alias: undefined, addresses: undefined },
      "internal_error",
      undefined
    ],
    ["no answer about Octavo itself", { proof: [mine], addresses: here, target: undefined }, "dns_passed", true]
  ]
  for (const [name, answers, status, holds] of cases) {
    it(name, () => {
      const found = judge("docs.acme.com", mine, "octavo.example.com", { ...none, ...answers })
      expect([found.status, found.holds, found.problem === null]).toEqual([status, holds, holds === true])
    })
  }
})

describe("what a check leaves", () => {
  const at = Date.parse("2026-01-01T00:00:00.000Z")
  const fresh = { failures: 0, isActive: false, provenAt: null }
  const right = { status: "live", holds: true, problem: null } as const
  const wrong = { status: "dns_no_cname", holds: false, problem: "gone" } as const
  const silent = { status: "internal_error", holds: undefined, problem: "silent" } as const
  const minutes = (state: { readonly nextCheckAt: string }) => (Date.parse(state.nextCheckAt) - at) / 60_000

  it("serves what is right, and looks again the next day", () => {
    const state = stateAfterCheck(fresh, right, at)
    expect(state).toMatchObject({ status: "live", isActive: true, provenAt: "2026-01-01T00:00:00.000Z" })
    expect(minutes(state)).toBe(24 * 60)
  })

  it("asks again after a minute, then ever later, at most six hours", () => {
    let state = stateAfterCheck(fresh, wrong, at)
    const delays = [minutes(state)]
    for (let i = 0; i < 11; i++) {
      state = stateAfterCheck(state, wrong, at)
      delays.push(minutes(state))
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
    expect(state.isActive).toBe(false)
  })

  it("goes on serving until the third failure in a row, and for as long as nobody answers", () => {
    let state = stateAfterCheck(fresh, right, at)
    for (const [finding, isActive] of [
      [wrong, true],
      [silent, true],
      [wrong, true],
      [silent, true],
      [wrong, false],
      [silent, false],
      [right, true]
    ] as const) {
      state = stateAfterCheck(state, finding, at)
      expect(state.isActive).toBe(isActive)
    }
    expect(state).toMatchObject({ failures: 0, problem: null })
  })

  it("serves a name that may be none any more no longer", () => {
    const state = stateAfterCheck(
      stateAfterCheck(fresh, right, at),
      { status: "invalid_domain", holds: false, problem: "own" },
      at
    )
    expect(state.isActive).toBe(false)
  })
})

describe("when another organization may claim a name", () => {
  const created = "2026-01-01T00:00:00.000Z"
  const proven = "2026-01-02T00:00:00.000Z"
  const after = (days: number) => Date.parse(created) + days * 86_400_000
  it.each([
    ["claimed just now", false, null, null, 0.9, false],
    ["never proven for a day", false, null, null, 1, true],
    ["served", true, proven, null, 4000, false],
    ["proven, and failing for a while", false, proven, null, 30.9, false],
    ["proven, and failing for long", false, proven, null, 31, true],
    ["given up", false, proven, "2026-01-03T00:00:00.000Z", 31, false],
    ["given up long ago", false, proven, "2026-01-03T00:00:00.000Z", 32, true]
  ] as const)("%s", (_, isActive, provenAt, releasedAt, days, may) => {
    expect(givesWay({ createdAt: created, isActive, provenAt, releasedAt }, after(days))).toBe(may)
  })
})
