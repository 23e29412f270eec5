/**
 * What a bare server does for the same answers. The database holds each answer as rows, one for each item of a list and
 * one for anything else, so that a select reads as many bytes as the answer has; the values themselves are at hand.
 */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { reportServer } from "../support/serverProcess.ts"

/** An answer of Octavo's: the path it was asked under and its value. */
export interface Answer {
  readonly path: string
  readonly value: any
}

/** A row of the yardstick's table. */
export type Row = { readonly path: string; readonly place: number; readonly data: string }

export const rowsOf = ({ path, value }: Answer): ReadonlyArray<Row> => {
  const items: ReadonlyArray<unknown> = value.items ?? value.pages ?? []
  return (items.length === 0 ? [value] : items).map((item, place) => ({ path, place, data: JSON.stringify(item) }))
}

const send = (response: ServerResponse, value: unknown): void => {
  const body = JSON.stringify(value)
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body)
}

/**
 * @param select reads the rows of a path, and calls back with how many there were, at once or later
 * @param write keeps what was sent to a path, and calls back when it is stored
 */
export const serve = (
  answers: ReadonlyArray<Answer>,
  select: (path: string, found: (rows: number) => void) => void,
  write: (path: string, data: string, stored: () => void) => void
): void => {
  const values = new Map(answers.map(({ path, value }) => [path, value]))
  const server = createServer(async (request, response) => {
    if (request.method !== "GET") {
      let data = ""
      for await (const part of request.setEncoding("utf8")) data += part
      const path = `${request.method} ${request.url}`
      write(path, JSON.stringify(JSON.parse(data)), () => send(response, values.get(path)))
      return
    }
    select(request.url!, (rows) => {
      if (rows > 0) send(response, values.get(request.url!))
      else response.writeHead(404).end()
    })
  })
  server.keepAliveTimeout = 65_000
  server.listen(0, "127.0.0.1", () => reportServer((server.address() as AddressInfo).port))
}
