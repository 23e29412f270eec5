import { Api } from "@octavo/api/Api"
import * as FindMyWay from "effect/http/FindMyWay"

/** An operation of the contract. */
export interface Operation {
  /** Its `operationId` in the OpenAPI document. */
  readonly id: string
  /** Its path with names in place of values: `/v1/spaces/:spaceId`. */
  readonly route: string
}

const router = FindMyWay.make<Operation>({ maxParamLength: 20_000, caseSensitive: true })
for (const group of Object.values(Api.groups)) {
  for (const { identifier, method, path } of Object.values(
    group.endpoints as Record<string, { identifier: string; method: string; path: string }>
  )) {
    router.on(method as "GET", path as `/${string}`, { id: identifier, route: path })
  }
}

/** The operation that a request asks for, with the values in its path. */
export const routeOf = (method: string, url: string): FindMyWay.FindResult<Operation> | undefined =>
  url.startsWith("/v1") ? router.find(method, url) : undefined

/** The operation that a request asks for; `undefined` when there is none. */
export const operationOf = (method: string, url: string): Operation | undefined => routeOf(method, url)?.handler
