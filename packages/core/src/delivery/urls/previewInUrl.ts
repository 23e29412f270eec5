/** Previews of unpublished content, as URLs name them: `~/changes/{id or number}` and `~/revisions/{id}`. Pure. */
import { currentId } from "@octavo/document"

export interface PreviewInUrl {
  /** The segments of the path up to the space. */
  readonly before: ReadonlyArray<string>
  /** Those that name the preview. */
  readonly prefix: ReadonlyArray<string>
  /** The path of the page. */
  readonly rest: ReadonlyArray<string>
  /** Id or number. */
  readonly changeRequest?: string
  readonly revision?: string
}

/** The preview that the decoded segments of a site's path name; `undefined` when they name none. */
export const previewInUrl = (segments: ReadonlyArray<string>): PreviewInUrl | undefined => {
  const at = segments.indexOf("~")
  const [kind, id] = segments.slice(at + 1)
  if (at < 0 || id === undefined || (kind !== "changes" && kind !== "revisions")) return undefined
  return {
    before: segments.slice(0, at),
    prefix: segments.slice(at, at + 3),
    rest: segments.slice(at + 3),
    ...(kind === "changes" ? { changeRequest: currentId(id) } : { revision: currentId(id) })
  }
}
