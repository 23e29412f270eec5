/**
 * Errors on the wire: `{ error: { code, message } }`, `code` the HTTP status (`docs/contributing/wire.md#errors`), and where input was
 * wrong `details` with the path and reason of each place, where texts collide `conflicts` with both. The only place where errors meet statuses.
 */
import { defined } from "@octavo/core/kernel/shared/defined"
import * as E from "@octavo/core/kernel/shared/errors"
import { Schema, SchemaTransformation } from "effect"

/** What an error may say beside its message. */
const more = {
  details: Schema.optionalKey(Schema.Array(E.InvalidDetail)),
  conflicts: Schema.optionalKey(Schema.Array(E.EditConflict))
}
interface More {
  readonly details?: ReadonlyArray<E.InvalidDetail>
  readonly conflicts?: ReadonlyArray<E.EditConflict>
}

const body = <const Code extends number>(code: Code, identifier: string, description: string) =>
  Schema.Struct({
    error: Schema.Struct({
      code: Schema.Literal(code),
      message: Schema.String,
      ...(code === 409 ? { conflicts: more.conflicts } : { details: more.details })
    })
  }).annotate({ identifier, description })

const onWire = <const Code extends number, A extends { readonly message: string }>(
  code: Code,
  identifier: string,
  description: string,
  type: Schema.Codec<A, any, never, never>,
  make: (message: string, more: More) => A
) =>
  body(code, identifier, description).pipe(
    Schema.decodeTo(
      Schema.toType(type),
      SchemaTransformation.transform<A, { error: { code: Code; message: string } & More }>({
        decode: ({ error }) => make(error.message, defined({ details: error.details, conflicts: error.conflicts })),
        encode: (error) => {
          const { conflicts, details } = error as More
          return { error: { code, message: error.message, ...defined({ details, conflicts }) } }
        }
      }) as never
    ),
    Schema.annotate({ httpApiStatus: code })
  ) as unknown as Schema.Codec<A, { readonly error: { readonly code: Code; readonly message: string } }>

export const BadRequest = onWire(
  400,
  "BadRequest",
  "The request is malformed or breaks a rule; details name each place",
  E.Invalid.check(Schema.makeFilter((error) => error.tooLarge !== true)),
  (message, { details }) => new E.Invalid({ message, ...defined({ details }) })
)
const ContentTooLarge = onWire(
  413,
  "ContentTooLarge",
  "The body, the text of a page, or a file is larger than this server takes; nothing was changed",
  E.Invalid.check(Schema.makeFilter((error) => error.tooLarge === true)),
  (message, { details }) => new E.Invalid({ message, tooLarge: true, ...defined({ details }) })
)
export const Unauthorized = onWire(
  401,
  "Unauthorized",
  "No valid token came with the request",
  E.Unauthorized,
  (message) => new E.Unauthorized({ message })
)
const Forbidden = onWire(
  403,
  "Forbidden",
  "The caller may see the object and may not do this",
  E.Forbidden,
  (message) => new E.Forbidden({ message })
)
const NotFound = onWire(
  404,
  "NotFound",
  "There is no such object, or the caller may not know of it",
  E.NotFound,
  (message) => new E.NotFound({ message })
)
export const Conflict = onWire(
  409,
  "Conflict",
  "The request would change nothing, or another change came first",
  E.Conflict,
  (message, { conflicts }) => new E.Conflict({ message, ...defined({ conflicts }) })
)
export const PreconditionFailed = onWire(
  412,
  "PreconditionFailed",
  "The change cannot be made in the present state",
  E.PreconditionFailed,
  (message) => new E.PreconditionFailed({ message })
)
export const Unavailable = onWire(
  503,
  "Unavailable",
  "The store cannot be reached, or the server has too much to do; try again later",
  E.StorageError.check(Schema.makeFilter((error) => error.work !== "share")),
  () => new E.StorageError({ operation: "remote", retryable: true })
)

const TooMuchWork = onWire(
  429,
  "TooMuchWork",
  "So much work waits for the caller that no more is taken",
  E.StorageError.check(Schema.makeFilter((error) => error.work === "share")),
  () => new E.StorageError({ operation: "remote", retryable: true, work: "share" })
)

/** What every operation on an object may answer. */
export const Common = [
  BadRequest,
  ContentTooLarge,
  Unauthorized,
  Forbidden,
  NotFound,
  TooMuchWork,
  Unavailable
] as const
