/** Writing HTML: everything that reaches the output as text or as an attribute goes through this file. */

const SPECIAL = /[&<>"]/
const SPECIALS = /[&<>"]/g
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufdd0-\ufdef\ufffe\uffff]/g
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Text without the control characters that HTML forbids. */
export const withoutControls = (value: string): string => value.replace(CONTROLS, "")

/** Text made safe for element content and for double-quoted attribute values. */
export const escapeHtml = (value: string): string => {
  const clean = withoutControls(value)
  return SPECIAL.test(clean) ? clean.replace(SPECIALS, (character) => ENTITIES[character] as string) : clean
}

/** An attribute's value: `true` writes the bare name, `false` and `undefined` leave the attribute out. */
export type AttributeValue = string | number | boolean | undefined

/** ` name="value"` for each attribute that has a value. Names are ours, never the author's. */
export const attributes = (values: Record<string, AttributeValue>): string => {
  let out = ""
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (value === undefined || value === false) continue
    out += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`
  }
  return out
}

/** One element. `content` is HTML. */
export const element = (tag: string, values: Record<string, AttributeValue>, content: string): string =>
  `<${tag}${attributes(values)}>${content}</${tag}>`

/** Class names joined; empty ones are left out, and no attribute is written when none is left. */
export const classes = (...names: Array<string | false | undefined>): string | undefined =>
  names.filter(Boolean).join(" ") || undefined
