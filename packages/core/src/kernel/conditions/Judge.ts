/**
 * Decides conditions for a visitor, and remembers what was asked: what was made with a judge may be shown to whoever is
 * answered the same (`audience`), and to nobody else. Pure but for that memory; `test/kernel/conditions/Judge.test.ts`.
 */
import * as Result from "effect/Result"
import type { AdaptiveJsonSchema } from "../../delivery/adaptive-schema/AdaptiveSchema.ts"
import type { Expression, Value } from "../expressions/Expression.ts"
import { evaluate, isTrue } from "../expressions/evaluate.ts"
import { parseExpression } from "../expressions/parseExpression.ts"
import { anonymous, type Claims, contextKey, type Visitor } from "./Visitor.ts"
import { type VisitorScope, visitorScope } from "./visitorScope.ts"

/** Values that are not the visitor's: variables of the space and of the page. */
export interface VariableScope {
  readonly space?: { readonly vars: Readonly<Record<string, string>> }
  readonly page?: { readonly vars: Readonly<Record<string, string>> }
}

/** What a site knows of its visitors: whether conditions may ask of them at all, and what its schema declares. */
export interface AdaptiveSettings {
  /** Off: nobody is anybody in particular. */
  readonly adaptiveContent: boolean
  readonly schema: AdaptiveJsonSchema | undefined
}

/** One question and what it came to. */
interface Asked {
  readonly expression: Expression
  readonly around: VariableScope
  readonly heard: string
}

export interface Judge {
  /** Whether a condition holds; `undefined` when it cannot be read or decided, which hides. No condition holds. */
  readonly decide: (condition: string, around?: VariableScope) => boolean | undefined
  /** What an inline expression comes to, as text; `undefined` when to nothing that can be written. */
  readonly textOf: (expression: string, around?: VariableScope) => string | undefined
  /** Who may be shown what was made with what was heard so far; `undefined` for everybody. */
  readonly audience: () => Fits | undefined
  /** Another judge of the same visitor, who knows what was asked so far. */
  readonly fork: () => Judge
  /** The visitor as conditions see it: without claims that the site does not look at. */
  readonly visitor: () => Visitor
  /** A name of all that conditions see of the visitor; empty for nobody in particular. */
  readonly context: () => string
  /** Takes in that something made for some visitors was used. */
  readonly learn: (fits: Fits | undefined) => void
}

/** Whether a visitor is answered the same. */
export type Fits = (visitor: Visitor) => boolean

export const makeJudge = (visitor: Visitor, adaptive: AdaptiveSettings): Judge =>
  judging(
    lazily(() => visitorScope(adaptive.adaptiveContent ? visitor : anonymous, adaptive.schema)),
    adaptive,
    [],
    []
  )

const judging = (
  scope: () => VisitorScope,
  adaptive: AdaptiveSettings,
  asked: Array<Asked>,
  learned: Array<Fits>
): Judge => {
  const { adaptiveContent, schema } = adaptive
  const seen = new Map<VariableScope, Map<string, Result.Result<Value, unknown>>>()

  const ask = (text: string, around: VariableScope): Result.Result<Value, unknown> => {
    const known = seen.get(around) ?? new Map<string, Result.Result<Value, unknown>>()
    seen.set(around, known)
    const before = known.get(text)
    if (before !== undefined) return before
    const parsed = read(text)
    if (parsed === undefined) return unreadable
    const value = evaluate(parsed.expression, { ...around, ...scope() })
    known.set(text, value)
    if (adaptiveContent && parsed.personal) asked.push({ expression: parsed.expression, around, heard: heard(value) })
    return value
  }

  const visitor = (): Visitor => {
    const { unsigned, ...claims } = scope().visitor.claims as { readonly unsigned: Claims } & Claims
    return { claims, unsigned }
  }

  return {
    decide: (condition, around = nothing) => {
      if (condition.trim() === "") return true
      const value = ask(condition, around)
      return Result.isSuccess(value) ? isTrue(value.success) : undefined
    },
    textOf: (expression, around = nothing) => {
      const value = ask(expression, around)
      return Result.isSuccess(value) ? written(value.success) : undefined
    },
    audience: () => {
      if (asked.length === 0 && learned.length === 0) return undefined
      const [so, fit] = [[...asked], [...learned]]
      return (other) => {
        const scope = visitorScope(other, schema)
        return (
          so.every(
            ({ around, expression, heard: before }) => heard(evaluate(expression, { ...around, ...scope })) === before
          ) && fit.every((fits) => fits(other))
        )
      }
    },
    visitor,
    context: () => contextKey(visitor()),
    fork: () => judging(scope, adaptive, [...asked], [...learned]),
    learn: (fits) => {
      if (fits !== undefined) learned.push(fits)
    }
  }
}

const nothing: VariableScope = {}
const unreadable = Result.fail("unreadable")

const lazily = (make: () => VisitorScope): (() => VisitorScope) => {
  let made: VisitorScope | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What of a value makes a difference to what is shown. */
const heard = (value: Result.Result<Value, unknown>): string =>
  Result.isSuccess(value) ? `${isTrue(value.success)} ${written(value.success) ?? ""}` : "none"

/** A value within a text. Lists, objects and nothing have no text. */
const written = (value: Value): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined

interface Read {
  readonly expression: Expression
  /** It looks at the visitor. */
  readonly personal: boolean
}

/** Whether an expression looks at the visitor. */
export const isPersonal = (text: string): boolean => read(text)?.personal === true

const texts = new Map<string, Read | undefined>()
const mostTexts = 5000

/** Expressions are read once: sites ask the same few again and again. */
const read = (text: string): Read | undefined => {
  if (texts.has(text)) return texts.get(text)
  const parsed = parseExpression(text)
  const made = Result.isSuccess(parsed)
    ? { expression: parsed.success, personal: names(parsed.success, "visitor") }
    : undefined
  if (texts.size >= mostTexts) texts.clear()
  texts.set(text, made)
  return made
}

/** Whether a name occurs in an expression. */
const names = (expression: Expression, name: string): boolean => {
  switch (expression.type) {
    case "value":
      return false
    case "name":
      return expression.name === name
    case "list":
      return expression.items.some((item) => names(item, name))
    case "member":
      return names(expression.of, name) || names(expression.at, name)
    case "not":
    case "negative":
      return names(expression.of, name)
    case "binary":
    case "and":
    case "or":
    case "else":
      return names(expression.left, name) || names(expression.right, name)
    case "choice":
      return names(expression.test, name) || names(expression.yes, name) || names(expression.no, name)
  }
}
