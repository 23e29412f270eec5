/** The forms of answers to visitors, and the headers that go with them. */

import type { PdfError } from "@octavo/core/delivery/pdf/PdfRenderer"
import type { Fits } from "@octavo/core/kernel/conditions/Judge"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Stream } from "effect"
import { type Asset, assets, contentSecurityPolicy, type PageNeeds } from "../assets/assets.ts"
import type { Html } from "../html/html.ts"
import type { KeptBody } from "./keptBody.ts"

export interface SiteRequest {
  /** The `Host` header. */
  readonly host: string
  /** Path of the request target, as it came, without the query. */
  readonly path: string
  /** What follows the `?` of the request target; empty when nothing does. */
  readonly query: string
  /** The `Cookie` header. */
  readonly cookie?: string | undefined
  /** The `Accept` header: whoever prefers `text/markdown` to HTML gets the page so. */
  readonly accept?: string | undefined
}

/** Path and query of a request target, as they came. */
export const splitTarget = (target: string): readonly [path: string, query: string] => {
  const mark = target.indexOf("?")
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)]
}

/** What a browser is to keep for a site: never for scripts, and sent to this site only (`SameSite=Lax`). */
export interface SiteCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** Over https only. */
  readonly secure: boolean
  /** In seconds, 0 to forget it; until the browser is closed without it. */
  readonly maxAge?: number
}

interface WithCookies {
  readonly cookies?: ReadonlyArray<SiteCookie>
}

/** A page, or another text. */
export interface TextAnswer extends WithCookies {
  readonly kind: "text"
  readonly status: 200 | 403 | 404 | 405 | 503
  readonly body: Uint8Array
  /** What the body says, where that is at hand. */
  readonly text?: string
  /** Of an answer that is kept: what of its body is. Reading `body` unpacks what is kept compressed. */
  readonly kept?: KeptBody
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** Made for one request: another one of the same address may get another answer. */
  readonly fleeting?: true
  /** Whom else it may be shown to; everybody without it. */
  readonly fits?: Fits | undefined
}

export interface RedirectAnswer extends WithCookies {
  readonly kind: "redirect"
  readonly location: string
  /** Somebody said that it stays so; temporary otherwise. */
  readonly permanent?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

export interface FileAnswer extends WithCookies {
  readonly kind: "file"
  readonly contentType: string
  readonly size: number
  readonly hash: string
  readonly bytes: (range?: { readonly start: number; readonly end: number }) => Stream.Stream<Uint8Array, StorageError>
  readonly headers?: Readonly<Record<string, string>>
}

/** What is made while it is sent, for this request alone. */
export interface StreamAnswer extends WithCookies {
  readonly kind: "stream"
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: () => Stream.Stream<Uint8Array, PdfError | StorageError>
}

/** An answer to a visitor. */
export type SiteAnswer = TextAnswer | RedirectAnswer | FileAnswer | StreamAnswer

const askedAgain = "public, max-age=0, must-revalidate"

/** Of pages: no script but ours (threat: stored scripts), asked again each time. */
const htmlHeaders = (remoteImages: boolean, needs: PageNeeds): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentSecurityPolicy(remoteImages, needs),
  "x-content-type-options": "nosniff",
  // keys and tokens of an address leave by no referrer, not to another site of the same host either
  "referrer-policy": "strict-origin",
  vary: "accept",
  // asked again each time, answered from the entity tag
  "cache-control": askedAgain
})

/** A page. */
export const htmlAnswer = (status: 200 | 404, page: Html, remoteImages: boolean, needs: PageNeeds = {}): TextAnswer => {
  const body = utf8.encode(page.text)
  const etag = `"${contentHash(body).slice(0, 22)}"`
  return { kind: "text", status, body, etag, headers: htmlHeaders(remoteImages, needs) }
}

/**
 * A text that becomes a file: who writes it reads the text, and bytes and tag are made for nobody else. No copy of it may be
 * made with `...`, which would make them.
 */
const textOfFile = (status: 200 | 404, text: string, headers: TextAnswer["headers"]): TextAnswer => {
  const answer: TextAnswer = {
    kind: "text",
    status,
    text,
    get body() {
      return utf8.encode(text)
    },
    get etag() {
      return `"${contentHash(answer.body).slice(0, 22)}"`
    },
    headers
  }
  return answer
}

/** The same of a page that becomes a file. */
export const htmlText = (status: 200 | 404, page: Html, remoteImages: boolean, needs: PageNeeds = {}): TextAnswer =>
  textOfFile(status, page.text, htmlHeaders(remoteImages, needs))

const plainHeaders = (type: string, cacheControl: string) => ({
  "content-type": `${type}; charset=utf-8`,
  "x-content-type-options": "nosniff",
  "cache-control": cacheControl
})

/** A file of text that is asked again each time. */
export const plain = (text: string, type: string, cacheControl = askedAgain, more: TextAnswer["headers"] = {}) => {
  const body = utf8.encode(text)
  return {
    kind: "text",
    status: 200,
    body,
    etag: `"${contentHash(body).slice(0, 22)}"`,
    headers: { ...plainHeaders(type, cacheControl), ...more }
  } satisfies SiteAnswer
}

/** The same of a text that becomes a file. */
export const plainText = (
  text: string,
  type: string,
  cacheControl = askedAgain,
  more: TextAnswer["headers"] = {}
): TextAnswer => textOfFile(200, text, { ...plainHeaders(type, cacheControl), ...more })

/** A part of pages whose address changes with its content. It is no page: nothing leads to it, nothing in it runs. */
export const fragment = (part: Html) => {
  const made = plain(part.text, "text/html", forEver)
  return {
    ...made,
    headers: { ...made.headers, "content-security-policy": "default-src 'none'", "x-robots-tag": "noindex" }
  } satisfies SiteAnswer
}

/** A file of text whose address changes with its content. */
export const immutable = (text: string, type: string) => plain(text, type, forEver)

const forEver = "public, max-age=31536000, immutable"

/**
 * An answer to one visitor, and to whoever the conditions in it are the same for. What lies between does not keep it,
 * because it cannot tell who that is (threat: cache leaks).
 */
export const personal = <A extends SiteAnswer>(answer: A, fits: Fits | undefined): A | TextAnswer =>
  answer.kind !== "text" || fits === undefined
    ? answer
    : { ...answer, fits, headers: { ...answer.headers, "cache-control": "private, no-store" } }

/** For files that the site does not have. */
export const nothing: SiteAnswer = { ...plain("There is nothing here\n", "text/plain"), status: 404 }

/** For programs that ask for the Markdown of an address that leads nowhere. */
export const missingMarkdown = (siteUrl: string): SiteAnswer => {
  const text = `# Page not found\n\nThere is nothing at this address. All pages are listed in [llms.txt](${siteUrl}llms.txt).\n`
  return { ...plain(text, "text/markdown"), status: 404 }
}

/** A file whose name carries its content. */
export const staticFile = ({ body, contentType, hash }: Asset): SiteAnswer =>
  typeof body === "string"
    ? {
        kind: "text",
        status: 200,
        body: utf8.encode(body),
        etag: `"${hash}"`,
        headers: { "content-type": contentType, "cache-control": forEver, "x-content-type-options": "nosniff" }
      }
    : {
        kind: "file",
        contentType,
        size: body.length,
        hash,
        bytes: (range) => Stream.make(range === undefined ? body : body.subarray(range.start, range.end))
      }

/** Style sheets, scripts and the typeface by path below the site; their names carry their content. */
export const staticFiles: ReadonlyMap<string, SiteAnswer> = new Map(
  assets.map((asset): [string, SiteAnswer] => [asset.path.replace(/^\//, ""), staticFile(asset)])
)
