// How many steps a regular expression takes on a text: a backtracking matcher as V8's, which counts instead of being fast.
import { RegExpParser } from "@eslint-community/regexpp"

/** Where counting ends: whoever gets here has long been told. */
const mostSteps = 3_000_000

const parser = new RegExpParser({ ecmaVersion: 2025 })

/** The syntax tree of an expression, as the parser has it. */
export const parse = ({ flags, pattern }) =>
  parser.parsePattern(pattern, 0, pattern.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v")
  })

/** Whether single characters match a node that stands for one; native, and kept. */
const makeTest = ({ raw, type, value }, flags) => {
  if (type === "Character" && !flags.includes("i")) {
    const wanted = String.fromCodePoint(value)
    return (character) => character === wanted
  }
  const expression = new RegExp(`^(?:${raw})$`, flags.replace(/[gymd]/g, ""))
  const known = new Map()
  return (character) => {
    if (!known.has(character)) known.set(character, expression.test(character))
    return known.get(character)
  }
}

/** The tests of all nodes of an expression that stand for one character, by how they are written. */
const makeTests = (flags) => {
  const tests = new Map()
  return (node) => {
    if (!tests.has(node.raw)) tests.set(node.raw, makeTest(node, flags))
    return tests.get(node.raw)
  }
}

const isWord = (character) => character !== undefined && /^\w$/.test(character)
const isLineEnd = (character) =>
  character === "\n" || character === "\r" || character === "\u2028" || character === "\u2029"

/**
 * Steps of finding every match in a text, as `replace` with `g` does; of a sticky expression: of one attempt.
 * A step is a look at a character, or at what a loop or an assertion says. `found` is told of each match.
 */
export const makeStepCounter = (expression) => {
  const { flags } = expression
  const testOf = makeTests(flags)
  let text = []
  let steps = 0
  let groups = new Map()

  const step = () => {
    if (++steps > mostSteps) throw new RangeError("too many steps")
    return true
  }

  /** A matcher takes a place and what is to follow; `back` reads to the left, as lookbehinds do. */
  const compile = (node, back) => {
    switch (node.type) {
      case "Pattern":
      case "Group":
        return any(node.alternatives, back)
      case "CapturingGroup": {
        const inner = any(node.alternatives, back)
        return (at, next) =>
          inner(at, (end) => {
            const before = groups.get(node)
            groups.set(node, text.slice(Math.min(at, end), Math.max(at, end)))
            if (next(end)) return true
            groups.set(node, before)
            return false
          })
      }
      case "Alternative": {
        const parts = node.elements.map((element) => compile(element, back))
        if (back) parts.reverse()
        return (at, next) => {
          const from = (index) => (place) =>
            index === parts.length ? next(place) : parts[index](place, from(index + 1))
          return from(0)(at)
        }
      }
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass": {
        const test = testOf(node)
        return (at, next) => {
          step()
          const place = back ? at - 1 : at
          return place >= 0 && place < text.length && test(text[place]) && next(back ? at - 1 : at + 1)
        }
      }
      case "Backreference": {
        const group = [node.resolved].flat()[0]
        return (at, next) => {
          const wanted = groups.get(group) ?? []
          for (const [i, character] of wanted.entries()) {
            step()
            if (text[back ? at - wanted.length + i : at + i] !== character) return false
          }
          return next(back ? at - wanted.length : at + wanted.length)
        }
      }
      case "Quantifier": {
        const { greedy, max, min } = node
        const body = compile(node.element, back)
        const loop = (at, count, next) => {
          step()
          const again = () =>
            count < max && body(at, (end) => (end !== at || count < min) && loop(end, count + 1, next))
          if (count < min) return again()
          return greedy ? again() || next(at) : next(at) || again()
        }
        return (at, next) => loop(at, 0, next)
      }
      case "Assertion":
        return assertion(node)
      default:
        throw new Error(`Unknown part of an expression: ${node.type}`)
    }
  }
  const any = (alternatives, back) => {
    const matchers = alternatives.map((alternative) => compile(alternative, back))
    return (at, next) => matchers.some((matcher) => matcher(at, next))
  }
  const assertion = (node) => {
    const lines = flags.includes("m")
    switch (node.kind) {
      case "start":
        return (at, next) => step() && (at === 0 || (lines && isLineEnd(text[at - 1]))) && next(at)
      case "end":
        return (at, next) => step() && (at === text.length || (lines && isLineEnd(text[at]))) && next(at)
      case "word":
        return (at, next) => step() && (isWord(text[at - 1]) !== isWord(text[at])) !== node.negate && next(at)
      default: {
        const inner = any(node.alternatives, node.kind === "lookbehind")
        return (at, next) => inner(at, () => true) !== node.negate && next(at)
      }
    }
  }

  const whole = compile(parse(expression), false)
  return (input, found = () => {}) => {
    text = /[uv]/.test(flags) ? [...input] : input.split("")
    steps = 0
    try {
      for (let start = 0; start <= text.length; ) {
        groups = new Map()
        let end = -1
        const matched = whole(start, (place) => {
          end = place
          return true
        })
        if (matched) found(start, end)
        if (flags.includes("y")) break
        start = matched && end > start ? end : start + 1
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return Number.POSITIVE_INFINITY
    }
    return steps
  }
}
