/** Reads an expression. Pure; never throws; `test/expressions`. */
import * as Result from "effect/Result"
import { codePoints } from "../shared/text.ts"
import { type BinaryOperator, type Expression, type ExpressionProblem, expressionLimits } from "./Expression.ts"
import { type Token, tokensOf } from "./tokens.ts"

/** The expression that a text writes, or where it stops being one. */
export const parseExpression = (text: string): Result.Result<Expression, ExpressionProblem> => {
  if (codePoints(text) > expressionLimits.length) {
    return Result.fail({ message: `an expression has at most ${expressionLimits.length} characters` })
  }
  return Result.flatMap(tokensOf(text), (tokens) => {
    const parser = new Parser(tokens)
    const expression = parser.expression()
    if (expression === undefined) return Result.fail(parser.problem!)
    const rest = parser.next()
    return rest.kind === "end" ? Result.succeed(expression) : Result.fail(unexpected(rest))
  })
}

/** From the loosest to the tightest; operators of one line are read from left to right. */
const levels: ReadonlyArray<Readonly<Record<string, BinaryOperator>>> = [
  { "==": "==", "===": "==", "!=": "!=", "!==": "!=" },
  { "<": "<", "<=": "<=", ">": ">", ">=": ">=", in: "in" },
  { "+": "+", "-": "-" },
  { "*": "*", "/": "/", "%": "%" }
].map((level) => Object.assign(Object.create(null), level))

const words: ReadonlyMap<string, boolean | null | undefined> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined]
])

const unexpected = (token: Token): ExpressionProblem => {
  const { at } = token
  if (token.kind === "end") return { message: "the expression ends too early", at }
  if (token.kind === "sign") {
    return token.text === "("
      ? { message: "nothing can be called", at }
      : { message: `${JSON.stringify(token.text)} is not expected here`, at }
  }
  const found = token.kind === "word" ? token.text : JSON.stringify(token.value)
  return { message: `${found} is not expected here: an operator is missing`, at }
}

/** By descent. A method that cannot go on sets `problem`, and answers `undefined` up to the top. */
class Parser {
  problem: ExpressionProblem | undefined
  private readonly tokens: ReadonlyArray<Token>
  private at = 0
  private depth = 0

  constructor(tokens: ReadonlyArray<Token>) {
    this.tokens = tokens
  }

  private peek(): Token {
    return this.tokens[this.at]!
  }

  next(): Token {
    const token = this.peek()
    if (token.kind !== "end") this.at++
    return token
  }

  private fail(problem: ExpressionProblem): undefined {
    this.problem ??= problem
    return undefined
  }

  /** Whether the next is one of these; then it is taken. */
  private take(...texts: ReadonlyArray<string>): string | undefined {
    const token = this.peek()
    if (token.kind !== "sign" || !texts.includes(token.text)) return undefined
    this.at++
    return token.text
  }

  private close(text: string): true | undefined {
    return this.take(text) === undefined ? this.fail(unexpected(this.peek())) : true
  }

  private nested<A>(read: () => A | undefined): A | undefined {
    if (this.depth >= expressionLimits.depth) {
      return this.fail({ message: `nests deeper than ${expressionLimits.depth} levels`, at: this.peek().at })
    }
    this.depth++
    const found = read()
    this.depth--
    return found
  }

  expression(): Expression | undefined {
    return this.nested(() => {
      const test = this.either()
      if (test === undefined || this.take("?") === undefined) return test
      const yes = this.expression()
      if (yes === undefined || this.close(":") === undefined) return undefined
      const no = this.expression()
      return no === undefined ? undefined : { type: "choice", test, yes, no }
    })
  }

  private either(): Expression | undefined {
    let left = this.both()
    for (;;) {
      const sign = left === undefined ? undefined : this.take("||", "??")
      if (left === undefined || sign === undefined) return left
      const right = this.both()
      if (right === undefined) return undefined
      left = { type: sign === "||" ? "or" : "else", left, right }
    }
  }

  private both(): Expression | undefined {
    let left = this.binary(0)
    while (left !== undefined && this.take("&&") !== undefined) {
      const right = this.binary(0)
      left = right === undefined ? undefined : { type: "and", left, right }
    }
    return left
  }

  private binary(level: number): Expression | undefined {
    const operators = levels[level]
    if (operators === undefined) return this.prefixed()
    let left = this.binary(level + 1)
    for (;;) {
      const token = this.peek()
      const operator = token.kind === "sign" || token.kind === "word" ? operators[token.text] : undefined
      if (left === undefined || operator === undefined) return left
      this.at++
      const right = this.binary(level + 1)
      left = right === undefined ? undefined : { type: "binary", operator, left, right }
    }
  }

  private prefixed(): Expression | undefined {
    const sign = this.take("!", "-")
    if (sign === undefined) return this.member()
    const of = this.nested(() => this.prefixed())
    return of === undefined ? undefined : { type: sign === "!" ? "not" : "negative", of }
  }

  private member(): Expression | undefined {
    let of = this.single()
    for (;;) {
      if (of === undefined) return undefined
      if (this.take(".", "?.") !== undefined) {
        const token = this.next()
        if (token.kind !== "word") return this.fail(unexpected(token))
        of = { type: "member", of, at: { type: "value", value: token.text } }
      } else if (this.take("[") !== undefined) {
        const at = this.expression()
        if (at === undefined || this.close("]") === undefined) return undefined
        of = { type: "member", of, at }
      } else return of
    }
  }

  private single(): Expression | undefined {
    const token = this.next()
    switch (token.kind) {
      case "number":
      case "string":
        return { type: "value", value: token.value }
      case "word":
        if (words.has(token.text)) return { type: "value", value: words.get(token.text) }
        return token.text === "in" ? this.fail(unexpected(token)) : { type: "name", name: token.text }
      case "sign": {
        if (token.text === "[") return this.list()
        if (token.text !== "(") return this.fail(unexpected(token))
        const inner = this.expression()
        return inner === undefined || this.close(")") === undefined ? undefined : inner
      }
      case "end":
        return this.fail(unexpected(token))
    }
  }

  private list(): Expression | undefined {
    const items: Array<Expression> = []
    while (this.take("]") === undefined) {
      if (items.length > 0 && this.close(",") === undefined) return undefined
      if (items.length > 0 && this.take("]") !== undefined) break
      const item = this.expression()
      if (item === undefined) return undefined
      items.push(item)
    }
    return { type: "list", items }
  }
}
