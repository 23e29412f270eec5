/** Plain variables in expressions (section g). Everything else of the expression language is left to its evaluator. */

export interface Scope {
  space: Readonly<Record<string, string>>
  page: Readonly<Record<string, string>>
}

const token =
  /\s*(?:(space|page)\.vars\.([a-zA-Z][a-zA-Z0-9_]*)|"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)')\s*(\+|$)/y

/**
 * The value of `space.vars.NAME`, `page.vars.NAME`, string literals and their concatenation with `+`. Undefined for
 * any other expression, and when a name is not defined.
 */
export const evaluateVariable = (source: string, scope: Scope): string | undefined => {
  const text = source.trim()
  let value = ""
  let at = 0
  let open = true
  while (open) {
    token.lastIndex = at
    const match = token.exec(text)
    if (match === null) return undefined
    const [all, owner, name, double, single, operator] = match
    const part = owner === undefined ? unquote((double ?? single)!) : lookUp(scope[owner as keyof Scope], name!)
    if (part === undefined) return undefined
    value += part
    at += all.length
    open = operator === "+"
  }
  return value
}

const lookUp = (variables: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined

const unquote = (literal: string): string =>
  literal.replace(/\\(.)/gs, (_, character: string) =>
    character === "n" ? "\n" : character === "t" ? "\t" : character
  )
