import { EventEmitter } from "node:events"
import type { IncomingMessage } from "node:http"
import { expect, it } from "vitest"
import type { CountedResponse } from "../src/countedResponse.ts"
import { writeTurns } from "../src/writeTurns.ts"

const requests = () => {
  const begun: Array<string> = []
  const { came, step } = writeTurns((request) => {
    begun.push(request.url!)
    return true
  })
  const send = (method: string, url: string) => {
    const response = Object.assign(new EventEmitter(), { closed: false }) as unknown as CountedResponse
    const request = { method, url } as IncomingMessage
    came(request)
    expect(step(request, response)).toBe(true)
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

it("where many read, some begin in a turn, so that nobody who writes waits for all of them", async () => {
  const { begun, send } = requests()
  for (let n = 0; n < 8; n++) send("POST", `${n}`)
  const ofTurns: Array<number> = []
  for (const reads of [0, 3, 12, 4]) {
    for (let n = 0; n < reads; n++) send("GET", "read")
    begun.length = 0
    await turn()
    ofTurns.push(begun.length)
  }
  expect(ofTurns).toEqual([1, 1, 3, 1])
  await turn()
  await turn()
  expect(begun.at(-1)).toBe("7")
})
