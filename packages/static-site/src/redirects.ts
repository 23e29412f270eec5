/** Redirects of a site that is files: for hosts that read `_redirects`, and as pages that lead on. Pure. */

export interface Redirect {
  /** Path; what is below it is led along where it ends in `/*`. */
  readonly from: string
  /** An address; `:splat` stands for what is below. */
  readonly to: string
  readonly permanent: boolean
}

/** `_redirects`, as Netlify and Cloudflare Pages read it: one a line, the more special ones first. */
export const renderRedirects = (redirects: ReadonlyArray<Redirect>): string =>
  redirects
    .toSorted((a, b) => Number(a.from.endsWith("/*")) - Number(b.from.endsWith("/*")) || compare(b.from, a.from))
    .map(({ from, permanent, to }) => `${from} ${to} ${permanent ? 301 : 302}\n`)
    .join("")

const compare = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)

/** A page that leads on, on hosts that know no redirects. */
export const renderLeadingOn = (to: string): string => {
  const href = to.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${href}</title><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${href}"><link rel="canonical" href="${href}"></head><body><p><a href="${href}">${href}</a></p></body></html>`
}
