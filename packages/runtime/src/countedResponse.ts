/**
 * A response that tells its client the id of the request and what is left of its limit, in whichever lane it is answered. Answers that are kept stay
 * as they are: what differs from one request to the next is added as the head is written. As headers that are set on the
 * response before, the same took a quarter of a small read, because Node then sets all others one by one too.
 */
import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http"

type Head = OutgoingHttpHeaders | Array<OutgoingHttpHeader>

const lists = new WeakMap<object, Array<OutgoingHttpHeader>>()

const listOf = (headers: OutgoingHttpHeaders): Array<OutgoingHttpHeader> => {
  let list = lists.get(headers)
  if (list === undefined) {
    list = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
    lists.set(headers, list)
  }
  return list
}

export class CountedResponse extends ServerResponse {
  /** Names and values in turn. */
  allowance: ReadonlyArray<string> | undefined = undefined
  /** Of the request that it answers. */
  requestId: string | undefined = undefined
  /** Operation of the contract, where a lane knows it. */
  operation: string | undefined = undefined
  /** When its request came, in milliseconds of `performance.now()`. */
  begun = 0

  override writeHead(status: number, reason?: string | Head, headers?: Head): this {
    const given = typeof reason === "object" ? reason : headers
    const text = typeof reason === "string" ? reason : undefined
    const { allowance, requestId } = this
    if (requestId === undefined) return super.writeHead(status, text, given)
    const list = given === undefined ? [] : Array.isArray(given) ? given : listOf(given)
    return super.writeHead(
      status,
      text,
      allowance === undefined
        ? [...list, "x-request-id", requestId]
        : [...list, "x-request-id", requestId, ...allowance]
    )
  }
}
