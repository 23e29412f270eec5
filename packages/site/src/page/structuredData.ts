/** What a page is, for search engines, as JSON-LD in the terms of schema.org. */

import { type Html, html, none, raw } from "../html/html.ts"
import type { StructuredData } from "../view.ts"

/** Of a page, what its structured data says besides what is in its view. */
export interface DescribedPage {
  title: string
  description: string | undefined
  /** Absolute. */
  url: string
  language: string
  siteTitle: string
  updatedAt: string | undefined
  authors: readonly string[]
  /** Absolute. */
  image: string | undefined
}

/** JSON that no markup can be ended in: what it stands in ends at the first `</script`, and changes at `<!--`. */
const inScript = (value: unknown): Html => raw(JSON.stringify(value).replaceAll("<", "\\u003c"))

const websiteOf = ({ about, searchUrl, siteUrl }: StructuredData, page: DescribedPage) => ({
  "@type": "WebSite",
  "@id": `${siteUrl}#website`,
  url: siteUrl,
  name: page.siteTitle,
  // the front page says what of the site it is known by; others name it
  ...(page.url === siteUrl && {
    ...(about !== undefined && { description: about }),
    inLanguage: page.language,
    ...(searchUrl !== undefined && {
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${searchUrl}?q={search_term_string}` },
        "query-input": "required name=search_term_string"
      }
    })
  })
})

const articleOf = ({ siteUrl }: StructuredData, page: DescribedPage) => ({
  "@type": "TechArticle",
  "@id": `${page.url}#article`,
  headline: page.title,
  ...(page.description !== undefined && { description: page.description }),
  url: page.url,
  inLanguage: page.language,
  ...(page.updatedAt !== undefined && { dateModified: page.updatedAt }),
  ...(page.authors.length > 0 && { author: page.authors.map((name) => ({ "@type": "Person", name })) }),
  ...(page.image !== undefined && { image: page.image }),
  isPartOf: { "@id": `${siteUrl}#website` }
})

const crumbsOf = ({ breadcrumbs, siteUrl }: StructuredData, page: DescribedPage) => {
  if (page.url === siteUrl) return undefined
  const way = [{ title: page.siteTitle, url: siteUrl }, ...breadcrumbs, { title: page.title, url: page.url }]
  return {
    "@type": "BreadcrumbList",
    itemListElement: way.map(({ title, url }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name: title,
      item: url
    }))
  }
}

/** Nothing of a page that search engines are not to list. */
export const drawStructuredData = (data: StructuredData | undefined, page: DescribedPage): Html => {
  if (data === undefined) return none
  const crumbs = crumbsOf(data, page)
  const graph = [websiteOf(data, page), articleOf(data, page), ...(crumbs === undefined ? [] : [crumbs])]
  return html`<script type="application/ld+json">${inScript({ "@context": "https://schema.org", "@graph": graph })}</script>`
}
