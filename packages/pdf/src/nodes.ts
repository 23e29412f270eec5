/** Questions about nodes. */
import { childrenOf, inlineTypes, type Node } from "@octavo/document"

const inlineTags = new Set(
  "a span b i u s small strong em del ins abbr cite q dfn var samp code kbd sub sup mark time bdi bdo ruby rt rp br wbr font big tt strike label img".split(
    " "
  )
)

/** Dropped with everything inside, as on sites. */
export const droppedTags = new Set(
  "script style template iframe frame frameset object embed applet noscript noembed noframes textarea select option input svg math title head link meta base param canvas dialog portal map area track marquee".split(
    " "
  )
)

/** Nodes that nothing is drawn for. */
export const isSilent = (node: Node): boolean =>
  node.type === "comment" ||
  node.type === "html" ||
  node.type === "definition" ||
  node.type === "footnoteDefinition" ||
  node.type === "strayTag" ||
  (node.type === "htmlElement" && droppedTags.has(node.tag))

/** Whether a node stands in running text. */
export const isInline = (node: Node): boolean =>
  node.type === "htmlElement"
    ? inlineTags.has(node.tag) && childrenOf(node).every((child) => isInline(child) || isSilent(child))
    : inlineTypes.has(node.type) && !isSilent(node)
