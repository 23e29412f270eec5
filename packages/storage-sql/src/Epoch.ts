/**
 * The state of the store as numbers: read one before the state that is cached under it. The port is core's; each storage
 * package provides it.
 */
import { Context, Option } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

export { accessPart, Epoch } from "@octavo/core/kernel/shared/Epoch"

/** Whether nothing uncommitted is seen there: of `Epoch`. */
export const isCommitted =
  ({ transactionService }: SqlClient.SqlClient) =>
  (context: Context.Context<never>): boolean =>
    // not by the map of all services, which would be made anew for the context of each request
    Option.isNone(Context.getOption(context, transactionService))
