/** Something that is wrong in a folder of docs. Lines and columns begin at 1; columns count UTF-16 units, as editors do. */
export interface Fault {
  readonly path: string
  readonly line?: number
  readonly column?: number
  readonly message: string
  /** `error`: it keeps what was saved from being shown. */
  readonly severity: "error" | "warning"
  /** Address of the page that it is on, below its space; empty for the first page. */
  readonly page?: string
}
