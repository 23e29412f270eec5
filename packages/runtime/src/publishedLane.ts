/**
 * Published pages in a lane of their own in front of the router: what is in the request cache of `SitePages` is written as it
 * is. It answers as the router's way does, byte for byte; whatever is not in the cache goes that way.
 */
import type { ServerResponse } from "node:http"
import { etagMatches } from "@octavo/http"
import { type SitePages, splitTarget, type TextAnswer } from "@octavo/site"
import { type Coding, codingOf, compressed, compressible, encodedHeaders } from "./compression.ts"
import { publishedPages } from "./metrics.ts"
import type { Step } from "./pipeline.ts"

/** An answer as it is written: its headers as names and values in turn. */
interface Written {
  readonly headers: ReadonlyArray<string>
  /** Compressed; what is sent as it is may be kept compressed alone. */
  readonly body: Uint8Array | undefined
}

type Representation = Coding | "identity"

export const makePublishedLane = (pages: SitePages["Service"]): Step => {
  const written = new WeakMap<TextAnswer, Partial<Record<Representation, Written>>>()

  const write = (response: ServerResponse, answer: TextAnswer, { body, headers }: Written): void => {
    publishedPages.kept.value++
    response.writeHead(answer.status, headers as Array<string>)
    response.end(body ?? answer.body)
  }

  const keep = (answer: TextAnswer, coding: Representation, body?: Uint8Array): Written => {
    const made = { headers: headersOf(answer, coding, body?.length ?? lengthOf(answer)), body }
    const all = written.get(answer)
    if (all === undefined) written.set(answer, { [coding]: made })
    else all[coding] = made
    return made
  }

  return (request, response) => {
    const { headers, method } = request
    if (method !== "GET" || request.url!.startsWith("/v1/")) return false
    const [path, query] = splitTarget(request.url!)
    const answer = pages.cached({
      host: headers.host ?? "",
      path,
      query,
      cookie: headers.cookie,
      accept: headers.accept
    })
    if (answer === undefined) return false
    // conditional requests are answered without a body, the ordinary way
    if (headers["if-none-match"] !== undefined && etagMatches(headers["if-none-match"], answer.etag)) return false
    const isLong = compressible(lengthOf(answer), answer.headers)
    const coding = (isLong ? codingOf(headers["accept-encoding"]) : undefined) ?? "identity"
    const ready = written.get(answer)?.[coding]
    if (ready !== undefined) {
      write(response, answer, ready)
      return true
    }
    if (coding === "identity") {
      write(response, answer, keep(answer, coding))
      return true
    }
    const bytes = answer.kept === undefined ? compressed(answer.body, coding) : answer.kept.form(coding)
    // compressed on the ordinary way, then here
    if (!(bytes instanceof Uint8Array)) return false
    write(response, answer, keep(answer, coding, bytes))
    return true
  }
}

/** Of the text, which need not be unpacked for that. */
const lengthOf = (answer: TextAnswer): number => (answer.kept ?? answer.body).length

const headersOf = (answer: TextAnswer, coding: Representation, length: number): ReadonlyArray<string> => {
  const { headers } = answer
  const all = {
    ...headers,
    etag: answer.etag,
    ...(compressible(lengthOf(answer), headers)
      ? encodedHeaders({ etag: answer.etag, vary: headers["vary"] }, coding === "identity" ? undefined : coding)
      : {}),
    "content-length": String(length)
  }
  return Object.entries(all).flat()
}
