/** Where a page of a site that is files searches. */
export interface SearchPlaces {
  /** Words before the number of pages that were found, and before a query that finds nothing. */
  readonly found: string
  readonly nothingFound: string
  /** Words before queries that find something, over pages to go on with, and of a link to all that was found. */
  readonly meant: string
  readonly goOn: string
  readonly moreFound: string
  /** Of links to the pages of results before and after one, and what both are. */
  readonly previous: string
  readonly next: string
  readonly pagination: string
  /** Pages to go on with where nothing is found. */
  readonly others: ReadonlyArray<{ readonly title: string; readonly href: string }>
  /** Language of the pages, as BCP 47 has it. */
  readonly language: string
  /** The indexes of the site spaces that are searched from here. */
  readonly places: ReadonlyArray<{
    /** What stands over what is found there, where several have something. */
    readonly title: string
    /** Address of the folder of the index; ends with a slash. */
    readonly at: string
    /** Whether it is that of the part that is read. */
    readonly isRead: boolean
    /** Changes with what is in it. */
    readonly version: string
  }>
}
