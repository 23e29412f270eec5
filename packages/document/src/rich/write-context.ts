/** Reading the fields of a document that somebody else made: what is wrong is said with its place in the JSON. */
import type { Block, FootnoteDefinition } from "../ast.ts"
import { sameBlocks } from "./match.ts"
import type { Data, RichBlock, RichProblem, RichRef, RichReferences } from "./model.ts"

/** Thrown inside of this folder only. */
export class Refused extends Error {
  readonly problem: RichProblem

  constructor(problem: RichProblem) {
    super(`${problem.path}: ${problem.message}`)
    this.problem = problem
  }
}

export interface WriteOptions {
  /** Labels of footnotes that are taken, in lower case. */
  readonly labels: ReadonlySet<string>
  /** The body of a footnote of the text as it is. */
  readonly bodyOf: (label: string) => ReadonlyArray<RichBlock> | undefined
  readonly hasTitle: boolean
}

/** A node that exists nowhere yet. */
export const position = { start: 0, end: 0 }

export class WriteContext {
  /** Footnotes that annotations have become, in order. */
  readonly definitions: FootnoteDefinition[] = []
  readonly #references: RichReferences
  readonly #options: WriteOptions
  readonly #labels: ReadonlySet<string>
  /** What footnotes that were made here say, by their labels in lower case. */
  readonly #given = new Map<string, ReadonlyArray<RichBlock>>()
  readonly #bodyOf: (label: string) => ReadonlyArray<RichBlock> | undefined
  /** Whether a heading of level one may stand in the text: the first one is its title. */
  readonly hasTitle: boolean
  readonly #path: Array<string | number> = []
  #isInHtml = false
  /** No number below is free. */
  #next = 1

  constructor(references: RichReferences, options: WriteOptions) {
    const { bodyOf, hasTitle, labels } = options
    this.#references = references
    this.#options = options
    this.#labels = labels
    this.#bodyOf = bodyOf
    this.hasTitle = hasTitle
  }

  /** The same for what is not to be written: its footnotes are its own. */
  apart(): WriteContext {
    const apart = new WriteContext(this.#references, this.#options)
    apart.#path.push(...this.#path)
    apart.#isInHtml = this.#isInHtml
    return apart
  }

  /** Whether what is written stands in HTML, which reads one of many blanks. */
  get isInHtml(): boolean {
    return this.#isInHtml
  }

  /** What `f` says about blocks in an element. */
  inHtml<A>(f: () => A): A {
    const before = this.#isInHtml
    this.#isInHtml = true
    const value = f()
    this.#isInHtml = before
    return value
  }

  /** What `f` says about a place below this one. */
  at<A>(step: string | number, f: () => A): A {
    this.#path.push(step)
    const value = f()
    this.#path.pop()
    return value
  }

  atPath<A>(steps: ReadonlyArray<string | number>, f: () => A): A {
    const [first, ...rest] = steps
    return first === undefined ? f() : this.at(first, () => this.atPath(rest, f))
  }

  each<A, B>(step: string, list: ReadonlyArray<A>, f: (item: A) => B): B[] {
    return this.at(step, () => list.map((item, index) => this.at(index, () => f(item))))
  }

  fail(message: string, ...steps: ReadonlyArray<string | number>): never {
    throw new Refused({ path: [...this.#path, ...steps].join("."), message })
  }

  // ---------------------------------------------------------------- fields

  text(data: Data | undefined, name: string): string | undefined {
    const value = data?.[name]
    if (value === undefined || value === null) return undefined
    if (typeof value !== "string") return this.fail("must be a text", "data", name)
    return value
  }

  needed(data: Data | undefined, name: string): string {
    return this.text(data, name) ?? this.fail("is needed", "data", name)
  }

  flag(data: Data | undefined, name: string): boolean | undefined {
    const value = data?.[name]
    if (value === undefined || value === null) return undefined
    if (typeof value !== "boolean") return this.fail("must be true or false", "data", name)
    return value
  }

  whole(data: Data | undefined, name: string, least: number, most: number): number | undefined {
    const value = data?.[name]
    if (value === undefined || value === null) return undefined
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
      return this.fail(`must be a whole number from ${least} to ${most}`, "data", name)
    }
    return value as number
  }

  oneOf<A extends string>(data: Data | undefined, name: string, values: ReadonlyArray<A>): A | undefined {
    const value = data?.[name]
    if (value === undefined || value === null) return undefined
    const found = values.find((one) => one === value)
    return found ?? this.fail(`must be one of ${values.join(", ")}`, "data", name)
  }

  record(data: Data | undefined, name: string): Data {
    const value = data?.[name]
    if (value === undefined || value === null) return {}
    if (!isRecord(value)) return this.fail("must be an object", "data", name)
    return value
  }

  list(data: Data | undefined, name: string): ReadonlyArray<unknown> {
    const value = data?.[name]
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return this.fail("must be a list", "data", name)
    return value
  }

  /** Attributes that no field says. */
  attributes(data: Data | undefined): Record<string, string> {
    const kept: Record<string, string> = Object.create(null)
    for (const [name, value] of Object.entries(this.record(data, "attributes"))) {
      if (typeof value !== "string" || !/^[\w@:.-]+$/.test(name))
        return this.fail("must be texts by name", "data", "attributes")
      kept[name] = value
    }
    return kept
  }

  // ---------------------------------------------------------------- references

  /** The href of a reference in a field. */
  href(data: Data | undefined, name: string): string {
    const value = data?.[name]
    if (!isRecord(value)) return this.fail("is needed: a content reference", "data", name)
    return this.hrefOf(value, "data", name)
  }

  optionalHref(data: Data | undefined, name: string): string | undefined {
    return data?.[name] === undefined || data[name] === null ? undefined : this.href(data, name)
  }

  /** An href of what is no object yet; `steps` say where it stands. */
  hrefOf(ref: unknown, ...steps: ReadonlyArray<string | number>): string {
    if (!isRecord(ref)) return this.fail("must be a content reference", ...steps)
    const { kind } = ref
    if (kind === "url") {
      return typeof ref["url"] === "string" ? ref["url"] : this.fail("must be a text", ...steps, "url")
    }
    const field = typeof kind === "string" ? idFields[kind] : undefined
    if (field === undefined)
      return this.fail(`must be one of url, ${Object.keys(idFields).join(", ")}`, ...steps, "kind")
    if (typeof ref[field] !== "string" || ref[field] === "") return this.fail("must be a text", ...steps, field)
    for (const name of ["space", "page", "query"]) {
      if (ref[name] !== undefined && typeof ref[name] !== "string") return this.fail("must be a text", ...steps, name)
    }
    const href = this.#references.hrefOf(ref as unknown as RichRef)
    return href ?? this.fail(`there is no ${kind} ${JSON.stringify(ref[field])} that could be written here`, ...steps)
  }

  /** Of a file or of a URL. */
  mediaHref(data: Data | undefined, name: string): string {
    const value = data?.[name]
    if (isRecord(value) && value["kind"] !== "file" && value["kind"] !== "url") {
      return this.fail("must be a file or a url", "data", name, "kind")
    }
    return this.href(data, name)
  }

  // ---------------------------------------------------------------- footnotes

  /** The label of a footnote that is there already and says the same. */
  known(wanted: string | undefined, body: ReadonlyArray<RichBlock>): string | undefined {
    const known = wanted === undefined ? undefined : (this.#given.get(wanted.toLowerCase()) ?? this.#bodyOf(wanted))
    return known !== undefined && sameBlocks(known, body) ? wanted : undefined
  }

  #isTaken(label: string): boolean {
    return this.#labels.has(label) || this.#given.has(label)
  }

  /**
   * Keeps a footnote and tells its label: the wanted one when it is free.
   * @param body what it says
   */
  define(wanted: string | undefined, children: Block[], body: ReadonlyArray<RichBlock>): string {
    let label = wanted !== undefined && /^[^\s[\]\\]+$/.test(wanted) ? wanted : String(this.#next)
    while (this.#isTaken(label.toLowerCase())) label = String(this.#next++)
    this.#given.set(label.toLowerCase(), body)
    const identifier = label.toLowerCase().toUpperCase()
    this.definitions.push({ type: "footnoteDefinition", identifier, label, children, position })
    return label
  }
}

const idFields: Readonly<Record<string, string>> = {
  page: "page",
  anchor: "anchor",
  file: "file",
  user: "user",
  collection: "collection",
  space: "space",
  "reusable-content": "reusableContent",
  tag: "tag",
  openapi: "spec"
}

export const isRecord = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value)
