/** Published sites over HTTP: whatever no other route takes. */

import { failureWords } from "@octavo/core/content/answers/answering"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import type { StorageError, TooManyRequests } from "@octavo/core/kernel/shared/errors"
import { RequestAddress } from "@octavo/core/kernel/shared/RequestAddress"
import {
  answerTooManyRequests,
  constantTimeNotFound,
  errorResponse,
  etagMatches,
  eventStream,
  sendFile,
  storageFailed
} from "@octavo/http"
import {
  ASK_PATH,
  BEACON_PATH,
  forAgents,
  MCP_PATH,
  nothingPublished,
  type SiteAnswer,
  SitePages,
  type SiteRequest,
  splitTarget
} from "@octavo/site"
import { Effect, Exit, Layer, Option, Stream } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { publishedPages } from "./metrics.ts"

/** An answer of a site as a response. */
export const respond = (request: HttpServerRequest.HttpServerRequest, answer: SiteAnswer) => {
  const response = withoutCookies(request, answer)
  return answer.cookies === undefined
    ? response
    : HttpServerResponse.setCookiesUnsafe(
        response,
        answer.cookies.map(({ maxAge, name, path, secure, value }) => [
          name,
          value,
          {
            path,
            httpOnly: true,
            sameSite: "lax",
            ...(secure ? { secure } : {}),
            ...ifDefined(maxAge, (seconds) => ({ maxAge: seconds * 1000 }))
          }
        ])
      )
}

const withoutCookies = (request: HttpServerRequest.HttpServerRequest, answer: SiteAnswer) => {
  switch (answer.kind) {
    case "text":
      return answer.status === 200 && etagMatches(request.headers["if-none-match"], answer.etag)
        ? HttpServerResponse.empty({ status: 304, headers: { ...answer.headers, etag: answer.etag } })
        : HttpServerResponse.uint8Array(answer.body, {
            status: answer.status,
            contentType: answer.headers["content-type"]!,
            headers: { ...answer.headers, etag: answer.etag }
          })
    case "redirect":
      return HttpServerResponse.redirect(answer.location, {
        status: answer.permanent === true ? 308 : 307,
        // what is permanent can be changed after all: whoever comes again asks again
        headers: { "cache-control": "no-cache", ...answer.headers }
      })
    case "stream": {
      const contentType = answer.headers["content-type"]!
      // nothing is made for who only asks what it would be
      return request.method === "HEAD"
        ? HttpServerResponse.empty({ status: 200, headers: answer.headers })
        : HttpServerResponse.stream(answer.bytes(), { contentType, headers: answer.headers })
    }
    case "file":
      return HttpServerResponse.setHeaders(sendFile(request, answer, "public, max-age=31536000, immutable"), {
        ...answer.headers
      })
  }
}

const siteRequest = (request: HttpServerRequest.HttpServerRequest): SiteRequest => {
  const [path, query] = splitTarget(request.url)
  const { accept, cookie, host } = request.headers
  return { host: host ?? "", path, query, cookie, accept }
}

/** With whose try it is, and what becomes of an answer that can't be given. */
const answered = <R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, StorageError | TooManyRequests, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ remoteAddress }) =>
    answerTooManyRequests(answer).pipe(
      Effect.provideService(RequestAddress, Option.getOrNull(remoteAddress)),
      Effect.catchTag("StorageError", (error) => Effect.succeed(storageFailed(error)))
    )
  )

const nothingHere = HttpServerResponse.setHeader(
  errorResponse(404, "There is nothing at this address"),
  "vary",
  "accept"
)

/** Whether a browser asks for a page to look at; what the API has not is told as the API tells everything. */
const isForPeople = ({ accept = "", path }: SiteRequest): boolean =>
  /\btext\/html\b/i.test(accept) && !path.startsWith("/v1/")

/** Requests of agents, to the MCP endpoint of a site. */
const agentAnswer = (pages: SitePages["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    // the site is found by the request itself; a host that is none makes no address
    const web = new Request(`http://localhost${request.url}`, {
      method: request.method,
      headers: request.headers,
      // a body that breaks off is none
      ...(request.method === "POST" ? { body: yield* Effect.orElseSucceed(request.text, () => "") } : {})
    })
    const asked = siteRequest(request)
    const found = yield* pages.agent(asked, web)
    if (request.method === "GET" && isForPeople(asked)) {
      return respond(request, found === undefined ? nothingPublished : forAgents)
    }
    return found === undefined ? nothingHere : HttpServerResponse.fromWeb(found)
  }).pipe(answered)

/** A question as the script of a page asks it: what the answer is made from, then its sentences as they come. */
const questionAnswer = (pages: SitePages["Service"], asked: SiteRequest) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    // pages of other sites can't send JSON without asking first, and are told no: nobody asks in a reader's name
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
      return errorResponse(400, "A question is sent as application/json")
    const found = yield* pages.ask(asked, yield* Effect.orElseSucceed(request.text, () => ""))
    if (found === undefined) return nothingHere
    if (found === false) return errorResponse(400, "question: must be a text of 1 to 512 characters")
    const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
    const texts = found.sentences.pipe(
      Stream.map((sentence) => event("sentence", sentence)),
      Stream.concat(Stream.sync(() => event("done", {}))),
      Stream.catch((error) => Stream.make(event("error", { message: failureWords(error) })))
    )
    return eventStream(Stream.concat(Stream.make(event("sources", found.sources)), texts), keepAlive)
  })

/** How often a client that waits for a sentence is told that the connection lasts. */
const keepAlive = 15_000

/** What the scripts of pages tell, questions, and requests of agents. */
const posted = (pages: SitePages["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const asked = siteRequest(request)
    if (asked.path.endsWith(`/${ASK_PATH}`)) return yield* questionAnswer(pages, asked)
    if (!asked.path.endsWith(`/${BEACON_PATH}`)) return yield* agentAnswer(pages)
    const body = yield* Effect.orElseSucceed(request.text, () => "")
    const { "accept-language": languages = "", "user-agent": userAgent = "" } = request.headers
    const noted = yield* pages.takeBeacon(asked, { body, language: languages.split(/[,;]/)[0]!.trim(), userAgent })
    if (noted === undefined) return nothingHere
    return noted ? HttpServerResponse.empty({ status: 204 }) : errorResponse(400, "This is no event of this site")
  }).pipe(answered)

const isNothing = (outcome: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(outcome) && outcome.value === undefined

/** Answers that were sent before: the same one comes from a cache. */
const sent = new WeakSet<SiteAnswer>()

/** The answer of whatever site is asked. */
export const siteAnswer = (pages: SitePages["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const asked = siteRequest(request)
    if (asked.path.endsWith(`/${MCP_PATH}`)) return yield* agentAnswer(pages)
    const found = yield* constantTimeNotFound(pages.answer(asked), isNothing)
    if (found !== undefined) {
      const isKept = sent.has(found)
      publishedPages[isKept ? "kept" : "drawn"].value++
      if (!isKept) sent.add(found)
      return respond(request, found)
    }
    return isForPeople(asked) ? respond(request, nothingPublished) : nothingHere
  }).pipe(answered)

/** POST and DELETE of any path: the MCP endpoint of a site, and what its pages tell of their readers. */
const sentTo = (pages: SitePages["Service"]) => ({ POST: posted(pages), DELETE: agentAnswer(pages) })

/** The same as routes. */
export const siteRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const { DELETE, POST } = sentTo(yield* SitePages)
    return Layer.merge(HttpRouter.add("POST", "/*", POST), HttpRouter.add("DELETE", "/*", DELETE))
  })
)

/** Sites alone, whatever is asked for. */
export const sitesAlone = (pages: SitePages["Service"]) => {
  const answers = { GET: siteAnswer(pages), ...sentTo(pages) }
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method }) =>
    method === "HEAD"
      ? answers.GET
      : method in answers
        ? answers[method as keyof typeof answers]
        : Effect.succeed(nothingHere)
  )
}
