/** Texts of a description's author, who is not the author of the page: Markdown, and nothing of the page's own. */
import { defined } from "@octavo/core/kernel/shared/defined"
import { parsePage } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import { element, escaped, type Html, none } from "../../html/html.ts"
import { type Context, flow } from "../context.ts"

/** Links lead out or nowhere; there are no files, includes, values and further descriptions. */
const strange = (own: Resolver): Resolver => ({
  link: (href) =>
    /^(?:https?:|mailto:)/i.test(href) ? { href, status: "external" } : { href: "", status: "broken" as const },
  file: () => undefined,
  include: () => undefined,
  expression: () => undefined,
  externalTarget: own.externalTarget,
  remoteImages: own.remoteImages,
  ...defined({ highlight: own.highlight })
})

/** Longer texts are cut. */
const longest = 50_000

/** Its headings are paragraphs: they are no part of the page's outline. */
export const drawProse = (text: string | undefined, context: Context): Html => {
  if (text === undefined) return none
  const plain = text.length > longest ? `${text.slice(0, longest)}…` : text
  if (!/[\n`*_[\]<>{}#|\\&!~:-]/.test(plain)) return element("p", {}, escaped(plain))
  const { root } = parsePage(`\n${plain.replaceAll("{%", "{\\%")}`)
  const children = root.children.map((node) =>
    node.type === "heading"
      ? {
          type: "paragraph" as const,
          position: node.position,
          children: [{ type: "strong" as const, position: node.position, children: node.children }]
        }
      : node
  )
  return flow(children, { ...context, resolver: strange(context.resolver), trail: [root], definitions: new Map() })
}
