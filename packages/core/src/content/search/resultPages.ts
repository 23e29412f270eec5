/** What the search page of a site shows at a time, of servers and of files. Pure; in the script of static sites, too. */

/** Results of each part of a site on one page. */
export const resultsOnPage = 50
/** Pages of results, at most: who looks further asks for something else. */
const mostPages = 20

/** How many pages there are of parts with so many results each; at least one. */
export const pageCount = (counts: ReadonlyArray<number>): number =>
  Math.min(mostPages, Math.max(1, ...counts.map((count) => Math.ceil(count / resultsOnPage))))

/** The page that an address asks for; what is no number asks for the first. */
export const askedPage = (text: string | null): number =>
  /^\d{1,9}$/.test(text ?? "") ? Math.min(mostPages, Math.max(1, Number(text))) : 1

/** Address of a page of results. */
export const resultsHref = (searchHref: string, query: string, page = 1): string =>
  `${searchHref}?q=${encodeURIComponent(query)}${page > 1 ? `&page=${page}` : ""}`
