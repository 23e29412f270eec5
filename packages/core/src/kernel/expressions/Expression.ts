/**
 * The expression language of conditions and merge rules: values, names, comparisons, logic. It reads what it is given
 * and nothing else: no calls, no loops, no regular expressions, no way to a prototype. `docs/reference/expressions.md`.
 */

/** Longest text of an expression, in Unicode code points, and deepest nesting of brackets and prefixes. */
export const expressionLimits = { length: 1024, depth: 50 }

/** Plain data. `undefined` is what is not there. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | ReadonlyArray<Value>
  | { readonly [name: string]: Value }

const binaryOperators = ["==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "%"] as const
export type BinaryOperator = (typeof binaryOperators)[number]

export type Expression =
  | { readonly type: "value"; readonly value: string | number | boolean | null | undefined }
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "list"; readonly items: ReadonlyArray<Expression> }
  /** `of.name` and `of["name"]`; with a list, the members of its items. */
  | { readonly type: "member"; readonly of: Expression; readonly at: Expression }
  | { readonly type: "not" | "negative"; readonly of: Expression }
  | {
      readonly type: "binary"
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  /** `&&`, `||` and `??`: the right side is looked at only when the left one does not decide. */
  | { readonly type: "and" | "or" | "else"; readonly left: Expression; readonly right: Expression }
  | { readonly type: "choice"; readonly test: Expression; readonly yes: Expression; readonly no: Expression }

/** Why a text is no expression, or why an expression came to no value, in words for its author. */
export interface ExpressionProblem {
  readonly message: string
  /** Where in the text, counted in UTF-16 units from 0; absent when it is not about a place. */
  readonly at?: number
}
