// Texts that make a regular expression slow, if any do: what it is made of, again and again, before and after what it asks for.
import { visitRegExpAST } from "@eslint-community/regexpp"
import { makeStepCounter, parse } from "./steps.mjs"

/** Characters that sets are asked about. */
const alphabet = [..."a\0 \t\n\r\"'`0AZz_-./\\:;,@#%&=+*?!|<>(){}[]^$~é漢😀", "\u00a0", "\u2028"]

/** More turns than this make a loop worth an attack. */
const manyTurns = 16

/** Long words have more kinds of characters than attacks are made of. */
const mostKinds = 10

/** Whether a character matches a node that stands for one. */
const matches = ({ raw, type, value }, flags) =>
  type === "Character"
    ? (character) => character === String.fromCodePoint(value)
    : (
        (expression) => (character) =>
          expression.test(character)
      )(new RegExp(`^(?:${raw})$`, flags.replace(/[gymd]/g, "")))

/** One character for each way in which the parts of the expression tell characters apart. */
const representatives = (parts, flags) => {
  const tests = [...new Map(parts.map((part) => [part.raw, part])).values()].map((part) => matches(part, flags))
  const literals = parts.filter(({ type }) => type === "Character").map(({ value }) => String.fromCodePoint(value))
  const kinds = new Map()
  for (const character of [...alphabet, ...literals]) {
    const kind = tests.map((test) => (test(character) ? 1 : 0)).join("")
    if (!kinds.has(kind)) kinds.set(kind, character)
  }
  return { characters: [...kinds.values()].slice(0, mostKinds), literals }
}

/** Texts that the expression begins to match, up to each of its loops, and what the loops repeat. */
const beginnings = (pattern, flags, candidates) => {
  const starts = new Set([""])
  const bodies = new Set()
  const sample = (node, before) => {
    switch (node.type) {
      case "Pattern":
      case "Group":
      case "CapturingGroup": {
        const texts = node.alternatives.map((alternative) =>
          alternative.elements.reduce((text, element) => text + sample(element, before + text), "")
        )
        return texts[0]
      }
      case "Quantifier": {
        const body = sample(node.element, before)
        if (node.max > manyTurns) {
          starts.add(before)
          bodies.add(body)
        }
        return body.repeat(Math.min(Math.max(node.min, 1), 4))
      }
      case "Character":
        return String.fromCodePoint(node.value)
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass": {
        return candidates.find(matches(node, flags)) ?? ""
      }
      default:
        return ""
    }
  }
  starts.add(sample(pattern, ""))
  return { starts: [...starts], bodies: [...bodies] }
}

/** Whether an expression is tried at the start alone and has nothing to go back to but one loop over characters. */
const isPlain = (pattern, loops) =>
  loops.length === 0 ||
  (loops.length === 1 &&
    loops[0].element.type.startsWith("Character") &&
    pattern.alternatives.every(({ elements: [first] }) => first?.kind === "start"))

/** Attacks on an expression: what stands before, what is repeated, what stands behind. */
function* attacksOn({ flags, pattern: source }) {
  const pattern = parse({ flags, pattern: source })
  const parts = []
  const loops = []
  const note = (node) => {
    if (node.parent.type === "Alternative" || node.parent.type === "Quantifier") parts.push(node)
  }
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => {
      if (node.max > manyTurns) loops.push(node)
    },
    onCharacterEnter: note,
    onCharacterSetEnter: note,
    onCharacterClassEnter: note,
    onExpressionCharacterClassEnter: note
  })
  if (isPlain(pattern, loops) && !flags.includes("m")) return
  const { characters, literals } = representatives(parts, flags)
  const { bodies, starts } = beginnings(pattern, flags, [...alphabet, ...literals])
  const ends = new Set(["", "\0", ...characters, ...characters.map((character) => character.repeat(2))])
  for (const pump of new Set([...characters, ...bodies, ...starts])) {
    if (pump === "") continue
    for (const start of new Set([...starts, ...characters])) {
      for (const end of ends) yield { start, pump, end }
    }
  }
  for (const start of starts) {
    for (const a of characters) {
      for (const b of characters) if (a !== b) for (const end of ["", "\0"]) yield { start, pump: a + b, end }
    }
  }
}

const textOf = ({ end, pump, start }, length) => start + pump.repeat(Math.ceil(length / pump.length)) + end

/** Half and whole length of an attack, and what steps may grow by from one to the other: 2 is linear, 4 quadratic. */
const [half, full, growth] = [100, 200, 2.8]
/** So many steps for a character are no matter, however they grow. */
const cheap = 12

/** An attack under which the steps of an expression grow faster than the text, or undefined when none was found. */
export const slowAttack = (expression) => {
  let count
  for (const attack of attacksOn(expression)) {
    count ??= makeStepCounter(expression)
    const text = textOf(attack, full)
    const steps = count(text)
    if (steps <= cheap * text.length) continue
    if (steps === Number.POSITIVE_INFINITY || steps > growth * count(textOf(attack, half))) return { ...attack, steps }
  }
  return undefined
}
