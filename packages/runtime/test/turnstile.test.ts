/** Requests that write begin one in each turn of the event loop, and reads in between. */
import type { IncomingMessage } from "node:http"
import { setImmediate } from "node:timers/promises"
import { expect, it } from "vitest"
import type { CountedResponse } from "../src/countedResponse.ts"
import { makeTurnstile } from "../src/turnstile.ts"

const makeDoor = () => {
  const begun: Array<string> = []
  const door = makeTurnstile(({ url }) => {
    begun.push(url!)
    return true
  })
  const ask = (method: string, url: string) => door({ method, url } as IncomingMessage, {} as CountedResponse)
  return { ask, begun }
}

it.each(["GET", "HEAD", "OPTIONS"])("a read (%s) waits for none of the writes that came before it", async (method) => {
  const { ask, begun } = makeDoor()
  for (const n of [1, 2, 3]) expect(ask("POST", `write ${n}`)).toBe(true)
  ask(method, "read 1")
  expect(begun).toEqual(["read 1"])
  await setImmediate()
  ask(method, "read 2")
  await setImmediate()
  ask(method, "read 3")
  expect(begun).toEqual(["read 1", "write 1", "read 2", "write 2", "read 3"])
})

it("writes begin in their order, those that come later too, and none is left", async () => {
  const { ask, begun } = makeDoor()
  for (const n of [1, 2]) ask("PATCH", `write ${n}`)
  await setImmediate()
  for (const n of [3, 4]) ask("DELETE", `write ${n}`)
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  ask("PUT", "write 5")
  await setImmediate()
  expect(begun).toEqual([1, 2, 3, 4, 5].map((n) => `write ${n}`))
})
