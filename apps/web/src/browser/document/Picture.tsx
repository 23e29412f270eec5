/** A picture of the space. Those of other hosts are links: whoever reads a page tells nobody else about it. */
import { useQuery } from "@tanstack/react-query"
import type { CSSProperties } from "react"
import { parsedUrl } from "../../logic/addresses.ts"
import type { Reference } from "../../logic/document.ts"
import { fileQuery } from "../queries.ts"
import { useDocument } from "./context.ts"

interface PictureProps {
  readonly reference: Reference | undefined
  readonly dark?: Reference | undefined
  readonly alt: string
  readonly isInline?: boolean
  /** In pixels, or as a share of the line. */
  readonly width?: unknown
}

export const Picture = ({ alt, dark, isInline = false, reference, width }: PictureProps) => {
  const light = useSource(reference)
  const other = useSource(dark)
  if (reference?.kind === "url") {
    const host = parsedUrl(reference.url ?? "")?.host
    return (
      <a className="remote" href={host === undefined ? undefined : reference.url} rel="noopener noreferrer">
        <span>
          {alt || "Picture"} {host === undefined ? null : <span className="host">{host}</span>}
        </span>
      </a>
    )
  }
  if (light === null) return <span className="missing">{alt || "A picture that is not here"}</span>
  // its place is kept while its address is asked for
  if (light === undefined) return <span className="picture-place" />
  const style = sizeOf(width)
  const image = (source: NonNullable<typeof light>, theme: string) => (
    <img
      className={[isInline ? "line" : "", theme].join(" ").trim()}
      src={source.url}
      alt={alt}
      width={source.width}
      height={source.height}
      style={style}
      loading="lazy"
      decoding="async"
    />
  )
  return other ? (
    <>
      {image(light, "on-light")}
      {image(other, "on-dark")}
    </>
  ) : (
    image(light, "")
  )
}

const sizeOf = (width: unknown): CSSProperties | undefined => {
  if (typeof width === "number") return { width, height: "auto" }
  const { unit, value } = (width ?? {}) as { readonly unit?: string; readonly value?: number }
  return value === undefined || unit === undefined ? undefined : { width: `${value}${unit}`, height: "auto" }
}

/** `undefined` while it is asked for; `null` where there is none. */
const useSource = (ref: Reference | undefined) => {
  const { changeRequest, space } = useDocument()
  const isFile = ref?.kind === "file" && ref.file !== undefined && ref.broken !== true
  const within = ref?.space ?? space
  const { data, isError } = useQuery({
    ...fileQuery(within, ref?.file ?? "", within === space ? changeRequest : undefined),
    enabled: isFile
  })
  if (!isFile || isError) return null
  return data && { url: data.downloadURL, width: data.dimensions?.width, height: data.dimensions?.height }
}
