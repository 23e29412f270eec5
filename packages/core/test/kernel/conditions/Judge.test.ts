import { type AdaptiveSettings, makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { anonymous, type Claims, type Visitor } from "@octavo/core/kernel/conditions/Visitor"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const looking: AdaptiveSettings = { adaptiveContent: true, schema: undefined }
const who = (claims: Claims, unsigned: Claims = {}): Visitor => ({ claims, unsigned })
const around = { space: { vars: { product: "Octavo" } }, page: { vars: { version: "2" } } }

describe("a judge", () => {
  it.each<readonly [string, boolean | undefined]>([
    ["", true],
    ["  ", true],
    ["visitor.claims.beta", true],
    ["visitor.claims.beta && visitor.claims.plan == 'pro'", true],
    ["!visitor.claims.beta", false],
    ["visitor.claims.missing.deeper", false],
    ["visitor.claims.plan < 3", undefined],
    ["visitor.claims.beta(", undefined],
    ["visitor.claims.plan.includes('p')", undefined],
    [`${"(".repeat(500)}1${")".repeat(500)}`, undefined],
    ["space.vars.product == 'Octavo'", true],
    ["page.vars.version == '3'", false],
    ["process", false]
  ])("decides %j", (condition, expected) => {
    expect(makeJudge(who({ beta: true, plan: "pro" }), looking).decide(condition, around)).toBe(expected)
  })

  it.each<readonly [string, string | undefined]>([
    ["space.vars.product", "Octavo"],
    ["space.vars.product + ' ' + page.vars.version", "Octavo 2"],
    [" space.vars.product ", "Octavo"],
    ["'a' + 'b\\'c'", "ab'c"],
    ["space.vars.toString", undefined],
    ["space.vars.product +", undefined],
    ["", undefined],
    ["visitor.claims.name", "Ada"],
    ["visitor.claims.seats + 1", "6"],
    ["visitor.claims.beta ? 'beta' : 'stable'", "beta"],
    ["visitor.claims.beta", "true"],
    ["visitor.claims.missing", undefined],
    ["visitor.claims.missing ?? 'you'", "you"],
    ["visitor.claims.groups", undefined],
    ["visitor.claims", undefined],
    ["space.vars.missing", undefined],
    ["'a' + space.vars.missing", undefined],
    ["a b", undefined]
  ])("writes %s", (expression, expected) => {
    const visitor = who({ name: "Ada", seats: 5, beta: true, groups: ["a"] })
    expect(makeJudge(visitor, looking).textOf(expression, around)).toBe(expected)
  })

  it("fits everybody until it was asked of the visitor", () => {
    const judge = makeJudge(anonymous, looking)
    judge.decide("")
    judge.decide("a b")
    judge.decide("space.vars.product == 'Octavo'", around)
    judge.textOf("page.vars.version", around)
    expect(judge.audience()).toBeUndefined()
    judge.decide("visitor.claims.beta")
    judge.decide("visitor.claims.beta")
    judge.textOf("visitor.claims.name")
    expect(judge.audience()?.(anonymous)).toBe(true)
    expect(judge.audience()?.(who({ name: "Ada" }))).toBe(false)
    const off = makeJudge(anonymous, { ...looking, adaptiveContent: false })
    off.decide("visitor.claims.beta")
    expect(off.audience()).toBeUndefined()
  })

  it("fits whoever is answered the same, in truth and in text", () => {
    const judge = makeJudge(who({ plan: "pro", name: "Ada" }), looking)
    judge.decide("visitor.claims.plan == 'pro'")
    const others = (visitor: Visitor) => judge.audience()?.(visitor)
    expect(others(who({ plan: "pro", name: "Ben", seats: 3 }))).toBe(true)
    expect(others(anonymous)).toBe(false)
    expect(others(who({}, { plan: "pro" }))).toBe(false)
    judge.textOf("visitor.claims.name")
    expect(others(who({ plan: "pro", name: "Ben" }))).toBe(false)
    expect(others(who({ plan: "pro", name: "Ada" }))).toBe(true)
  })

  it("what is kept for a visitor is what another one would be shown, whatever they are asked", () => {
    const claim = fc.record(
      { a: fc.boolean(), b: fc.nat({ max: 2 }), c: fc.constantFrom("x", "y") },
      { requiredKeys: [] }
    )
    const visitor = fc.record({ claims: claim, unsigned: claim })
    const conditions = [
      "visitor.claims.a",
      "visitor.claims.b > 1",
      "visitor.claims.unsigned.c",
      "visitor.claims.unsigned.b"
    ]
    /** Asks as a page with nested conditions does: what is asked depends on what was heard. */
    const page = (one: Visitor, order: ReadonlyArray<string>) => {
      const judge = makeJudge(one, looking)
      const shown = order.map((condition, i) => {
        if (i > 0 && judge.decide(order[i - 1]!) !== true) return "-"
        return `${judge.decide(condition)} ${judge.textOf(condition)}`
      })
      return { shown: shown.join(), fits: judge.audience() }
    }
    let same = 0
    fc.assert(
      fc.property(visitor, visitor, fc.shuffledSubarray(conditions, { minLength: 1 }), (one, other, order) => {
        const made = page(one, order)
        if (made.fits?.(other) === false) return
        same++
        expect(page(other, order).shown).toBe(made.shown)
      }),
      { seed: 28, numRuns: 2000 }
    )
    expect(same).toBeGreaterThan(100)
  })
})
