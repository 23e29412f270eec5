import { anonymous, contextKey, toClaims, unsignedClaims } from "@octavo/core/kernel/conditions/Visitor"
import { describe, expect, it } from "vitest"

const query = (text: string) => new URLSearchParams(text)

describe("contextKey", () => {
  it("is empty for nobody in particular", () => {
    expect(contextKey(anonymous)).toBe("")
    expect(contextKey({ claims: {}, unsigned: {} })).toBe("")
  })

  it("does not depend on the order of members, at any depth", () => {
    expect(contextKey({ claims: { a: 1, b: { c: [1, 2], d: null } }, unsigned: {} })).toBe(
      contextKey({ claims: { b: { d: null, c: [1, 2] }, a: 1 }, unsigned: {} })
    )
  })

  it.each([
    ["another value", { claims: { a: 2 }, unsigned: {} }],
    ["another type", { claims: { a: "1" }, unsigned: {} }],
    ["another name", { claims: { b: 1 }, unsigned: {} }],
    ["one more", { claims: { a: 1, b: 1 }, unsigned: {} }],
    ["unsigned instead", { claims: {}, unsigned: { a: 1 } }],
    ["unsigned as well", { claims: { a: 1 }, unsigned: { a: 1 } }],
    ["a list instead", { claims: { a: [1] }, unsigned: {} }]
  ])("differs for %s", (_, other) => {
    expect(contextKey(other)).not.toBe(contextKey({ claims: { a: 1 }, unsigned: {} }))
  })
})

describe("unsigned claims", () => {
  it.each([
    ["visitor.plan=pro", { plan: "pro" }],
    ["visitor.beta=true&visitor.old=false&visitor.none=null", { beta: true, old: false, none: null }],
    ["visitor.age=42&visitor.share=-0.5", { age: 42, share: -0.5 }],
    ["visitor.zip=01234&visitor.big=12345678901234567890", { zip: "01234", big: "12345678901234567890" }],
    ["visitor.org.name=Acme&visitor.org.size=3", { org: { name: "Acme", size: 3 } }],
    ['visitor.org={"name":"Acme","tags":["a"]}', { org: { name: "Acme", tags: ["a"] } }],
    ["visitor.org={broken", { org: "{broken" }],
    ["visitor.plan=a&visitor.plan=b", { plan: "b" }],
    ["plan=pro&visitorplan=x&visitor=y", {}],
    ["visitor.=x&visitor.a..b=y&visitor..a=z", {}],
    ["visitor.__proto__.admin=true&visitor.constructor=1&visitor.a.prototype=1", {}],
    ['visitor.a={"__proto__":{"admin":true},"b":1}', { a: { b: 1 } }],
    [`visitor.${"a.".repeat(20)}b=1`, {}],
    [`visitor.a=${"x".repeat(3000)}&visitor.b=1`, {}]
  ])("of the query %s", (text, expected) => {
    const claims = unsignedClaims({ query: query(text) })
    expect(claims).toStrictEqual(expected)
    expect(Object.getPrototypeOf(claims)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined()
  })

  it("come from cookies of their name, and the query goes before them", () => {
    const cookies = [
      ["gitbook-visitor-public", '{"plan":"free","org":{"name":"Acme"}}'],
      ["gitbook-visitor-public-2", '{"beta":true,"__proto__":{"x":1}}'],
      ["gitbook-visitor-token", '{"admin":true}'],
      ["gitbook-visitor-public-3", "[1]"],
      ["other", '{"admin":true}']
    ] as const
    expect(unsignedClaims({ cookies })).toStrictEqual({ plan: "free", org: { name: "Acme" }, beta: true })
    expect(unsignedClaims({ cookies, query: query("visitor.plan=pro&visitor.org.size=3") })).toStrictEqual({
      plan: "pro",
      org: { name: "Acme", size: 3 },
      beta: true
    })
  })
})

describe("claims from outside", () => {
  it.each([
    [null, {}],
    ["text", {}],
    [[1], {}],
    [
      { a: 1, b: Number.NaN, c: undefined, d: () => 1, e: [undefined, { f: "g" }] },
      { a: 1, e: [null, { f: "g" }] }
    ],
    [JSON.parse('{"__proto__":{"a":1},"constructor":1,"b":{"__proto__":1,"c":2}}'), { b: { c: 2 } }]
  ])("%j", (value, expected) => {
    expect(toClaims(value)).toStrictEqual(expected)
  })
})
