/**
 * Rison, the notation of claims in a preview's query: JSON with fewer signs that a URL must escape, like
 * `(plan:pro,tags:!(a,b),beta:!t)`. Pure.
 */
import type { Schema } from "effect"

const idPattern = /[^\s'!:(),*@$]+/y
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?$/
/** What nests deeper is none. */
const deepest = 20

class Malformed extends Error {}

/** The value of a text; `undefined` when the text is no Rison. */
export const parseRison = (text: string): Schema.Json | undefined => {
  let at = 0

  const take = (sign: string): boolean => {
    if (text[at] !== sign) return false
    at++
    return true
  }
  const need = (sign: string): void => {
    if (!take(sign)) throw new Malformed()
  }
  const quoted = (): string => {
    let made = ""
    for (; at < text.length; at++) {
      const sign = text[at]!
      if (sign === "'") {
        at++
        return made
      }
      if (sign === "!") {
        at++
        if (text[at] !== "!" && text[at] !== "'") throw new Malformed()
      }
      made += text[at]
    }
    throw new Malformed()
  }
  const word = (): string => {
    idPattern.lastIndex = at
    const [found] = idPattern.exec(text) ?? []
    if (found === undefined) throw new Malformed()
    at += found.length
    return found
  }
  const list = (depth: number): Schema.Json => {
    const items: Array<Schema.Json> = []
    if (take(")")) return items
    do items.push(value(depth))
    while (take(","))
    need(")")
    return items
  }
  const object = (depth: number): Schema.Json => {
    const members: Array<readonly [string, Schema.Json]> = []
    if (take(")")) return {}
    do {
      const name = take("'") ? quoted() : word()
      need(":")
      members.push([name, value(depth)])
    } while (take(","))
    need(")")
    return Object.fromEntries(members)
  }
  const value = (depth: number): Schema.Json => {
    if (depth > deepest) throw new Malformed()
    if (take("(")) return object(depth + 1)
    if (take("'")) return quoted()
    if (take("!")) {
      const sign = text[at++]
      if (sign === "t") return true
      if (sign === "f") return false
      if (sign === "n") return null
      if (sign === "(") return list(depth + 1)
      throw new Malformed()
    }
    const found = word()
    return numberPattern.test(found) ? Number(found) : found
  }

  try {
    const parsed = value(0)
    return at === text.length ? parsed : undefined
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}
