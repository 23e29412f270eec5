import { reference } from "./reference.ts"

/** Where a request came from; `null` for what did not come over the network. */
export const RequestAddress = reference<string | null>("@octavo/core/kernel/shared/RequestAddress", () => null)
