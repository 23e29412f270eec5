/** Blocks that stand for something elsewhere: pages, files, addresses; and what is said in place of what is not here. */
import { useQuery } from "@tanstack/react-query"
import { parsedUrl } from "../../logic/addresses.ts"
import { type Reference, type RichBlock, referenceOf, textOf } from "../../logic/document.ts"
import { sizeOf } from "../../logic/words.ts"
import { Icon, type IconName } from "../parts/Icon.tsx"
import { fileQuery } from "../queries.ts"
import { Caption } from "./Blocks.tsx"
import { useDocument, useTarget } from "./context.ts"
import { ReferenceLink } from "./Inlines.tsx"

export const Placeholder = ({ kind, text }: { readonly kind: string; readonly text: string }) => (
  <p className="placeholder">
    <strong>{kind}</strong> {text}
  </p>
)

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

export const ContentReference = ({ reference }: { readonly reference: Reference | undefined }) => {
  const { pages } = useDocument()
  const { title } = useTarget(reference)
  const page = reference?.page === undefined ? undefined : pages.get(reference.page)
  return <Card icon="page" reference={reference} title={page?.title ?? title} text={page?.description} />
}

export const Embed = ({ node }: { readonly node: RichBlock }) => {
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

export const FileCard = ({ node }: { readonly node: RichBlock }) => {
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
