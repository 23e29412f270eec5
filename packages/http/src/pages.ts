/** Small pages for people who open an address of the API or one from a mail. */
import * as HttpServerResponse from "effect/http/HttpServerResponse"

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
/** Text as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter]!)

/** @param body HTML */
export const pageText = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escaped(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}code{overflow-wrap:anywhere;user-select:all}button{font:inherit;padding:.5rem 1rem}</style>
</head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`

export const pageType = "text/html; charset=utf-8"

export const pageHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
}

/** @param body HTML */
export const page = (status: number, title: string, body: string) =>
  HttpServerResponse.text(pageText(title, body), { status, contentType: pageType, headers: pageHeaders })
