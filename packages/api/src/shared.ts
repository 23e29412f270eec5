/** Pieces that the groups of the contract share. */
import type { Actor, CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { ListQuery } from "@octavo/core/kernel/shared/pagination"
import { Schema } from "effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import { BadRequest, Common, Unauthorized, Unavailable } from "./errors.ts"

/** Reads the bearer token and provides the actor to the handlers. */
export class Authenticated extends HttpApiMiddleware.Service<
  Authenticated,
  { provides: CurrentActor; requires: never }
>()("@octavo/api/Authenticated", {
  security: { user: HttpApiSecurity.bearer },
  error: [Unauthorized, Unavailable]
}) {}

/** Answers 400 in the contract's shape when the request does not fit the schemas. */
export class Checked extends HttpApiMiddleware.Service<Checked>()("@octavo/api/Checked", { error: BadRequest }) {}

export type { Actor }

/** An id in a path. */
export const Id = Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9_-]+$/u), Schema.isMaxLength(128))

/** The list envelope of the contract. */
export const ListOf = <S extends Schema.Top>(item: S, identifier: string) =>
  Schema.Struct({
    next: Schema.optionalKey(Schema.Struct({ page: Schema.String })),
    count: Schema.Number,
    items: Schema.Array(item)
  }).annotate({ identifier })

/** Query of every list. */
export const listQuery = ListQuery

/** Booleans in a query: `true` and `false`. */
export const QueryBoolean = Schema.Boolean

/** 204 and 205 of a delete: it was not there, it was deleted. Neither has a body. */
export const Deleted = [HttpApiSchema.NoContent, HttpApiSchema.Empty(205)] as const

/** 201 with a body. */
export const created = <S extends Schema.Top>(schema: S) => schema.pipe(HttpApiSchema.status(201))

export { Common }
