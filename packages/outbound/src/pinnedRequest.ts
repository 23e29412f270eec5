/** One HTTP request over a connection of its own, to addresses that were looked up and checked before. */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"

export interface PinnedRequest {
  /** What the host's name stands for; `undefined`: whatever the system says when the connection is made. */
  readonly addresses: ReadonlyArray<string> | undefined
  readonly headers: Readonly<Record<string, string | number>>
  readonly method?: string
  readonly signal?: AbortSignal | undefined
}

/** Opens a request, which its caller writes to and ends. */
export const pinnedRequest = (
  url: URL,
  { addresses, headers, method = "GET", signal }: PinnedRequest,
  answered: (response: IncomingMessage) => void
): ClientRequest => {
  const open = url.protocol === "https:" ? requestHttps : requestHttp
  return open(
    url,
    {
      method,
      // a connection of its own: a kept one may lead where another request was allowed to go
      agent: false,
      headers: { "user-agent": "Octavo", ...headers },
      ...defined({ signal }),
      ...ifDefined(addresses, (known) => ({ lookup: pinned(known) }))
    },
    answered
  )
}

/** Why a connection failed, as its code says. */
export const connectionFailure = ({ code }: NodeJS.ErrnoException): string =>
  `cannot be reached${code === undefined ? "" : ` (${code})`}`

/** Answers whatever name it is asked with the addresses that were checked. */
const pinned =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all === true) callback(null, all)
    else callback(null, all[0]!.address, all[0]!.family)
  }
