import { describe, expect, it } from "vitest"
import { parseRison } from "../../../src/delivery/visitors/rison.ts"

describe("Rison", () => {
  it.each([
    ["(plan:pro)", { plan: "pro" }],
    ["(beta:!t,old:!f,none:!n)", { beta: true, old: false, none: null }],
    ["(age:42,share:-0.5,big:1e9)", { age: 42, share: -0.5, big: 1e9 }],
    ["(tags:!(a,'b c',1),empty:!(),o:())", { tags: ["a", "b c", 1], empty: [], o: {} }],
    ["(org:(name:'It!'s !!',size:3))", { org: { name: "It's !", size: 3 } }],
    ["('a b':'')", { "a b": "" }],
    ["plan", "plan"]
  ])("%s", (text, expected) => {
    expect(parseRison(text)).toEqual(expected)
  })

  it.each(["", "(", "(a)", "(a:)", "(a:b", "(a:b))", "!x", "!(a", "'open", "(a:b,)", "('!x':1)", "(a:".repeat(100)])(
    "%s is none",
    (text) => {
      expect(parseRison(text)).toBeUndefined()
    }
  )

  it("does not pollute", () => {
    const value = parseRison("(__proto__:(admin:!t))")
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})
