/**
 * What XML may be before a parser sees it: tags that are written as they should be, in bounds within which the parser,
 * the canonicalization and the search for signatures are linear. One pass, in which nothing is looked at twice: whoever
 * sends this need not be anybody.
 */

/**
 * Each bound is far above what providers send, whose responses have some hundred elements. Looking for what is signed
 * takes the library a tenth of a millisecond for each element.
 */
const mostElements = 1500
const deepest = 50
/** Different names of elements: the parser looks through the whole text once for each. */
const mostNames = 200
/** Attributes of one element, which the parser compares with each other. */
const mostAttributes = 50
/** Namespaces that are declared where one is, which are copied for every element that declares more. */
const mostNamespaces = 100
const longestName = 256
const longestValue = 8192
/** Of `<?xml version="1.0" encoding="UTF-8" standalone="no"?>`. */
const longestDeclaration = 200

const lessThan = 60
const greaterThan = 62
const slash = 47
const equals = 61

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** What ends a name. */
const endsName = (code: number): boolean =>
  isBlank(code) ||
  code === lessThan ||
  code === greaterThan ||
  code === slash ||
  code === equals ||
  code === 34 ||
  code === 39 ||
  Number.isNaN(code)

const illFormed = "The response is not well-formed XML"

/** Why a text can't be read as XML of a response; `undefined` when it can be given to the parser. */
export const xmlProblem = (xml: string): string | undefined => {
  // no DOCTYPE and so no entities; no comments, which would cut a name in two; no CDATA
  if (xml.includes("<!")) return "The response holds a DOCTYPE, a comment or CDATA"
  // what ends a line for some and not for others
  if (/[\u0000\u0085\u2028\u2029]/.test(xml)) return "The response holds a character that does not belong into it"
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/.test(xml)) {
    return "The response holds an entity that is not known"
  }
  const names = new Set<string>()
  /** Names of the elements that are open, and the namespaces that each declares. */
  const open: Array<{ readonly name: string; readonly declares: number }> = []
  let elements = 0
  let namespaces = 0
  let at = 0

  const skipBlanks = () => {
    while (isBlank(xml.charCodeAt(at))) at++
  }
  /** The name that begins here; empty when none does, or one that is too long. */
  const readName = (): string => {
    const from = at
    while (!endsName(xml.charCodeAt(at))) at++
    return at - from > longestName ? "" : xml.slice(from, at)
  }

  /** Behind the name of a start tag: its attributes and its end. */
  const readStart = (name: string): string | undefined => {
    let attributes = 0
    let declares = 0
    for (;;) {
      const before = at
      skipBlanks()
      const code = xml.charCodeAt(at)
      if (code === greaterThan) {
        at++
        if (open.length >= deepest) return "The response is too deep"
        open.push({ name, declares })
        return undefined
      }
      if (code === slash) {
        if (xml.charCodeAt(at + 1) !== greaterThan) return illFormed
        at += 2
        namespaces -= declares
        return undefined
      }
      if (at === before) return illFormed
      const attribute = readName()
      if (attribute === "") return illFormed
      if (++attributes > mostAttributes) return "The response has an element with too many attributes"
      if (attribute === "xmlns" || attribute.startsWith("xmlns:")) {
        declares++
        if (++namespaces > mostNamespaces) return "The response declares too many namespaces"
      }
      skipBlanks()
      if (xml.charCodeAt(at) !== equals) return illFormed
      at++
      skipBlanks()
      const quote = xml[at]
      if (quote !== '"' && quote !== "'") return illFormed
      const end = xml.indexOf(quote, at + 1)
      if (end < 0) return illFormed
      if (end - at > longestValue) return "The response has an attribute that is too long"
      if (xml.slice(at, end).includes("<")) return illFormed
      at = end + 1
    }
  }

  const readEnd = (): string | undefined => {
    const name = readName()
    skipBlanks()
    const last = open.pop()
    if (last === undefined || last.name !== name || xml.charCodeAt(at) !== greaterThan) return illFormed
    at++
    namespaces -= last.declares
    return undefined
  }

  if (xml.startsWith("<?xml") && isBlank(xml.charCodeAt(5))) {
    const end = xml.slice(0, longestDeclaration).indexOf("?>")
    if (end < 0) return illFormed
    at = end + 2
  }
  for (;;) {
    at = xml.indexOf("<", at)
    if (at < 0) break
    at++
    const code = xml.charCodeAt(at)
    if (code === 63) return "The response holds a processing instruction"
    if (code === slash) {
      at++
      const problem = readEnd()
      if (problem !== undefined) return problem
      continue
    }
    const name = readName()
    if (name === "") return illFormed
    if (++elements > mostElements) {
      return "The response has too many elements: have the provider send fewer attributes, or fewer groups"
    }
    if (!names.has(name) && names.add(name).size > mostNames) return "The response has too many kinds of elements"
    const problem = readStart(name)
    if (problem !== undefined) return problem
  }
  return open.length === 0 ? undefined : illFormed
}
