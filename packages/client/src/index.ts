/** The client as Promises: the same operations, for programs that do not speak Effect. */
import type { Api } from "@octavo/api/Api"
import { Cause, Effect, Exit, ManagedRuntime } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { type ClientConfig as EffectConfig, make } from "./effect.ts"
import { OctavoError } from "./OctavoError.ts"

export { OctavoError } from "./OctavoError.ts"

export interface ClientConfig extends EffectConfig {
  /** Instead of the global `fetch`: an agent, a proxy, or an engine in the same process. */
  readonly fetch?: typeof globalThis.fetch | undefined
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

type PromiseMethod<Endpoint extends HttpApiEndpoint.ConstraintRequest> = (
  ...request: Record<never, never> extends Request<Endpoint> ? [Request<Endpoint>?] : [Request<Endpoint>]
) => Promise<Told<HttpApiClient.SuccessType<Endpoint["~Success"]>>>

/** What is answered, where something is: nothing is said of what did not change since a caller's own copy (304). */
type Told<A> = [Exclude<A, void>] extends [never] ? A : Exclude<A, void>

type PromiseGroup<Group extends HttpApiGroup.Constraint> =
  Group["endpoints"] extends Readonly<Record<string, HttpApiEndpoint.ConstraintRequest>>
    ? { readonly [Name in keyof Group["endpoints"]]: PromiseMethod<Group["endpoints"][Name]> }
    : never

type Groups = typeof Api extends HttpApi.HttpApi<infer _, infer All> ? All : never

/** `change-requests` as a name in a program: `changeRequests`. */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name
const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Operations by the tags of the OpenAPI document; each rejects with an `OctavoError`. A request that does not fit the
 * contract is refused before it is sent.
 */
export type OctavoClient = {
  readonly [Group in Groups as Camel<HttpApiGroup.Identifier<Group>>]: PromiseGroup<Group>
}

type Method = (request: unknown) => Effect.Effect<unknown, unknown>

/** A client of one server, as one caller. */
export const octavoClient = ({ fetch, ...config }: ClientConfig): OctavoClient => {
  const runtime = ManagedRuntime.make(FetchHttpClient.layer)
  const client = Effect.runSync(make(config).pipe(Effect.provide(FetchHttpClient.layer)))
  const run = async (effect: Effect.Effect<unknown, unknown>): Promise<unknown> => {
    const exit = await runtime.runPromiseExit(
      fetch === undefined ? effect : Effect.provideService(effect, FetchHttpClient.Fetch, fetch)
    )
    if (Exit.isSuccess(exit)) return exit.value
    throw await toOctavoError(Cause.squash(exit.cause))
  }
  const promised = Object.entries(client as unknown as Record<string, Record<string, Method>>).map(
    ([group, methods]) => [
      camel(group),
      Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [
          name,
          (request: object = {}) => run(method({ query: {}, ...request }))
        ])
      )
    ]
  )
  return Object.fromEntries(promised)
}

/** An answer that the contract does not name, like one of a proxy, is told as far as it can be read. */
const toOctavoError = async (error: unknown): Promise<OctavoError> => {
  if (!HttpClientError.isHttpClientError(error) || error.response === undefined) return OctavoError.of(error)
  const { response } = error
  const text = await Effect.runPromise(Effect.orElseSucceed(response.text, () => ""))
  return OctavoError.ofAnswer(response.status, text, response.headers["retry-after"], error)
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
