/** The words of an expression. Pure; every text gives words or a problem, in time that follows its length. */
import * as Result from "effect/Result"
import type { ExpressionProblem } from "./Expression.ts"

export type Token =
  | { readonly kind: "number"; readonly value: number; readonly at: number }
  | { readonly kind: "string"; readonly value: string; readonly at: number }
  | { readonly kind: "word"; readonly text: string; readonly at: number }
  | { readonly kind: "sign"; readonly text: string; readonly at: number }
  | { readonly kind: "end"; readonly at: number }

// longest first: a sign is never the start of a longer one that is there
const signs = "=== !== == != <= >= && || ?? ?. < > + - * / % ! ( ) [ ] . , ? :".split(" ")

const space = /[\t\n\r ]+/y
const word = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", "'": "'", '"': '"' }

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** The words of a text, an end last. */
export const tokensOf = (text: string): Result.Result<ReadonlyArray<Token>, ExpressionProblem> => {
  const tokens: Array<Token> = []
  let at = 0
  while (at < text.length) {
    const blank = matchAt(space, text, at)
    if (blank !== undefined) {
      at += blank.length
      continue
    }
    const name = matchAt(word, text, at)
    if (name !== undefined) {
      tokens.push({ kind: "word", text: name, at })
      at += name.length
      continue
    }
    const digits = matchAt(number, text, at)
    if (digits !== undefined) {
      tokens.push({ kind: "number", value: Number(digits), at })
      at += digits.length
      if (matchAt(word, text, at) !== undefined) return Result.fail({ message: "a number ends here", at })
      continue
    }
    if (text[at] === '"' || text[at] === "'") {
      const read = stringAt(text, at)
      if (Result.isFailure(read)) return Result.fail(read.failure)
      tokens.push({ kind: "string", value: read.success.value, at })
      at = read.success.end
      continue
    }
    const sign = signs.find((one) => text.startsWith(one, at))
    if (sign === undefined)
      return Result.fail({ message: `${JSON.stringify(charAt(text, at))} means nothing here`, at })
    tokens.push({ kind: "sign", text: sign, at })
    at += sign.length
  }
  tokens.push({ kind: "end", at })
  return Result.succeed(tokens)
}

const charAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at)!)

const stringAt = (
  text: string,
  start: number
): Result.Result<{ readonly value: string; readonly end: number }, ExpressionProblem> => {
  const quote = text[start]
  let value = ""
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!
    if (char === quote) return Result.succeed({ value, end: at + 1 })
    if (char === "\n") break
    if (char !== "\\") {
      value += char
      continue
    }
    const escaped = escapes[text[++at] ?? ""]
    if (escaped === undefined) return Result.fail({ message: "only \\n, \\t, \\\\, \\' and \\\" can be escaped", at })
    value += escaped
  }
  return Result.fail({ message: "this text has no closing quote", at: start })
}
