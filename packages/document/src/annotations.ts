/** Text with a note, as GitBook's bot writes it: `[text](#user-content-fn-1)[^1]`. */
import type { FootnoteReference, Link, Node } from "./ast.ts"

/** Where a link in front of a reference leads that stands for the text of its note. */
export const noteHref = (label: string): string => `#user-content-fn-${label}`

/** The reference with the text that it is about, when a link to its note stands in front of it. */
export const annotationOf = (link: Node, next: Node | undefined): FootnoteReference | undefined => {
  if (link.type !== "link" || next?.type !== "footnoteReference") return undefined
  const isAbout = next.children.length === 0 && link.url === noteHref(next.label) && !link.children.some(holdsReference)
  return isAbout ? { ...next, children: (link as Link).children } : undefined
}

const holdsReference = (node: Node): boolean => node.type === "footnoteReference" || node.type === "link"
