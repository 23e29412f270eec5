/**
 * Compressed answers (RFC 9110, 8.4): texts from 2 KB on, when the client takes brotli or gzip. Beside it a cache of
 * compressed bytes, by the object that holds the bytes: an entry ends with that object, so what is cached is compressed once. Files go out as they
 * are: most are compressed already, and ranges count their own bytes.
 */
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from "node:zlib"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { KeptBody } from "@octavo/site"
import { Effect } from "effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

export type Coding = "br" | "gzip"

/** Smaller answers fit into a packet or two whatever is done to them. */
export const compressFrom = 2048

const texts = /^(?:text\/|image\/svg\+xml|application\/(?:json|javascript|xml|[\w.+-]+\+(?:json|xml))(?:;|$))/

const kept: Record<Coding, WeakMap<Uint8Array, Uint8Array>> = { br: new WeakMap(), gzip: new WeakMap() }

/** Whether an answer is worth compressing. */
export const compressible = (length: number, headers: Readonly<Record<string, string>>): boolean =>
  length >= compressFrom && texts.test(headers["content-type"] ?? "")

/** In place of a text that is kept. */
const unpack: Record<Coding, (bytes: Uint8Array) => Uint8Array> = { br: brotliDecompressSync, gzip: gunzipSync }

/** The best coding that the client takes, by the header's weights; brotli where both are as good. */
export const codingOf = (acceptEncoding: string | undefined): Coding | undefined => {
  if (acceptEncoding === undefined || acceptEncoding === "") return undefined
  if (codings.has(acceptEncoding)) return codings.get(acceptEncoding)
  const coding = readCoding(acceptEncoding)
  // browsers say few different things
  if (codings.size < 100) codings.set(acceptEncoding, coding)
  return coding
}

const codings = new Map<string, Coding | undefined>()

const readCoding = (acceptEncoding: string): Coding | undefined => {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim())
    const quality = parameters.find((text) => text.startsWith("q="))
    weights.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  const weight = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0
  const [br, gz] = [weight("br"), weight("gzip")]
  return br > 0 && br >= gz ? "br" : gz > 0 ? "gzip" : undefined
}

/** The bytes compressed: at once when they were before, else on a thread of the pool. */
export const compressed = (body: Uint8Array, coding: Coding): Uint8Array | Promise<Uint8Array> => {
  const own = KeptBody.of(body)
  const found = own === undefined ? kept[coding].get(body) : own.form(coding)
  if (found !== undefined) return found
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: Buffer): void => {
      if (error === null) {
        // what zlib answers is a part of a buffer of 16 KB, and would hold all of that; Node sends Buffers as they are
        const bytes = Buffer.from(new Uint8Array(result).buffer)
        if (own === undefined) kept[coding].set(body, bytes)
        else own.pack(coding, bytes, unpack[coding])
        resolve(bytes)
      } else reject(error)
    }
    if (coding === "gzip") gzip(body, { level: 6 }, done)
    else brotliCompress(body, { params: brotli(body.length) }, done)
  })
}

const brotli = (size: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: size
})

/** Another representation has another strong tag; `etagMatches` of the contract's side knows both. */
const tagOf = (etag: string, coding: Coding): string => etag.replace(/"$/, `.${coding}"`)

/** What a text's answer says of its coding, in whichever lane it is sent: another one for whoever takes another. */
export const encodedHeaders = (
  { etag, vary }: { readonly etag?: string | undefined; readonly vary?: string | undefined },
  coding: Coding | undefined
): Record<string, string> => ({
  vary: vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`,
  ...defined({ "content-encoding": coding }),
  ...ifDefined(etag, (tag) => ({ etag: coding === undefined ? tag : tagOf(tag, coding) }))
})

/** Compresses what an application answers. */
export const compressing = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(app, (response) => {
    const { body, cookies, headers, status } = response
    if (
      body._tag !== "Uint8Array" ||
      body.contentLength < compressFrom ||
      status === 206 ||
      headers["content-encoding"] !== undefined ||
      !texts.test(body.contentType)
    ) {
      return Effect.succeed(response)
    }
    const { etag, vary } = headers
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const coding = codingOf(request.headers["accept-encoding"])
      const encoded = encodedHeaders({ etag, vary }, coding)
      if (coding === undefined) return Effect.succeed(HttpServerResponse.setHeaders(response, encoded))
      const { "content-length": _, ...rest } = headers
      return Effect.map(
        Effect.promise(async () => compressed(body.body, coding)),
        (bytes) =>
          HttpServerResponse.uint8Array(bytes, {
            status,
            contentType: body.contentType,
            cookies,
            headers: { ...rest, ...encoded }
          })
      )
    })
  })
