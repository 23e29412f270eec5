/**
 * HTML as a type of its own. A string is text: where HTML is wanted it does not compile, and `html` escapes it. What is
 * HTML already and comes as a string has to be said to be with `raw`, whose places are counted by `test/html.test.ts`.
 */

const PLAIN_TEXT = /^[^&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufdd0-\ufdef\ufffe\uffff]*$/
const SPECIALS = /[&<>"]/g
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufdd0-\ufdef\ufffe\uffff]/g
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Text without the control characters that HTML forbids. */
export const withoutControls = (value: string): string => value.replace(CONTROLS, "")

/** Text with its special characters as entities: for element content and double-quoted attribute values, of XML too. */
export const escapeText = (value: string): string =>
  PLAIN_TEXT.test(value)
    ? value
    : withoutControls(value).replace(SPECIALS, (character) => ENTITIES[character] as string)

/** A piece of HTML: elements, their parts, or escaped text. Made by what this file exports and nowhere else. */
export class Html {
  /** No object of another shape is taken for one. */
  declare private readonly kind: "Html"
  /** The HTML as a string, to be sent. */
  readonly text: string

  /** @internal `html`, `escaped`, `join`, `element`, `attributes` and `raw` call it */
  constructor(text: string) {
    this.text = text
  }

  get isEmpty(): boolean {
    return this.text === ""
  }

  /** Nothing would be seen: no element, and no text but white space. */
  get isBlank(): boolean {
    return this.text.trim() === ""
  }

  /** HTML within a plain string would be taken for text. */
  toString(): never {
    throw new Error("HTML stands in a plain string: write html`…`, join() or .text")
  }
}

/** Nothing. */
export const none = new Html("")

/** What `html` takes: HTML as it is, one or many; everything else is text. */
export type HtmlValue = Html | readonly Html[] | string | number

/** HTML from a template; strings and numbers in it are escaped, arrays of HTML stand one after the other. */
export const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html => {
  let out = parts[0] as string
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as HtmlValue
    if (typeof value === "string") out += escapeText(value)
    else if (value instanceof Html) out += value.text
    else if (typeof value === "number") out += value
    else for (const one of value) out += one.text
    out += parts[at + 1] as string
  }
  return new Html(out)
}

/** Text as HTML. */
export const escaped = (value: string): Html => new Html(escapeText(value))

/** Pieces one after the other, with something between them. */
export const join = (pieces: readonly Html[], between: Html | string = ""): Html => {
  if (pieces.length === 1) return pieces[0] as Html
  const text = typeof between === "string" ? escapeText(between) : between.text
  let out = ""
  for (let at = 0; at < pieces.length; at++) {
    if (at > 0 && text !== "") out += text
    out += (pieces[at] as Html).text
  }
  return new Html(out)
}

/**
 * A string that is HTML already. Only for what another library has written as markup, what came from another thread or
 * a cache as plain data after it had been drawn here, and what a script or a style sheet of our own says.
 */
export const raw = (markup: string): Html => new Html(markup)

/** An attribute's value: `true` writes the bare name, `false` and `undefined` leave the attribute out. */
export type AttributeValue = string | number | boolean | undefined

const written = (values: Record<string, AttributeValue>): string => {
  let out = ""
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (value === undefined || value === false) continue
    out += value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`
  }
  return out
}

/** ` name="value"` for each attribute that has a value. Names are ours, never the author's. */
export const attributes = (values: Record<string, AttributeValue>): Html => new Html(written(values))

/** One element with what is in it. */
export const element = (
  tag: string,
  values: Record<string, AttributeValue>,
  ...content: ReadonlyArray<Html | readonly Html[]>
): Html => {
  let out = `<${tag}${written(values)}>`
  for (let at = 0; at < content.length; at++) {
    const one = content[at] as Html | readonly Html[]
    out += one instanceof Html ? one.text : join(one).text
  }
  return new Html(`${out}</${tag}>`)
}

/** Class names joined; empty ones are left out, and no attribute is written when none is left. */
export const classes = (...names: Array<string | false | undefined>): string | undefined =>
  names.filter(Boolean).join(" ") || undefined
