/** The client as Effects: derived from the contract, so that it has every operation with its types and its errors. */
import { Api } from "@octavo/api/Api"
import { type Effect, type Redacted, Schedule } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"

export interface ClientConfig {
  /** Where the server is: `https://docs.acme.org`, without `/v1`. */
  readonly url: string | URL
  /** An API token; without one the client is nobody, who may only read what is public. */
  readonly token?: string | Redacted.Redacted | undefined
  /**
   * How often a read is tried again after an answer that says to come back later, or none: 2 unless told otherwise.
   * What changes something is sent once.
   */
  readonly retries?: number | undefined
}

export type OctavoEffectClient = HttpApiClient.ForApi<typeof Api>

/** @requires an `HttpClient`, like `FetchHttpClient.layer` of `effect/http` */
export const make = ({
  retries = 2,
  token,
  url
}: ClientConfig): Effect.Effect<OctavoEffectClient, never, HttpClient.HttpClient> =>
  HttpApiClient.make(Api, {
    baseUrl: url,
    transformClient: (plain) => {
      // an answer to a question is streamed to who does not say so
      const json = HttpClient.mapRequest(plain, HttpClientRequest.acceptJson)
      const known = token === undefined ? json : HttpClient.mapRequest(json, HttpClientRequest.bearerToken(token))
      const patient = HttpClient.retryTransient(known, { times: retries, schedule: Schedule.exponential("200 millis") })
      const client = HttpClient.transform(known, (sent, request) =>
        request.method === "GET" || request.method === "HEAD" ? patient.execute(request) : sent
      )
      // who has too many requests, or too much work, is told when to come again by a header
      return HttpClient.filterStatus(client, (status) => status !== 429)
    }
  })
