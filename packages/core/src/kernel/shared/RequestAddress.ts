import { Context } from "effect"

/** Where a request came from; `null` for what did not come over the network. */
export const RequestAddress = Context.Reference<string | null>("@octavo/core/kernel/shared/RequestAddress", {
  defaultValue: () => null
})
