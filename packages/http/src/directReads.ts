/**
 * Reads that are answered by their handlers alone, in a lane in front of the router (`runtime/src/apiLane.ts`): those whose
 * handlers ask for nothing of a request but the ids in its path and who asks, and answer with bytes. What the router, the
 * contract's middleware and the schemas of answers do for others took three quarters of such a read.
 */
import { Api } from "@octavo/api/Api"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Context, Effect, Layer, Option, Schema } from "effect"
import * as Headers from "effect/http/Headers"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { routeOf } from "./operationOf.ts"

/** What is asked of a handler: its path's ids, and the query as it is when nothing is said in it. */
interface Asked {
  readonly params: unknown
  readonly query: unknown
  readonly request: Pick<HttpServerRequest.HttpServerRequest, "headers">
}

type Handler = (asked: Asked) => Effect.Effect<unknown, unknown, CurrentActor>

export interface DirectRead {
  /** Its `operationId`. */
  readonly operation: string
  /** A plain success, without what every answer says; of all else `undefined` or a failure: the router is to answer. */
  readonly answer: Effect.Effect<HttpServerResponse.HttpServerResponse | undefined, unknown, CurrentActor>
}

const operations = [
  "getAuthenticatedUser",
  "getOrganizationById",
  "listMembersInOrganizationById",
  "getMemberInOrganizationById",
  "getCollectionById",
  "listSpacesInOrganizationById",
  "getSpaceById",
  "getCurrentRevision",
  "listPages",
  "listFiles",
  "getFileById",
  "getPageById",
  "getPageByPath",
  "listSpacePageMetaLinks",
  "getReusableContentById",
  "getRevisionById",
  "listPagesInRevisionById",
  "listFilesInRevisionById",
  "getFileInRevisionById",
  "getPageInRevisionById",
  "getPageInRevisionByPath",
  "listSites",
  "getSiteById"
]

/** How the path of an operation is read, and what its query is when nothing is said. */
interface Contract {
  readonly params: (params: unknown) => Option.Option<unknown>
  readonly query: unknown
}

const endpoints = new Map(
  Object.values(Api.groups).flatMap((group) =>
    Object.entries(
      group.endpoints as Record<
        string,
        { readonly params: Schema.Decoder<unknown> | undefined; readonly query: Schema.Decoder<unknown> | undefined }
      >
    )
  )
)

const contracts: ReadonlyMap<string, Contract> = new Map(
  operations.map((id) => {
    const { params, query } = endpoints.get(id)!
    return [
      id,
      {
        params: params === undefined ? () => Option.some({}) : Schema.decodeUnknownOption(params),
        query: query === undefined ? {} : Schema.decodeUnknownSync(query)({})
      }
    ]
  })
)

/** Who has an answer already is told so in front of the router. */
const unconditional = { headers: Headers.empty }

export class DirectReads extends Context.Service<
  DirectReads,
  {
    /** Takes those handlers of a group that are asked so. */
    readonly add: (handlers: Readonly<Record<string, unknown>>) => void
    /** What answers a GET. */
    readonly find: (url: string) => DirectRead | undefined
  }
>()("@octavo/http/DirectReads") {
  static readonly layer = Layer.sync(DirectReads, () => {
    const handlers = new Map<string, Handler>()
    return DirectReads.of({
      add: (all) => {
        for (const [id, handler] of Object.entries(all)) {
          if (contracts.has(id)) handlers.set(id, handler as Handler)
        }
      },
      find: (url) => {
        if (url.includes("?")) return undefined
        const route = routeOf("GET", url)
        const handler = route && handlers.get(route.handler.id)
        if (handler === undefined) return undefined
        const operation = route!.handler.id
        const contract = contracts.get(operation)!
        const params = contract.params(route!.params)
        if (Option.isNone(params)) return undefined
        const made = handler({ params: params.value, query: contract.query, request: unconditional })
        return { operation, answer: Effect.map(made, plain) }
      }
    })
  })
}

const plain = (answer: unknown): HttpServerResponse.HttpServerResponse | undefined =>
  HttpServerResponse.isHttpServerResponse(answer) && answer.status === 200 && answer.body._tag === "Uint8Array"
    ? answer
    : undefined
