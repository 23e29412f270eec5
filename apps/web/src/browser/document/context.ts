/** What drawing a document needs to know: where it stands, and where its references lead. */
import { createContext, use } from "react"
import { type KnownPage, type Reference, type RichBlock, type Target, targetOf } from "../../logic/document.ts"

export interface DocumentPlace {
  readonly space: string
  /** Id of the change request whose draft it is of. */
  readonly changeRequest?: string | undefined
  /** Number of that change request where its pages have addresses of their own. */
  readonly number?: string | undefined
  readonly pages: ReadonlyMap<string, KnownPage>
  /** Ids of headings. */
  readonly anchors: ReadonlyMap<RichBlock, string>
}

export const DocumentContext = createContext<DocumentPlace>({ space: "", pages: new Map(), anchors: new Map() })

export const useDocument = (): DocumentPlace => use(DocumentContext)

/** Where a reference leads, from the document that is drawn. */
export const useTarget = (ref: Reference | undefined): Target => {
  const { number, pages, space } = useDocument()
  return targetOf(ref, space, pages, number)
}
