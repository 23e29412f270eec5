/**
 * Answers that are encoded once: the compiler checks the value against the operation's schema, and no schema runs on
 * the way out (half of the cost of a small read).
 */
import type { Page } from "@octavo/core/kernel/shared/pagination"
import type { Schema } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { encodedJson } from "./encodedJson.ts"

const jsonResponse = (value: unknown, status: number, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.uint8Array(encodedJson(value), { status, contentType: "application/json", headers })

/** A JSON answer of an operation whose success is `schema`. Values are transfer objects: already in their encoded form. */
export const reply =
  <S extends Schema.Top>(_schema: S) =>
  (value: S["Encoded"], status = 200): HttpServerResponse.HttpServerResponse =>
    jsonResponse(value, status)

/** The same of a list whose items are long: a schema would walk through all that they hold. */
export const replyList =
  <S extends Schema.Top>(_item: S) =>
  (page: Page<S["Encoded"]>): HttpServerResponse.HttpServerResponse =>
    jsonResponse(page, 200)

/** 201 with the `Location` of what was made. */
export const createdReply = (value: {
  readonly urls: { readonly location: string }
}): HttpServerResponse.HttpServerResponse => jsonResponse(value, 201, { location: value.urls.location })

/** 201 with the `Location` of what was made, for objects that do not tell it themselves. */
export const createdAtReply = (location: string, value: unknown): HttpServerResponse.HttpServerResponse =>
  jsonResponse(value, 201, { location })

/** Answers that hold secrets, or addresses that expire, stay nowhere. */
export const notKept = HttpServerResponse.setHeader("cache-control", "no-store")

/** Answer of a delete: 205 when it was deleted, 204 when it did not exist; without body and content type. */
export const deletedReply = (deleted: boolean): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: deleted ? 205 : 204 })

/** Marks an answer as one of a deprecated form (RFC 9745, since 2026-01-01), with the path of the newer one (RFC 8288). */
export const deprecated = (successor: string) =>
  HttpServerResponse.setHeaders({
    deprecation: "@1767225600",
    link: `<${successor}>; rel="successor-version"`
  })
