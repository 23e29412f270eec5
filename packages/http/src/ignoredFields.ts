/**
 * What of a request the contract does not know and therefore ignores is named in a header of the answer: a mistyped
 * `titel` makes an untitled thing, and nobody would see why.
 */
import { Api } from "@octavo/api/Api"
import { ignoredFields, mostIgnored } from "@octavo/core/kernel/shared/ignoredFields"
import { Effect, type Schema } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { operationOf } from "./operationOf.ts"

/** The header, and what its names begin with: where a field stood in the request, as in the details of a 400. */
export const ignoredFieldsHeader = "octavo-ignored-fields"

/** Most characters of a name. */
const longestName = 100

/** What an operation takes. */
interface Taken {
  readonly body: ReadonlyArray<Schema.Top>
  readonly query: ReadonlySet<string>
}

const taken = new Map<string, Taken>()
for (const group of Object.values(Api.groups)) {
  for (const endpoint of Object.values(
    group.endpoints as Record<
      string,
      {
        readonly identifier: string
        readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
        readonly query: Schema.Top | undefined
      }
    >
  )) {
    taken.set(endpoint.identifier, {
      body: [...endpoint.payload.values()].flatMap(({ schemas }) => schemas),
      query: new Set(
        endpoint.query?.ast._tag === "Objects"
          ? endpoint.query.ast.propertySignatures.map(({ name }) => String(name))
          : []
      )
    })
  }
}

/** Fields of a request that its operation ignores; none where there is no such operation. */
export const ignoredOf = (method: string, url: string, body?: unknown): ReadonlyArray<string> => {
  const start = url.indexOf("?")
  if (start < 0 && body === undefined) return none
  const operation = operationOf(method, url)
  const known = operation === undefined ? undefined : taken.get(operation.id)
  if (known === undefined) return none
  const names = start < 0 ? none : [...new URLSearchParams(url.slice(start + 1)).keys()]
  return [
    ...[...new Set(names)].filter((name) => !known.query.has(name)).map((name) => `query.${name}`),
    ...(known.body.length === 0 ? fieldsOf(body) : ignoredFields(known.body, body)).map((path) => `body.${path}`)
  ]
}

const none: ReadonlyArray<string> = []

/** An operation that takes no body ignores all of it. */
const fieldsOf = (body: unknown): ReadonlyArray<string> =>
  body === null || typeof body !== "object" || Array.isArray(body) ? none : Object.keys(body).slice(0, mostIgnored + 1)

/** The answer with what was ignored. */
export const tellingIgnored = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ignored: ReadonlyArray<string>
) =>
  ignored.length === 0
    ? app
    : Effect.map(app, (response) => HttpServerResponse.setHeader(response, ignoredFieldsHeader, headerOf(ignored)))

/** Names between commas, of what a header may hold; an ellipsis stands for more of them, and for the rest of a long one. */
const headerOf = (ignored: ReadonlyArray<string>): string =>
  [
    ...ignored.slice(0, mostIgnored).map((name) => {
      const text = name.replace(/[^\w.$-]/gu, (c) => encodeURIComponent(c.toWellFormed()))
      return text.length > longestName ? `${text.slice(0, longestName)}...` : text
    }),
    ...(ignored.length > mostIgnored ? ["..."] : [])
  ].join(", ")
