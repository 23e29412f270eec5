/** Which links change the page without a reload, and which section of a page is the current one. */

/** Whether pages below a base path are a member's preview: their addresses let in, and who looks is no reader. */
export const isPreview = (base: string): boolean => base.includes("/~preview/")

interface Link {
  readonly origin: string
  readonly pathname: string
  readonly target: string
  hasAttribute(name: string): boolean
}

/**
 * Whether a link leads to a page of the site at `base`, which can stand in for the one that is shown. Files have an
 * extension, and pages that are loaded as a whole no base.
 */
export const isPageOf = (link: Link, origin: string, base: string | undefined): boolean =>
  base !== undefined &&
  link.origin === origin &&
  link.pathname.startsWith(`${base}/`) &&
  !link.hasAttribute("download") &&
  !link.target &&
  !/\.[a-z0-9]{2,5}$/i.test(link.pathname)

/**
 * The heading that a reader is at: the last one that stands above a line, the first before any does, the very last at the
 * end of the page.
 * @param tops of the headings, in pixels; `undefined` for those that are not shown
 */
export const currentHeading = (tops: ReadonlyArray<number | undefined>, line: number, isAtEnd: boolean): number =>
  isAtEnd
    ? tops.length - 1
    : Math.max(
        tops.findLastIndex((top) => top !== undefined && top <= line),
        0
      )
