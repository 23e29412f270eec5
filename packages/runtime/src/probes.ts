/** Whether a server can do its work, for whoever runs it: `/healthz` and `/readyz`. */
import type * as http from "node:http"
import { StoreVersion } from "@octavo/storage-sql"
import { Context, Effect, Exit } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"

/** What keeps a server that has started from doing its work; `undefined` when nothing does. */
export interface Checks {
  /** The database does not answer within two seconds, or is of a newer program. */
  readonly healthy: Effect.Effect<string | undefined>
  /** The database is of a newer program, as far as it can be asked: one that is away comes back by itself. */
  readonly ready: Effect.Effect<string | undefined>
}

export const makeChecks = (context: Context.Context<StoreVersion | SqlClient.SqlClient>): Checks => {
  const { check } = Context.get(context, StoreVersion)
  const sql = Context.get(context, SqlClient.SqlClient)
  const within = <A, E>(effect: Effect.Effect<A, E>, failed: (error: E) => string | undefined, late?: string) =>
    effect.pipe(
      Effect.match({ onSuccess: () => undefined, onFailure: failed }),
      Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.succeed(late) })
    )
  return {
    healthy: within(Effect.andThen(sql`SELECT 1`, check), describe, "The database did not answer within two seconds"),
    ready: within(check, (error) => (error._tag === "StoreTooNew" ? error.message : undefined))
  }
}

/** Answers a probe. */
export const answerProbe = (url: "/healthz" | "/readyz", checks: Checks, response: http.ServerResponse): void => {
  Effect.runFork(url === "/readyz" ? checks.ready : checks.healthy).addObserver((exit) => {
    const problem = Exit.isSuccess(exit) ? exit.value : "The check failed"
    if (problem === undefined) sendJson(response, 200, { status: url === "/readyz" ? "ready" : "ok" })
    else sendError(response, 503, problem)
  })
}

/** Why a server does not start, or a check fails, in words. */
export const describe = (error: unknown): string =>
  error instanceof SqlError.SqlError
    ? `The database can't be reached: ${error.reason.message}`
    : error instanceof Error
      ? error.message
      : String(error)

const sendJson = (response: http.ServerResponse, status: number, value: unknown): void => {
  const body = JSON.stringify(value)
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body)
}

/** An error in the contract's shape, in front of the router. */
export const sendError = (response: http.ServerResponse, status: number, message: string): void =>
  sendJson(response, status, { error: { code: status, message } })
