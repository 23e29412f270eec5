/**
 * The client as Promises: the same operations with the same types, made of `fetch` and a table of the contract. Nothing
 * of Effect or of the contract itself is there when it runs, so that it is small in a browser.
 */
import type { Api } from "@octavo/api/Api"
import type { Stream } from "effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { ClientConfig as EffectConfig } from "./effect.ts"
import { type EventParts, events } from "./events.ts"
import { operations } from "./operations.ts"
import { type Connection, type RequestParts, request } from "./request.ts"

export { OctavoError } from "./OctavoError.ts"

export interface ClientConfig extends EffectConfig {
  /** An API token; without one the client is nobody, who may only read what is public. */
  readonly token?: string | undefined
  /** Instead of the global `fetch`: an agent, a proxy, or an engine in the same process. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Writes what is sent, instead of `JSON.stringify`: for those who have parts of it written already. */
  readonly json?: ((payload: unknown) => string | Uint8Array<ArrayBuffer>) | undefined
}

type Simplify<A> = { [K in keyof A]: A[K] } & {}

/** The names of parts that may be left out, because nothing in them is required. */
type Idle<A> = { [K in keyof A]-?: Record<never, never> extends A[K] ? K : never }[keyof A]
type Lenient<A> = Simplify<Omit<A, Idle<A>> & Partial<Pick<A, Idle<A>>>>

type Request<Endpoint extends HttpApiEndpoint.ConstraintRequest> = Lenient<
  Omit<
    HttpApiEndpoint.ClientRequest<
      Endpoint["~Params"],
      Endpoint["~Query"],
      Endpoint["~Payload"],
      Endpoint["~Headers"],
      "decoded-only",
      never
    >,
    "responseMode"
  >
>

type Method<Endpoint extends HttpApiEndpoint.ConstraintRequest> =
  HttpApiClient.SuccessType<Endpoint["~Success"]> extends Stream.Stream<infer Event, infer _, infer __>
    ? (request: Request<Endpoint> & Pick<EventParts, "signal">) => AsyncGenerator<Event, void, undefined>
    : PromiseMethod<Endpoint>

type PromiseMethod<Endpoint extends HttpApiEndpoint.ConstraintRequest> = (
  ...request: Record<never, never> extends Request<Endpoint> ? [Request<Endpoint>?] : [Request<Endpoint>]
) => Promise<Told<HttpApiClient.SuccessType<Endpoint["~Success"]>>>

/** What is answered, where something is: nothing is said of what did not change since a caller's own copy (304). */
type Told<A> = [Exclude<A, void>] extends [never] ? A : Exclude<A, void>

type PromiseGroup<Group extends HttpApiGroup.Constraint> =
  Group["endpoints"] extends Readonly<Record<string, HttpApiEndpoint.ConstraintRequest>>
    ? { readonly [Name in keyof Group["endpoints"]]: Method<Group["endpoints"][Name]> }
    : never

type Groups = typeof Api extends HttpApi.HttpApi<infer _, infer All> ? All : never

/** `change-requests` as a name in a program: `changeRequests`. */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

/**
 * Operations by the tags of the OpenAPI document; each rejects with an `OctavoError`. What is sent and what is answered
 * is held to the contract by its types; a request that does not fit it all the same is refused by the server, with the
 * places that are wrong in the error's `details`.
 */
export type OctavoClient = {
  readonly [Group in Groups as Camel<HttpApiGroup.Identifier<Group>>]: PromiseGroup<Group>
}

/** A client of one server, as one caller. */
export const octavoClient = ({ fetch, json, retries = 2, token, url }: ClientConfig): OctavoClient => {
  const connection: Connection = { url, token, retries, fetch, json }
  const groups = Object.entries(operations).map(([group, methods]) => [
    group,
    Object.fromEntries(
      Object.entries(methods).map(([name, operation]) => [
        name,
        (parts: RequestParts = {}) => (operation.endsWith(" events") ? events : request)(connection, operation, parts)
      ])
    )
  ])
  return Object.fromEntries(groups)
}

/** A page of a list, as every list of the contract answers. */
export interface ListPage<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: { readonly page: string }
}

/**
 * All items of a list, asked for page by page as they are used:
 * `for await (const space of everyItem((page) => client.spaces.listSpacesInOrganizationById({ params, query: { page } })))`.
 */
export async function* everyItem<A>(list: (page: string | undefined) => Promise<ListPage<A>>): AsyncGenerator<A> {
  let page: string | undefined
  do {
    const { items, next } = await list(page)
    yield* items
    page = next?.page
  } while (page !== undefined)
}
