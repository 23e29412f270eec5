/** Blocks of a document, as they are read: in the look of published pages. What is not known is shown as its source. */
import { Fragment, type ReactNode } from "react"
import { changeOf, earlierOf } from "../../logic/changes.ts"
import {
  blocksIn,
  contentIn,
  depthOf,
  flagOf,
  fragmentOf,
  plainText,
  type RichBlock,
  type RichFragment,
  referenceOf,
  sourceOf,
  sourceOfParagraph,
  textOf
} from "../../logic/document.ts"
import { Icon } from "../parts/Icon.tsx"
import { hints } from "../parts/signs.ts"
import { ContentReference, Embed, FileCard, Placeholder } from "./Cards.tsx"
import { Changed } from "./Changed.tsx"
import { useDocument } from "./context.ts"
import { Formula } from "./Formula.tsx"
import { Inlines, ReferenceLink } from "./Inlines.tsx"
import { Picture } from "./Picture.tsx"
import { Table } from "./Table.tsx"
import { TabsBlock } from "./TabsBlock.tsx"

export const Blocks = ({ nodes }: { readonly nodes: ReadonlyArray<RichBlock> }) =>
  nodes.map((node, index) => <Block key={node.key ?? index} node={node} />)

/** What a fragment holds. */
export const FragmentBlocks = ({ fragment }: { readonly fragment: RichFragment | undefined }) =>
  fragment === undefined ? null : <Blocks nodes={blocksIn(fragment.nodes)} />

const Body = ({ node }: { readonly node: RichBlock }) => <Blocks nodes={blocksIn(node.nodes)} />

const Source = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className="code source-block">
    <div className="code-title">{label}</div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  </div>
)

const alignClass = (node: RichBlock): string | undefined => {
  const align = textOf(node.data, "align")
  return align === "center" ? "align-center" : align === "end" ? "align-right" : undefined
}

const Block = ({ node }: { readonly node: RichBlock }): ReactNode => {
  if (changeOf(node) === undefined) return <PlainBlock node={node} />
  const earlier = earlierOf(node)
  return (
    <Changed node={node} earlier={earlier === undefined ? undefined : <PlainBlock node={earlier} />}>
      <PlainBlock node={node} />
    </Changed>
  )
}

const PlainBlock = ({ node }: { readonly node: RichBlock }): ReactNode => {
  const { data, type } = node
  switch (type) {
    case "paragraph": {
      const source = sourceOfParagraph(node)
      if (source !== undefined) return <Source label="Source" text={source} />
      return (
        <p className={alignClass(node)}>
          <Inlines nodes={contentIn(node.nodes)} />
        </p>
      )
    }
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return <Heading node={node} />
    case "list-unordered":
      return (
        <ul>
          <Items node={node} />
        </ul>
      )
    case "list-ordered":
      return (
        <ol start={Number((data as Record<string, unknown>)?.["start"] ?? 1)}>
          <Items node={node} />
        </ol>
      )
    case "list-tasks":
      return (
        <ul className="tasks">
          <Items node={node} />
        </ul>
      )
    case "blockquote":
      return (
        <blockquote>
          <Body node={node} />
        </blockquote>
      )
    case "divider":
      return <hr />
    case "code":
      return <Code node={node} />
    case "math":
      return <Formula source={textOf(data, "formula") ?? ""} isDisplay />
    case "hint":
      return <Hint node={node} />
    case "tabs":
      return <TabsBlock node={node} />
    case "stepper":
      return (
        <ol className="stepper">
          {blocksIn(node.nodes).map((step, index) => (
            <li key={index} className={`step ${blocksIn(step.nodes)[0]?.type.startsWith("heading") ? "" : "untitled"}`}>
              <Changed node={step}>
                <Body node={step} />
              </Changed>
            </li>
          ))}
        </ol>
      )
    case "columns":
      return (
        <div className="columns">
          {blocksIn(node.nodes).map((column, index) => (
            <div key={index} className={`column ${textOf(column.data, "verticalAlignment") ?? ""}`}>
              <Changed node={column}>
                <Body node={column} />
              </Changed>
            </div>
          ))}
        </div>
      )
    case "expandable":
      return (
        <details className="expandable" open={flagOf(data, "defaultExpanded")}>
          <summary>
            <span>
              <Inlines
                nodes={blocksIn(fragmentOf(node, "expandable-title")?.nodes).flatMap((one) => contentIn(one.nodes))}
              />
            </span>
          </summary>
          <div className="expandable-body">
            <FragmentBlocks fragment={fragmentOf(node, "expandable-body")} />
          </div>
        </details>
      )
    case "table":
      return <Table node={node} />
    case "images":
      return (
        <div
          className={`images ${blocksIn(node.nodes).length > 1 ? "gallery" : ""} ${flagOf(data, "withFrame") ? "framed" : ""}`}
        >
          {blocksIn(node.nodes).map((image, index) => (
            <Figure key={index} node={image} />
          ))}
        </div>
      )
    case "image":
    case "drawing":
      return (
        <div className="images">
          <Figure node={node} />
        </div>
      )
    case "file":
      return <FileCard node={node} />
    case "embed":
      return <Embed node={node} />
    case "content-ref":
      return <ContentReference reference={referenceOf(data)} />
    case "reusable-content":
      return <Placeholder kind="Reusable content" text="It is not here, or not for you to see." />
    case "updates":
      return (
        <div className="updates">
          {blocksIn(node.nodes).map((update, index) => (
            <div key={index} className="update">
              <div className="update-head">
                <time>{textOf(update.data, "date")}</time>
              </div>
              <div className="update-body">
                <Changed node={update}>
                  <Body node={update} />
                </Changed>
              </div>
            </div>
          ))}
        </div>
      )
    case "if":
      return (
        <div className="branch">
          <p className="branch-head">
            Shown if <code>{textOf(data, "expression")}</code>
          </p>
          <Body node={node} />
        </div>
      )
    case "prompt":
      return (
        <details className="expandable prompt">
          <summary>
            <span>{textOf(data, "description") ?? "Prompt"}</span>
          </summary>
          <Body node={node} />
        </details>
      )
    case "openapi-operation":
    case "openapi-webhook":
    case "swagger":
      return <Operation node={node} />
    case "openapi-schemas":
      return <Placeholder kind="Schemas" text={`of the OpenAPI specification ${referenceOf(data)?.spec ?? ""}`} />
    default: {
      const inside = blocksIn(node.nodes)
      return (
        <>
          <Source label={`A block that has no form here yet: ${type}`} text={sourceOf(node)} />
          {inside.length > 0 ? <Blocks nodes={inside} /> : null}
        </>
      )
    }
  }
}

const Heading = ({ node }: { readonly node: RichBlock }) => {
  const { anchors } = useDocument()
  const id = anchors.get(node)
  const Tag = `h${depthOf(node)}` as const
  return (
    <Tag id={id} className={alignClass(node)}>
      <Inlines nodes={contentIn(node.nodes)} />
      {id === undefined ? null : (
        <a className="anchor" href={`#${id}`} aria-label={`Link to ${plainText(node.nodes)}`}>
          #
        </a>
      )}
    </Tag>
  )
}

/** What an item begins with is a line of the list, and no paragraph of its own. */
const ItemBody = ({ node }: { readonly node: RichBlock }) => {
  const [first, ...rest] = blocksIn(node.nodes)
  if (first?.type !== "paragraph" || rest[0]?.type === "paragraph" || sourceOfParagraph(first) !== undefined)
    return <Body node={node} />
  return (
    <>
      <Inlines nodes={contentIn(first.nodes)} />
      <Blocks nodes={rest} />
    </>
  )
}

const Items = ({ node }: { readonly node: RichBlock }) =>
  blocksIn(node.nodes).map((item, index) => {
    const checked = (item.data as Record<string, unknown> | undefined)?.["checked"]
    if (typeof checked !== "boolean") {
      return (
        <li key={index}>
          <Changed node={item}>
            <ItemBody node={item} />
          </Changed>
        </li>
      )
    }
    return (
      <li key={index} className="task">
        <span className={checked ? "box checked" : "box"} role="img" aria-label={checked ? "Done" : "To do"} />
        <div>
          <Changed node={item}>
            <ItemBody node={item} />
          </Changed>
        </div>
      </li>
    )
  })

const Code = ({ node }: { readonly node: RichBlock }) => {
  const { data } = node
  const [title, syntax] = [textOf(data, "title"), textOf(data, "syntax")]
  const lines = blocksIn(node.nodes)
  const numbered = flagOf(data, "lineNumbers")
  return (
    <div className={`code ${textOf(data, "overflow") === "wrap" ? "wrap" : ""} ${numbered ? "numbered" : ""}`}>
      {title ? <div className="code-title">{title}</div> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a block of code is no fieldset */}
      <pre tabIndex={0} role="group" aria-label={title || [syntax, "code"].filter(Boolean).join(" ")}>
        <code>
          {lines.map((line, index) => (
            <Fragment key={index}>
              <span className={numbered ? "line" : undefined}>
                <CodeLine node={line} />
              </span>
              {index < lines.length - 1 ? "\n" : null}
            </Fragment>
          ))}
        </code>
      </pre>
    </div>
  )
}

const CodeLine = ({ node }: { readonly node: RichBlock }) => {
  const line = <Inlines nodes={contentIn(node.nodes)} />
  const kind = changeOf(node)?.kind
  return kind === "added" ? <ins>{line}</ins> : kind === "removed" ? <del>{line}</del> : line
}

const Hint = ({ node }: { readonly node: RichBlock }) => {
  const style = textOf(node.data, "style") ?? "info"
  const { icon, label } = Object.hasOwn(hints, style) ? hints[style as keyof typeof hints] : hints.info
  return (
    <div className={`hint ${style}`} role="note" aria-label={label}>
      <Icon name={icon} />
      <div className="hint-body">
        <Body node={node} />
      </div>
    </div>
  )
}

export const Caption = ({ node }: { readonly node: RichBlock }) => {
  const caption = fragmentOf(node, "caption")
  return caption === undefined ? null : (
    <figcaption>
      <FragmentBlocks fragment={caption} />
    </figcaption>
  )
}

const Figure = ({ node }: { readonly node: RichBlock }) => {
  const { data } = node
  const picture = (
    <Picture
      reference={referenceOf(data)}
      dark={referenceOf(data, "refDark")}
      alt={textOf(data, "alt") ?? ""}
      width={(data as Record<string, unknown> | undefined)?.["width"]}
    />
  )
  const link = referenceOf(data, "link")
  return (
    <figure>
      {link === undefined ? picture : <ReferenceLink reference={link}>{picture}</ReferenceLink>}
      <Caption node={node} />
    </figure>
  )
}

const Operation = ({ node }: { readonly node: RichBlock }) => {
  const { data } = node
  const method = textOf(data, "method") ?? ""
  return (
    <div className="api">
      <div className="api-head">
        <span className={`method ${method.toLowerCase()}`}>{method.toUpperCase()}</span>
        <code className="api-path">{textOf(data, "path") ?? textOf(data, "name")}</code>
        <span className="spec">{referenceOf(data)?.spec}</span>
      </div>
    </div>
  )
}
