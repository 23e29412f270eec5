/** Blocks of a document, as they are read: in the look of published pages. What is not known is shown as its source. */
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { parsedUrl } from "../../logic/addresses.ts"
import {
  blocksIn,
  contentIn,
  depthOf,
  flagOf,
  fragmentOf,
  plainText,
  type Reference,
  type RichBlock,
  type RichFragment,
  referenceOf,
  sourceOf,
  sourceOfParagraph,
  textOf
} from "../../logic/document.ts"
import { sizeOf } from "../../logic/words.ts"
import { Icon, type IconName } from "../parts/Icon.tsx"
import { fileQuery } from "../queries.ts"
import { useDocument, useTarget } from "./context.ts"
import { Inlines, ReferenceLink } from "./Inlines.tsx"
import { Picture } from "./Picture.tsx"
import { Table } from "./Table.tsx"
import { TabsBlock } from "./TabsBlock.tsx"

export const Blocks = ({ nodes }: { readonly nodes: ReadonlyArray<RichBlock> }) =>
  nodes.map((node, index) => <Block key={node.key ?? index} node={node} />)

/** What a fragment holds. */
export const Fragment = ({ fragment }: { readonly fragment: RichFragment | undefined }) =>
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
      return (
        <div className="math">
          <code className="formula">{textOf(data, "formula")}</code>
        </div>
      )
    case "hint":
      return <Hint node={node} />
    case "tabs":
      return <TabsBlock node={node} />
    case "stepper":
      return (
        <ol className="stepper">
          {blocksIn(node.nodes).map((step, index) => (
            <li key={index} className={`step ${blocksIn(step.nodes)[0]?.type.startsWith("heading") ? "" : "untitled"}`}>
              <Body node={step} />
            </li>
          ))}
        </ol>
      )
    case "columns":
      return (
        <div className="columns">
          {blocksIn(node.nodes).map((column, index) => (
            <div key={index} className={`column ${textOf(column.data, "verticalAlignment") ?? ""}`}>
              <Body node={column} />
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
            <Fragment fragment={fragmentOf(node, "expandable-body")} />
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
                <Body node={update} />
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

const Items = ({ node }: { readonly node: RichBlock }) =>
  blocksIn(node.nodes).map((item, index) => {
    const checked = (item.data as Record<string, unknown> | undefined)?.["checked"]
    if (typeof checked !== "boolean") {
      return (
        <li key={index}>
          <Body node={item} />
        </li>
      )
    }
    return (
      <li key={index} className="task">
        <span className={checked ? "box checked" : "box"} role="img" aria-label={checked ? "Done" : "To do"} />
        <div>
          <Body node={item} />
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
            <span key={index} className={numbered ? "line" : undefined}>
              <Inlines nodes={contentIn(line.nodes)} />
              {index < lines.length - 1 ? "\n" : null}
            </span>
          ))}
        </code>
      </pre>
    </div>
  )
}

const hints: Readonly<Record<string, { readonly icon: IconName; readonly label: string }>> = {
  info: { icon: "info", label: "Information" },
  success: { icon: "check", label: "Success" },
  warning: { icon: "warning", label: "Warning" },
  danger: { icon: "warning", label: "Danger" }
}

const Hint = ({ node }: { readonly node: RichBlock }) => {
  const style = textOf(node.data, "style") ?? "info"
  const { icon, label } = hints[style] ?? hints["info"]!
  return (
    <div className={`hint ${style}`} role="note" aria-label={label}>
      <Icon name={icon} />
      <div className="hint-body">
        <Body node={node} />
      </div>
    </div>
  )
}

const Caption = ({ node }: { readonly node: RichBlock }) => {
  const caption = fragmentOf(node, "caption")
  return caption === undefined ? null : (
    <figcaption>
      <Fragment fragment={caption} />
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

const Placeholder = ({ kind, text }: { readonly kind: string; readonly text: string }) => (
  <p className="placeholder">
    <strong>{kind}</strong> {text}
  </p>
)

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

const Card = ({
  icon,
  reference,
  text,
  title
}: {
  readonly icon: IconName
  readonly reference: Reference | undefined
  readonly title: string
  readonly text: string | undefined
}) => (
  <ReferenceLink className="reference" reference={reference}>
    <span className="reference-mark">
      <Icon name={icon} />
    </span>
    <span className="reference-words">
      <span className="reference-title">{title}</span>
      {text ? <span className="reference-text">{text}</span> : null}
    </span>
    <Icon name="right" />
  </ReferenceLink>
)

const ContentReference = ({ reference }: { readonly reference: Reference | undefined }) => {
  const { pages } = useDocument()
  const { title } = useTarget(reference)
  const page = reference?.page === undefined ? undefined : pages.get(reference.page)
  return <Card icon="page" reference={reference} title={page?.title ?? title} text={page?.description} />
}

const Embed = ({ node }: { readonly node: RichBlock }) => {
  const url = textOf(node.data, "url") ?? ""
  const reference = { kind: "url", url }
  const { title } = useTarget(reference)
  return (
    <figure>
      <Card icon="globe" reference={reference} title={title} text={parsedUrl(url)?.host} />
      <Caption node={node} />
    </figure>
  )
}

const FileCard = ({ node }: { readonly node: RichBlock }) => {
  const { space } = useDocument()
  const reference = referenceOf(node.data)
  const query = fileQuery(reference?.space ?? space, reference?.file ?? "")
  const { data: file } = useQuery({ ...query, enabled: reference?.file !== undefined && reference.broken !== true })
  const target = file === undefined ? reference : { kind: "url", url: file.downloadURL }
  return (
    <figure>
      <Card icon="file" reference={target} title={file?.name ?? "File"} text={file && sizeOf(file.size)} />
      <Caption node={node} />
    </figure>
  )
}
