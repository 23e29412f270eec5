/** What an expression comes to. Pure; never throws, and ends: every look at a value costs a step of a budget. */
import * as Result from "effect/Result"
import type { BinaryOperator, Expression, ExpressionProblem, Value } from "./Expression.ts"

/** How much an expression may look at: steps, and characters of a text that it makes. */
export const evaluationLimits = { steps: 10_000, characters: 10_000 }

/** The value of an expression, with what its names stand for. A name that is not there is `undefined`. */
export const evaluate = (
  expression: Expression,
  scope: { readonly [name: string]: Value },
  steps: number = evaluationLimits.steps
): Result.Result<Value, ExpressionProblem> => {
  try {
    return Result.succeed(new Evaluation(scope, steps).valueOf(expression))
  } catch (stop) {
    if (stop instanceof Stop) return Result.fail({ message: stop.message })
    throw stop
  }
}

/** What counts as yes: anything but `false`, `null`, `undefined`, `0`, not-a-number and the empty text. */
export const isTrue = (value: Value): boolean => Boolean(value)

/** Ends an evaluation from any depth; never leaves this file. */
class Stop extends Error {}

const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value)
const isNone = (value: Value): value is null | undefined => value === null || value === undefined

const kindOf = (value: Value): string =>
  isNone(value) ? "nothing" : isList(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`

class Evaluation {
  private readonly scope: { readonly [name: string]: Value }
  private left: number

  constructor(scope: { readonly [name: string]: Value }, steps: number) {
    this.scope = scope
    this.left = steps
  }

  private spend(steps: number): void {
    this.left -= steps
    if (this.left < 0) throw new Stop("the expression takes too long")
  }

  valueOf(expression: Expression): Value {
    this.spend(1)
    switch (expression.type) {
      case "value":
        return expression.value
      case "name":
        return own(this.scope, expression.name)
      case "list":
        return expression.items.map((item) => this.valueOf(item))
      case "member":
        return this.member(this.valueOf(expression.of), this.valueOf(expression.at))
      case "not":
        return !isTrue(this.valueOf(expression.of))
      case "negative": {
        const of = this.valueOf(expression.of)
        if (typeof of !== "number") throw new Stop(`- takes a number, not ${kindOf(of)}`)
        return -of
      }
      case "and": {
        const left = this.valueOf(expression.left)
        return isTrue(left) ? this.valueOf(expression.right) : left
      }
      case "or": {
        const left = this.valueOf(expression.left)
        return isTrue(left) ? left : this.valueOf(expression.right)
      }
      case "else": {
        const left = this.valueOf(expression.left)
        return isNone(left) ? this.valueOf(expression.right) : left
      }
      case "choice":
        return this.valueOf(isTrue(this.valueOf(expression.test)) ? expression.yes : expression.no)
      case "binary":
        return this.binary(expression.operator, this.valueOf(expression.left), this.valueOf(expression.right))
    }
  }

  private member(of: Value, at: Value): Value {
    if (isNone(of)) return undefined
    if (typeof at === "number") return isList(of) && Number.isInteger(at) && at >= 0 ? of[at] : undefined
    if (typeof at !== "string") throw new Stop(`a member is named by a text or a number, not ${kindOf(at)}`)
    if (isList(of)) {
      if (at === "length") return of.length
      this.spend(of.length)
      return of.map((item) => this.member(item, at))
    }
    if (typeof of === "string") return at === "length" ? of.length : undefined
    return typeof of === "object" ? own(of, at) : undefined
  }

  private binary(operator: BinaryOperator, left: Value, right: Value): Value {
    switch (operator) {
      case "==":
        return this.same(left, right)
      case "!=":
        return !this.same(left, right)
      case "in":
        return this.isIn(left, right)
      case "<":
      case "<=":
      case ">":
      case ">=":
        return compared(operator, left, right)
      case "+":
        if (typeof left === "number" && typeof right === "number") return left + right
        return this.joined(left, right)
      default:
        if (typeof left === "number" && typeof right === "number") return calculated(operator, left, right)
        throw new Stop(`${operator} takes numbers, not ${kindOf(left)} and ${kindOf(right)}`)
    }
  }

  private same(left: Value, right: Value): boolean {
    this.spend(1)
    if (isNone(left) || isNone(right)) return isNone(left) && isNone(right)
    if (isList(left)) {
      return isList(right) && left.length === right.length && left.every((item, i) => this.same(item, right[i]))
    }
    if (typeof left !== "object" || typeof right !== "object" || isList(right)) return left === right
    const keys = Object.keys(left)
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && this.same(left[key], right[key]))
    )
  }

  private isIn(item: Value, inside: Value): boolean {
    if (isNone(inside)) return false
    if (isList(inside)) return inside.some((one) => this.same(one, item))
    if (typeof item === "string" && typeof inside === "string") {
      this.spend(1 + inside.length / 100)
      return inside.includes(item)
    }
    if (typeof item === "string" && typeof inside === "object") return Object.hasOwn(inside, item)
    throw new Stop(`in looks into a list, a text or an object, not for ${kindOf(item)} in ${kindOf(inside)}`)
  }

  private joined(left: Value, right: Value): string {
    if (typeof left !== "string" && typeof right !== "string") {
      throw new Stop(`+ takes numbers or texts, not ${kindOf(left)} and ${kindOf(right)}`)
    }
    if (isNone(left) || isNone(right) || typeof left === "object" || typeof right === "object") {
      throw new Stop(`+ cannot put ${kindOf(left)} and ${kindOf(right)} together`)
    }
    const text = `${left}${right}`
    this.spend(1 + text.length / 100)
    if (text.length > evaluationLimits.characters) {
      throw new Stop(`a text has at most ${evaluationLimits.characters} characters`)
    }
    return text
  }
}

/** Only what the data itself has: never what it inherits. */
const own = (of: { readonly [name: string]: Value }, name: string): Value =>
  Object.hasOwn(of, name) ? of[name] : undefined

/** By number, or by the order of characters; nothing is neither less nor more than anything. */
const compared = (operator: "<" | "<=" | ">" | ">=", left: Value, right: Value): boolean => {
  if (isNone(left) || isNone(right)) return false
  const comparable =
    (typeof left === "number" && typeof right === "number") || (typeof left === "string" && typeof right === "string")
  if (!comparable)
    throw new Stop(`${operator} compares two numbers or two texts, not ${kindOf(left)} and ${kindOf(right)}`)
  switch (operator) {
    case "<":
      return left < right
    case "<=":
      return left <= right
    case ">":
      return left > right
    case ">=":
      return left >= right
  }
}

const calculated = (operator: "-" | "*" | "/" | "%", left: number, right: number): number => {
  switch (operator) {
    case "-":
      return left - right
    case "*":
      return left * right
    case "/":
      return left / right
    case "%":
      return left % right
  }
}
