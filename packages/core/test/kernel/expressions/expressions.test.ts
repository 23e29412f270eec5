/** The table of what expressions mean, and properties over whatever may be written. */

import { type Expression, expressionLimits, type Value } from "@octavo/core/kernel/expressions/Expression"
import { evaluate, evaluationLimits } from "@octavo/core/kernel/expressions/evaluate"
import { parseExpression } from "@octavo/core/kernel/expressions/parseExpression"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const scope = {
  actor: { id: "ada", name: "Ada", teams: ["docs", "core"] },
  reviews: [
    { status: "approved", reviewer: { id: "ada" } },
    { status: "changes-requested", reviewer: { id: "ben" } }
  ],
  empty: [],
  n: 3,
  text: "café",
  none: null
} satisfies { readonly [name: string]: Value }

const run = (text: string, data: { readonly [name: string]: Value } = scope) =>
  Result.flatMap(parseExpression(text), (expression) => evaluate(expression, data))

describe("expressions", () => {
  it.each([
    ["true", true],
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["10 - 3 - 2", 5],
    ["7 % 4 / 3", 1],
    ["-n + 5", 2],
    ["!!n", true],
    ["1.5e3 == 1500", true],
    [`'a' + "b" + 1`, "ab1"],
    [`'it\\'s' == "it's"`, true],
    ["n == 3 && n === 3 && n != 4 && n !== 4", true],
    [`n == "3"`, false],
    ["none == undefined", true],
    ["missing == null", true],
    ["missing.a.b.c", undefined],
    ["missing?.a", undefined],
    ["missing < 3 || missing >= 3", false],
    ["missing ?? 5", 5],
    ["0 ?? 5", 0],
    ["0 || 5", 5],
    ["1 || missing.a", 1],
    ["n > 2 ? 'more' : 'less'", "more"],
    ["n > 5 ? 'a' : n > 2 ? 'b' : 'c'", "b"],
    ["'a' < 'b'", true],
    ["'approved' in reviews.status", true],
    ["'rejected' in reviews.status", false],
    ["reviews.reviewer.id", ["ada", "ben"]],
    ["actor.id in reviews.reviewer.id", true],
    ["reviews[0].status", "approved"],
    ["reviews[1]['status']", "changes-requested"],
    ["reviews[2].status", undefined],
    ["reviews[-1]", undefined],
    ["reviews.length", 2],
    ["empty.length == 0 && !empty.length", true],
    ["'core' in actor.teams", true],
    ["'da' in actor.name", true],
    ["'name' in actor", true],
    ["'x' in missing", false],
    ["[1, 2,] == [1, 2]", true],
    ["actor.teams == ['docs', 'core']", true],
    ["text.length", 4],
    ["[1, [2, 3]][1][0]", 2]
  ] as const)("%s", (text, expected) => {
    expect(run(text)).toEqual(Result.succeed(expected))
  })

  it.each([
    ["", "ends too early"],
    ["1 +", "ends too early"],
    ["a b", "operator is missing"],
    ["a.b()", "nothing can be called"],
    ["a(1)", "nothing can be called"],
    ["(a)(1)", "nothing can be called"],
    ["/a+/.test(b)", "not expected"],
    ["a = 1", "means nothing"],
    ["a => a", "means nothing"],
    ["`a`", "means nothing"],
    ["{}", "means nothing"],
    ["a; b", "means nothing"],
    ["a++", "not expected"],
    ["new Date", "operator is missing"],
    ["function f() {}", "means nothing"],
    ["'abc", "no closing quote"],
    ["'a\\x41'", "can be escaped"],
    ["1a", "a number ends here"],
    ["a.", "ends too early"],
    ["a.1", "not expected"],
    ["(1", "ends too early"],
    ["[1 2]", "not expected"],
    ["[,]", "not expected"],
    ["a ? b", "ends too early"],
    ["in", "not expected"],
    ["a in", "ends too early"],
    ["a\u0000b", "means nothing"]
  ])("%j is none: %s", (text, message) => {
    const parsed = parseExpression(text)
    expect(Result.isFailure(parsed) && parsed.failure.message).toContain(message)
  })

  it.each([
    ["'a' - 1", "takes numbers"],
    ["1 < 'a'", "compares two numbers or two texts"],
    ["-'a'", "takes a number"],
    ["1 + true", "+ takes"],
    ["'a' + missing", "cannot put"],
    ["1 in 'a'", "in looks into"],
    ["actor[true]", "a member is named by"]
  ])("%s comes to nothing: %s", (text, message) => {
    const value = run(text)
    expect(Result.isFailure(value) && value.failure.message).toContain(message)
  })

  it.each([
    "constructor",
    "actor.constructor",
    "actor['constr' + 'uctor']",
    "actor.__proto__",
    "actor['__proto__'].polluted",
    "''.constructor",
    "[].constructor[0]",
    "[1].map[0]",
    "n.toFixed",
    "reviews.constructor[0]",
    "reviews.__proto__[0]",
    "toString",
    "globalThis",
    "process",
    "this"
  ])("%s leads nowhere (threat: condition escape)", (text) => {
    expect(run(text)).toEqual(Result.succeed(undefined))
  })

  it("what a scope inherits is not there", () => {
    expect(run("inherited", Object.create({ inherited: 1 }))).toEqual(Result.succeed(undefined))
  })

  it("data may be called whatever it is called, and stays data", () => {
    const data = JSON.parse('{ "a": { "__proto__": 1, "constructor": 2 } }')
    expect(run("a.__proto__ + a.constructor", data)).toEqual(Result.succeed(3))
  })

  it("length, depth and steps are bounded (threat: condition escape)", () => {
    const refused = (text: string) => Result.isFailure(run(text))
    expect(refused("[".repeat(expressionLimits.length))).toBe(true)
    expect(refused(`${"(".repeat(500)}1${")".repeat(500)}`)).toBe(true)
    expect(refused(`${"!".repeat(1000)}1`)).toBe(true)
    expect(refused(`${"1?".repeat(200)}1${":1".repeat(200)}`)).toBe(true)
    expect(refused(`1${"+1".repeat(600)}`)).toBe(true)
    expect(run(`1${"+1".repeat(500)}`)).toEqual(Result.succeed(501))
    const many = Array.from({ length: evaluationLimits.steps }, (_, i) => ({ i }))
    expect(run("many.i", { many })).toEqual(Result.fail({ message: "the expression takes too long" }))
    expect(run("99999 in many || 1 in many", { many: many.map(({ i }) => i) })).toEqual(
      Result.fail({ message: "the expression takes too long" })
    )
    const long = "x".repeat(evaluationLimits.characters - 1)
    expect(Result.isFailure(run("long + long", { long }))).toBe(true)
    const deep = { value: 1 as Value }
    for (let i = 0; i < 20; i++) deep.value = [deep.value, deep.value]
    expect(run("deep == other", { deep: deep.value, other: structuredClone(deep.value) })).toEqual(
      Result.fail({ message: "the expression takes too long" })
    )
  })

  const pieces = [
    ..."()[].,?:!<>+-*/%'\"\\ ",
    ..."== === != && || ?? ?. in true null undefined actor reviews constructor __proto__ 1 2.5 'a' \u0000 é 😀".split(
      " "
    )
  ]

  it("whatever is written comes to a value or to words, and nothing is thrown", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (words) => {
        const value = run(words.join(" "))
        if (Result.isFailure(value)) expect(value.failure.message).not.toBe("")
        else expect(typeof value.success).not.toBe("function")
      }),
      { seed: 5, numRuns: 3000 }
    )
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        run(text)
      }),
      { seed: 6, numRuns: 1000 }
    )
  })

  /** Expressions over numbers and truth, fully bracketed, as this language and JavaScript both read them. */
  const numeric: fc.Arbitrary<string> = fc.letrec<{ number: string; truth: string }>((tie) => ({
    number: fc.oneof(
      { depthSize: "small" },
      fc.nat({ max: 9 }).map(String),
      fc.tuple(tie("number"), fc.constantFrom("+", "-", "*", "/", "%"), tie("number")).map((all) => all.join(" ")),
      tie("number").map((one) => `(${one})`),
      tie("number").map((one) => `-(${one})`),
      fc.tuple(tie("truth"), tie("number"), tie("number")).map(([test, a, b]) => `(${test} ? ${a} : ${b})`)
    ),
    truth: fc.oneof(
      { depthSize: "small" },
      fc.boolean().map(String),
      fc
        .tuple(tie("number"), fc.constantFrom("<", "<=", ">", ">=", "==", "!="), tie("number"))
        .map((all) => all.join(" ")),
      fc.tuple(tie("truth"), fc.constantFrom("&&", "||"), tie("truth")).map((all) => all.join(" ")),
      tie("truth").map((one) => `!(${one})`)
    )
  })).truth

  it("numbers and logic mean what they mean in JavaScript", () => {
    let compared = 0
    fc.assert(
      fc.property(numeric, (text) => {
        const value = run(text)
        if (Result.isFailure(value)) return
        compared++
        expect(value.success).toEqual(new Function(`return ${text}`)())
      }),
      { seed: 7, numRuns: 500 }
    )
    expect(compared).toBeGreaterThan(400)
  })

  it("an expression that was read costs no more steps than it has parts", () => {
    const parts = (expression: Expression): number =>
      1 +
      Object.values(expression)
        .flat()
        .reduce<number>((sum, inner) => sum + (inner !== null && typeof inner === "object" ? parts(inner) : 0), 0)
    fc.assert(
      fc.property(numeric, (text) => {
        const parsed = parseExpression(text)
        if (Result.isFailure(parsed)) return
        expect(Result.isSuccess(evaluate(parsed.success, {}, 2 * parts(parsed.success)))).toBe(true)
      }),
      { seed: 8, numRuns: 200 }
    )
  })
})
