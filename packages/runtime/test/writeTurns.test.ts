import { EventEmitter } from "node:events"
import type { IncomingMessage } from "node:http"
import { expect, it } from "vitest"
import type { CountedResponse } from "../src/countedResponse.ts"
import { writeTurns } from "../src/writeTurns.ts"

const requests = () => {
  const begun: Array<string> = []
  const step = writeTurns((request) => {
    begun.push(request.url!)
    return true
  })
  const send = (method: string, url: string) => {
    const response = Object.assign(new EventEmitter(), { closed: false }) as unknown as CountedResponse
    expect(step({ method, url } as IncomingMessage, response)).toBe(true)
    return response
  }
  return { begun, send }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it("what reads begins at once, what writes one in each turn, in the order in which it came", async () => {
  const { begun, send } = requests()
  send("POST", "first")
  send("PATCH", "second")
  send("GET", "read")
  send("DELETE", "third")
  expect(begun).toEqual(["read"])
  const turns: Array<ReadonlyArray<string>> = []
  for (let n = 0; n < 4; n++) {
    await turn()
    send("HEAD", `read in turn ${n}`)
    turns.push(begun.splice(0))
  }
  expect(turns).toEqual([
    ["read", "first", "read in turn 0"],
    ["second", "read in turn 1"],
    ["third", "read in turn 2"],
    ["read in turn 3"]
  ])
})

it("what comes while others wait goes behind them, and once nobody waits it begins in the next turn", async () => {
  const { begun, send } = requests()
  send("POST", "first")
  send("POST", "second")
  await turn()
  send("POST", "third")
  await turn()
  await turn()
  expect(begun).toEqual(["first", "second", "third"])
  send("PUT", "fourth")
  await turn()
  expect(begun).toEqual(["first", "second", "third", "fourth"])
})

it("nothing is begun for who has gone, and those behind are not held up", async () => {
  const { begun, send } = requests()
  send("POST", "first")
  Object.assign(send("POST", "gone"), { closed: true })
  send("POST", "third")
  for (let n = 0; n < 3; n++) await turn()
  expect(begun).toEqual(["first", "third"])
})
