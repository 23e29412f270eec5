/**
 * Edits of YAML maps by the fewest lines. Every way to write an edit is only a proposal: the first one whose text reads
 * as what is wanted, with all other keys as they were, is taken.
 */
import { Document, isAlias, isMap, isNode, isScalar, type Pair, parseDocument, Scalar, stringify, visit } from "yaml"
import { type Data, isRecord, readYaml } from "../yaml.ts"

export interface YamlOptions {
  /** Scalars mean the text that is written, as in `vars.yaml`. */
  texts?: boolean
  /** Line end where the text has none yet. */
  newline?: string
}

/**
 * A YAML map with keys set, or removed by `undefined`. A key that has its value already stays as it is written, and so
 * do comments and the lines of other keys. A text that is no map, or cannot be read, is left as it is.
 */
export const editYaml = (text: string, changes: Readonly<Data>, options: YamlOptions = {}): string => {
  const data = readMap(text, options)
  return data === undefined ? text : editMap(text, data, changes, options)
}

/** As `editYaml`, of a text that was read: what it says is not read once more for each key. */
export const editMap = (
  text: string,
  data: Readonly<Data>,
  changes: Readonly<Data>,
  options: YamlOptions = {}
): string => {
  let result = text
  let says = data
  for (const [key, value] of Object.entries(changes)) {
    const there = Object.hasOwn(says, key)
    if (value === undefined ? !there : there && same(says[key], value)) continue
    const wanted: Data = { ...says, [key]: value }
    if (value === undefined) delete wanted[key]
    const edited = setKey(result, key, value, wanted, options)
    if (edited === undefined) continue
    result = edited
    says = wanted
  }
  return result
}

/**
 * A YAML map of texts below a key with some of its values written anew, each in its place: in one go, however many.
 * What can't be done so is done as `editYaml` does it.
 */
export const editValues = (text: string, key: string, changes: ReadonlyMap<string, string>): string => {
  const data = readMap(text, {})
  const map = data?.[key]
  if (data === undefined || !isRecord(map) || changes.size === 0) return text
  const wanted = { ...map, ...Object.fromEntries(changes) }
  const { contents } = parse(text, {})
  const pair = isMap(contents) ? contents.items.findLast((one) => nameOf(one) === key) : undefined
  const pairs = isMap(pair?.value) ? pair.value.items : []
  const edited = pairs.reduceRight((result, one) => {
    const value = changes.get(nameOf(one) ?? "")
    return value === undefined ? result : (inPlace(result, one.value, nameOf(one)!, value) ?? result)
  }, text)
  return same(readMap(edited, {}), { ...data, [key]: wanted }) ? edited : editYaml(text, { [key]: wanted })
}

/** The first proposal that reads as what is wanted, if any does. */
const setKey = (text: string, key: string, value: unknown, wanted: Data, options: YamlOptions): string | undefined => {
  for (const propose of [proposals, freed, rewritten]) {
    for (const edited of propose(text, key, value, options)) {
      if (edited !== undefined && same(readMap(edited, options), wanted)) return edited
    }
  }
  return undefined
}

const readMap = (text: string, { texts = false }: YamlOptions): Data | undefined => {
  const { error, value } = readYaml(text, texts)
  if (error !== undefined) return undefined
  return isRecord(value) ? { ...value } : value === undefined || value === null || value === "" ? {} : undefined
}

type Propose = (text: string, key: string, value: unknown, options: YamlOptions) => Iterable<string | undefined>

/** The edit alone, the smallest first. */
const proposals: Propose = function* (text, key, value, options) {
  const { contents } = parse(text, options)
  const pairs = isMap(contents) ? contents.items : []
  const at = pairs.findLastIndex((pair) => nameOf(pair) === key)
  if (isMap(contents) && contents.flow === true) {
    yield* flowProposals(text, contents.range?.[1] ?? 0, pairs, at, key, value)
    return
  }
  const newline = /\r?\n/.exec(text)?.[0] ?? options.newline ?? "\n"
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, startOf(pairs[0]?.key))))![0]
  const regions = pairs.map((_, index) => regionOf(text, pairs, index, indent.length))
  const written = [nice(key, value), flow(key, value)].map((lines) => lines.replace(/(?<![^\n])(?!\n|$)/g, indent))
  if (value === undefined) {
    const own = regions.filter((_, index) => nameOf(pairs[index]!) === key)
    yield own.reduceRight((result, { end, start }) => result.slice(0, start) + result.slice(end), text)
    // blank lines behind a block of text can be a part of it
    yield own.reduceRight((result, { end, start }) => result.slice(0, start) + afterBlank(result.slice(end)), text)
    return
  }
  const lines = written.map((one) => one.replaceAll("\n", newline))
  if (at === -1) {
    const behind = regions.at(-1)?.end
    for (const place of [text.length, ...(behind === undefined ? [] : [behind])]) {
      const before = text.slice(0, place)
      const gap = before === "" || before.endsWith("\n") ? "" : newline
      for (const one of lines) yield before + gap + one + text.slice(place)
    }
    return
  }
  const node = pairs[at]!.value
  const { end, start } = regions[at]!
  yield nested(text, node, value, end, { ...options, newline })
  yield inPlace(text, node, key, value)
  const open = end === text.length && !text.endsWith("\n")
  for (const one of lines) yield text.slice(0, start) + (open ? one.trimEnd() : one) + text.slice(end)
}

/** Lines of a pair, without the blank lines and comments behind it: those belong to what follows. */
const regionOf = (text: string, pairs: ReadonlyArray<Pair>, index: number, column: number) => {
  const start = lineStart(text, startOf(pairs[index]!.key))
  const next = pairs[index + 1]
  const limit = next === undefined ? text.length : lineStart(text, startOf(next.key))
  let end = limit
  for (let line = lineStart(text, end - 1); line > start; line = lineStart(text, end - 1)) {
    const [, space = "", rest] = /^([ \t]*)(.*)/.exec(text.slice(line, end))!
    if (rest !== "" && rest !== "\r" && !(rest?.startsWith("#") && space.length <= column)) break
    end = line
  }
  return { start, end }
}

const afterBlank = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, "")

/** A map in a map: its own keys, in its own lines. */
const nested = (text: string, node: unknown, value: unknown, end: number, options: YamlOptions) => {
  if (!isMap(node) || node.flow === true || !isRecord(value) || Object.keys(value).length === 0) return undefined
  const start = lineStart(text, startOf(node.items[0]?.key))
  const inner = text.slice(start, end)
  const data = readMap(inner, options)
  if (data === undefined) return undefined
  const gone = Object.keys(data).filter((key) => value[key] === undefined)
  const edited = editYaml(inner, { ...value, ...Object.fromEntries(gone.map((key) => [key, undefined])) }, options)
  return text.slice(0, start) + edited + text.slice(end)
}

/** A scalar in the place of a scalar: what stands around it on the line stays. */
const inPlace = (text: string, node: unknown, key: string, value: unknown): string | undefined => {
  if (!isScalar(node) || !node.range || typeof value === "object") return undefined
  const [start, end] = node.range
  if (text.slice(start, end).includes("\n")) return undefined
  const lines = nice(key, value).split("\n")
  const commented = /^[ \t]*#/.test(text.slice(end))
  if (lines.length > 2 && !commented) return undefined
  const scalar = lines.length > 2 ? JSON.stringify(value) : nice("k", value).trimEnd().slice(3)
  const gap = /[ \t]/.test(text[start - 1] ?? " ") ? "" : " "
  return text.slice(0, start) + gap + scalar + text.slice(end)
}

/** Edits between braces. */
const flowProposals = function* (
  text: string,
  end: number,
  pairs: ReadonlyArray<Pair>,
  at: number,
  key: string,
  value: unknown
): Iterable<string | undefined> {
  const pair = pairs[at]
  const [from, to] = [startOf(pair?.key), endOf(pair)]
  if (pair === undefined) {
    const last = pairs.at(-1)
    const place = last === undefined ? end - 1 : endOf(last)
    yield `${text.slice(0, place)}${last === undefined ? "" : ", "}${flow(key, value).trimEnd()}${text.slice(place)}`
  } else if (value !== undefined) {
    yield text.slice(0, from) + flow(key, value).trimEnd() + text.slice(to)
  } else if (at > 0) {
    yield text.slice(0, endOf(pairs[at - 1])) + text.slice(to)
  } else {
    yield text.slice(0, from) + text.slice(pairs.length > 1 ? startOf(pairs[1]!.key) : to)
  }
}

/** Keys that repeat a part of what goes, by an alias, say it themselves; then the edit. */
const freed: Propose = function* (text, key, value, options) {
  const document = parse(text, options)
  const data = readMap(text, options) ?? {}
  if (!isMap(document.contents)) return
  const anchors = new Set<string>()
  const own = document.contents.items.filter((pair) => nameOf(pair) === key)
  for (const pair of own) {
    if (isNode(pair.value)) visit(pair.value, { Node: (_, node) => anchorOf(node, anchors) })
  }
  let result = text
  for (const pair of document.contents.items) {
    const name = nameOf(pair)
    if (name === undefined || name === key || !isNode(pair.value)) continue
    const repeated: string[] = []
    visit(pair.value, { Alias: (_, { source }) => void repeated.push(source) })
    if (!repeated.some((anchor) => anchors.has(anchor))) continue
    const edited = [...proposals(result, name, data[name], options)].find(
      (one) => one !== undefined && same(readMap(one, options), data) && one !== result
    )
    if (edited === undefined) return
    result = edited
  }
  if (result !== text) yield* proposals(result, key, value, options)
}

const anchorOf = (node: unknown, into: Set<string>): void => {
  if (isNode(node) && !isAlias(node) && node.anchor !== undefined) into.add(node.anchor)
}

/** The last resort: the map in the library's style, with its comments; then without them. */
const rewritten: Propose = function* (text, key, value, options) {
  const newline = /\r?\n/.exec(text)?.[0] ?? options.newline ?? "\n"
  const data = readMap(text, options) ?? {}
  const document = parse(text, options)
  if (isMap(document.contents)) {
    if (value === undefined) document.delete(key)
    else document.set(key, value)
    try {
      yield document.toString({ lineWidth: 80 }).replace(/\r?\n/g, newline)
    } catch {
      // an alias whose anchor went
    }
  }
  const all = Object.entries({ ...data, [key]: value }).filter(([, one]) => one !== undefined)
  yield all.map(([name, one]) => flow(name, one).replaceAll("\n", newline)).join("")
}

const parse = (text: string, { texts = false }: YamlOptions) =>
  parseDocument(text, {
    schema: texts ? "failsafe" : "core",
    uniqueKeys: false,
    logLevel: "silent",
    prettyErrors: false
  })

/** A pair in the style of `docs/contributing/dialect.md#frontmatter`: what is longer than a line is folded. */
const nice = (key: string, value: unknown): string => {
  // a blank line at its end would look like one between keys
  if (typeof value === "string" && /(?:^|\n)[ \t]*\n$/.test(value)) return flow(key, value)
  const folds = typeof value === "string" && !value.includes("\n") && key.length + value.length + 2 > 80
  const scalar = folds ? new Scalar(value) : value
  if (scalar instanceof Scalar) scalar.type = Scalar.BLOCK_FOLDED
  return new Document({ [key]: scalar }).toString({ lineWidth: 80 })
}

/** A pair on one line that reads the same wherever it stands. */
const flow = (key: string, value: unknown): string => `${stringify(key).trimEnd()}: ${JSON.stringify(value)}\n`

const nameOf = ({ key }: Pair): string | undefined => (isScalar(key) ? String(key.value) : undefined)

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0)

const endOf = (pair: Pair | undefined): number => {
  const node = isNode(pair?.value) ? pair.value : pair?.key
  return isNode(node) ? (node.range?.[1] ?? 0) : 0
}

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1

/** Whether plain data is the same; the order of keys says nothing. */
const same = (first: unknown, second: unknown): boolean => {
  if (Object.is(first, second)) return true
  if (Array.isArray(first) && Array.isArray(second)) {
    return first.length === second.length && first.every((item, index) => same(item, second[index]))
  }
  if (!isRecord(first) || !isRecord(second)) return false
  const keys = Object.keys(first)
  return (
    keys.length === Object.keys(second).length && keys.every((key) => key in second && same(first[key], second[key]))
  )
}
