/** Running text: leaves with their marks, links and what else stands in a line. */
import type { ReactNode } from "react"
import { inlineChangeOf } from "../../logic/changes.ts"
import {
  contentIn,
  plainText,
  type Reference,
  type RichContent,
  type RichLeaf,
  referenceOf,
  textOf
} from "../../logic/document.ts"
import { emojiOf } from "../../logic/spaces.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { colorClass } from "./colors.ts"
import { useDocument, useTarget } from "./context.ts"
import { Formula } from "./Formula.tsx"
import { Picture } from "./Picture.tsx"

type Inline = Extract<RichContent, { object: "inline" }>

export const Inlines = ({ nodes }: { readonly nodes: ReadonlyArray<RichContent> | undefined }) =>
  (nodes ?? []).map((node, index) =>
    node.object === "text" ? <Leaves key={index} leaves={node.leaves} /> : <InlineNode key={index} node={node} />
  )

const Leaves = ({ leaves }: { readonly leaves: ReadonlyArray<RichLeaf> }) =>
  leaves.map((leaf, index) => <Leaf key={index} leaf={leaf} />)

const tags: Readonly<Record<string, "strong" | "em" | "del" | "ins" | "code" | "kbd" | "sup" | "sub">> = {
  bold: "strong",
  italic: "em",
  strikethrough: "del",
  code: "code",
  keyboard: "kbd",
  superscript: "sup",
  subscript: "sub",
  inserted: "ins",
  deleted: "del"
}

/** What is said once more of a deletion, beside its line: text may be struck through by who wrote it. */
const changeClasses: Readonly<Record<string, string>> = { inserted: "changed", deleted: "changed" }

const Leaf = ({ leaf }: { readonly leaf: RichLeaf }) => {
  if (leaf.source && leaf.marks.length === 0) return <code className="source-inline">{leaf.source}</code>
  // the first mark is the outermost; that of a comparison is the last
  let content: ReactNode = leaf.source ? <code className="source-inline">{leaf.source}</code> : withBreaks(leaf.text)
  for (const mark of leaf.marks.toReversed()) content = <Marked mark={mark}>{content}</Marked>
  return content
}

const Marked = ({ children, mark: { data, type } }: MarkedProps) => {
  const Tag = tags[type]
  if (Tag !== undefined) return <Tag className={changeClasses[type]}>{children}</Tag>
  if (type !== "color") return children
  const [color, ground] = [textOf(data, "text"), textOf(data, "background")]
  return <span className={[colorClass("ink", color), colorClass("wash", ground)].join(" ")}>{children}</span>
}

interface MarkedProps {
  readonly mark: RichLeaf["marks"][number]
  readonly children: ReactNode
}

const withBreaks = (text: string): ReactNode =>
  text.includes("\n")
    ? text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line]))
    : text

/** A link to what a reference leads to; its words alone where that is nowhere. */
export const ReferenceLink = ({
  children,
  className,
  reference
}: {
  readonly reference: Reference | undefined
  readonly className?: string
  readonly children?: ReactNode
}) => {
  const { href, isOutside, title } = useTarget(reference)
  if (href === undefined) {
    return (
      <span className="broken" title={title}>
        {children ?? title}
      </span>
    )
  }
  if (href.startsWith("#")) {
    return (
      <a className={className} href={href}>
        {children ?? title}
      </a>
    )
  }
  return (
    <AppLink className={className} href={href} rel={isOutside ? "noopener noreferrer" : undefined}>
      {children ?? title}
    </AppLink>
  )
}

const InlineNode = ({ node }: { readonly node: Inline }) => {
  const change = inlineChangeOf(node)
  if (change === undefined) return <PlainInline node={node} />
  const Tag = change === "inserted" ? "ins" : "del"
  return (
    <Tag className="changed">
      <PlainInline node={node} />
    </Tag>
  )
}

const PlainInline = ({ node }: { readonly node: Inline }) => {
  const { data, type } = node
  const { pages } = useDocument()
  switch (type) {
    case "link":
      return (
        <ReferenceLink reference={referenceOf(data)}>
          {plainText(node.nodes) === "" && !hasPicture(node) ? undefined : <Inlines nodes={contentIn(node.nodes)} />}
        </ReferenceLink>
      )
    case "mention": {
      const ref = referenceOf(data)
      const label = textOf(data, "label") ?? (ref?.page === undefined ? undefined : pages.get(ref.page)?.title)
      if (ref?.kind === "user" && ref.broken !== true)
        return <span className="person-mention">@{label ?? "A member"}</span>
      return (
        <ReferenceLink className="mention" reference={ref}>
          {label === undefined ? undefined : <span>{label}</span>}
        </ReferenceLink>
      )
    }
    case "emoji":
      return <span className="emoji">{emojiOf(textOf(data, "code"))}</span>
    case "icon":
      return <span className="icon-name" title={`Icon: ${textOf(data, "icon") ?? ""}`} aria-hidden="true" />
    case "expression":
      return <code className="expression">{textOf(data, "expression")}</code>
    case "inline-math":
      return <Formula source={textOf(data, "formula") ?? ""} isDisplay={false} />
    case "inline-image":
      return (
        <Picture
          reference={referenceOf(data)}
          dark={referenceOf(data, "refDark")}
          alt={textOf(data, "alt") ?? ""}
          isInline={textOf(data, "size") === "line"}
        />
      )
    case "button":
      return (
        <ReferenceLink
          className={`button ${textOf(data, "kind") === "secondary" ? "secondary" : ""}`}
          reference={referenceOf(data)}
        >
          {textOf(data, "label")}
        </ReferenceLink>
      )
    case "annotation":
      return (
        <span className="annotation" title={(node.fragments ?? []).map((one) => plainText(one.nodes)).join("\n")}>
          <Inlines nodes={contentIn(node.nodes)} />
        </span>
      )
    default:
      return <code className="source-inline">{plainText(node.nodes) || type}</code>
  }
}

const hasPicture = (node: Inline): boolean =>
  contentIn(node.nodes).some((one) => one.object === "inline" && one.type === "inline-image")
