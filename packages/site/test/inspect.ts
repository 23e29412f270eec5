/** Reads HTML as a browser does and names what must never be there. */
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5"

type Node = DefaultTreeAdapterTypes.Node

const FORBIDDEN = new Set(
  "script style iframe object embed base meta link template form textarea select svg:script foreignObject".split(" ")
)
const URLS = new Set(["href", "src", "action", "formaction", "xlink:href", "poster", "data", "srcset", "srcdoc"])
const STYLE =
  /^(?:(?:color|background-color|width|min-width|flex-grow|--cover|--shift|--first)\s*:\s*(?:[\w#.%, -]|rgba?\(|hsla?\(|color-mix\(|min\(|\))+;?\s*)+$/

const dangers = (node: Node, into: string[]): string[] => {
  if ("tagName" in node) {
    const inMath = node.namespaceURI.endsWith("MathML")
    if (FORBIDDEN.has(node.tagName)) into.push(`<${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      if (/^on/i.test(name)) into.push(`${name}=${value}`)
      if (URLS.has(name)) {
        const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\u0000-\u0020]/g, ""))?.[1]?.toLowerCase()
        const image = node.tagName === "img" && /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(value)
        if (scheme !== undefined && !image && !["http", "https", "mailto", "tel"].includes(scheme))
          into.push(`${name}=${value}`)
      }
      if (name === "style" && !inMath && !STYLE.test(value)) into.push(`style=${value}`)
    }
  }
  if ("childNodes" in node) for (const child of node.childNodes) dangers(child, into)
  return into
}

/** Dangers in a fragment; empty when it is safe. */
export const inspect = (html: string): string[] => {
  const found = dangers(parseFragment(html), [])
  if (/<script/i.test(html)) found.push("<script in the text")
  return found
}

/** All elements of a document, in order. */
export const elements = (html: string): DefaultTreeAdapterTypes.Element[] => {
  const found: DefaultTreeAdapterTypes.Element[] = []
  const visit = (node: Node): void => {
    if ("tagName" in node) found.push(node)
    if ("childNodes" in node) for (const child of node.childNodes) visit(child)
  }
  visit(parse(html))
  return found
}
