/** What the looks of an element say: word processors and web pages say by styles what Markdown has marks for. */
import type { Mark } from "prosemirror-model"
import { schema } from "../schema/schema.ts"
import type { HtmlElement } from "./html.ts"

const byTag: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  cite: "italic",
  dfn: "italic",
  var: "italic",
  s: "strikethrough",
  del: "strikethrough",
  strike: "strikethrough",
  code: "code",
  tt: "code",
  samp: "code",
  kbd: "keyboard",
  sup: "superscript",
  sub: "subscript"
}

/** The declarations of a style attribute. */
export const stylesOf = ({ attributes }: HtmlElement): ReadonlyMap<string, string> => {
  const styles = new Map<string, string>()
  for (const declaration of (attributes["style"] ?? "").split(";")) {
    const colon = declaration.indexOf(":")
    if (colon > 0)
      styles.set(
        declaration.slice(0, colon).trim().toLowerCase(),
        declaration
          .slice(colon + 1)
          .trim()
          .toLowerCase()
      )
  }
  return styles
}

/** The marks with those that an element gives, and without those that its style takes. */
export const marksIn = (element: HtmlElement, marks: ReadonlyArray<Mark>): ReadonlyArray<Mark> => {
  const { tag } = element
  const styles = stylesOf(element)
  let now = marks
  const set = (name: string, is: boolean | undefined): void => {
    if (is === true) now = schema.mark(name).addToSet(now)
    else if (is === false) now = schema.marks[name]!.removeFromSet(now)
  }
  const own = byTag[tag]
  if (own !== undefined) set(own, true)
  if (tag === "mark") now = schema.mark("color", { data: { text: "default", background: "yellow" } }).addToSet(now)
  const weight = styles.get("font-weight")
  if (weight !== undefined) set("bold", isHeavy(weight))
  const slant = styles.get("font-style")
  if (slant !== undefined) set("italic", slant === "italic" || slant.startsWith("oblique"))
  if ((styles.get("text-decoration") ?? styles.get("text-decoration-line") ?? "").includes("line-through"))
    set("strikethrough", true)
  const vertical = styles.get("vertical-align")
  if (vertical === "super") set("superscript", true)
  if (vertical === "sub") set("subscript", true)
  if (
    tag === "span" &&
    /\b(?:courier|consolas|monospace|menlo|monaco|roboto mono)\b/.test(styles.get("font-family") ?? "")
  )
    set("code", true)
  return now
}

const isHeavy = (weight: string): boolean => weight === "bold" || weight === "bolder" || Number(weight) >= 600

/** Whether a style hides an element. */
export const isHidden = (element: HtmlElement): boolean => {
  const styles = stylesOf(element)
  return styles.get("display") === "none" || styles.get("visibility") === "hidden" || styles.get("mso-hide") === "all"
}
