/** Error pages that belong to no site that their reader may know of: nothing on them is any site's. */
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import type { IconShape } from "../body/icon-shapes.ts"
import { shape } from "../body/icons.ts"
import { html, raw } from "../html/html.ts"
import type { TextAnswer } from "./answers.ts"

const style = `:root{color-scheme:light dark}
body{box-sizing:border-box;min-height:90vh;margin:0;padding:2rem 1.5rem;display:grid;place-content:center;background:light-dark(#fff,#141519);color:light-dark(#1d1e22,#e9e9ec);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:27rem;text-align:center}
svg{width:2.25rem;height:2.25rem;fill:none;stroke:light-dark(#2f46b5,#a3b4ff);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
h1{margin:1rem 0 .6rem;font-size:1.6rem;line-height:1.25;letter-spacing:-.02em;text-wrap:balance}
p{margin:0;color:light-dark(#484a52,#bfc2ca);text-wrap:pretty}`

const standalone = (status: 403 | 404 | 405, icon: IconShape, title: string, text: string): TextAnswer => {
  const body = utf8.encode(
    html`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${raw(style)}</style></head><body><main>${shape(icon)}<h1>${title}</h1><p>${text}</p></main></body></html>\n`
      .text
  )
  return {
    kind: "text",
    status,
    body,
    etag: `"${contentHash(body).slice(0, 22)}"`,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      vary: "accept",
      "cache-control": "no-store"
    },
    fleeting: true
  }
}

/** Of a site whose readers sign in elsewhere, and which does not say where. */
export const signInNeeded = standalone(
  403,
  "lock",
  "Sign in to read this site",
  "Its readers come from another place, where they sign in first. Open it from there."
)

/** Of an address without a site, and of one whose site this reader may not see: the same. */
export const nothingPublished = standalone(
  404,
  "compass",
  "Nothing is published here",
  "The address may be wrong, or the site may have moved. If it was shared with you, open it by the link that you were given."
)

/** Of the MCP endpoint of a site, opened by a person. */
export const forAgents = standalone(
  405,
  "robot",
  "An address for assistants",
  "Programs read this site here, by the Model Context Protocol. Give the address to yours where it asks for an MCP server."
)
