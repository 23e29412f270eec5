/** Webhooks in words, and what they can hear. */
import { expect, it } from "vitest"
import {
  answerWords,
  deliveryWords,
  eventGroups,
  eventWords,
  isMoving,
  ofAll,
  ownerOf,
  ownerOfWebhook,
  ownerText,
  webhookState
} from "../src/logic/webhooks.ts"

it("the organization's hear everything, others what is of theirs; each event has words of its own", () => {
  const heard = (kind: "organization" | "space" | "site") =>
    eventGroups({ kind, id: "x" }).flatMap(([, events]) => events.map(([event]) => event))
  const all = heard("organization")
  expect(new Set(all).size).toBe(all.length)
  expect(heard("space")).toEqual(all.filter((event) => /^(?:space|change_request|comment)_/.test(event)))
  expect(heard("site")).toEqual(all.filter((event) => /^(?:site|page)_/.test(event)))
  expect(new Set(all.map(eventWords)).size).toBe(all.length)
  expect([
    eventWords("comment_created"),
    eventWords("member_added"),
    eventWords("ping"),
    eventWords("new_one")
  ]).toEqual(["Comments: one was posted", "Somebody became a member", "A test", "new_one"])
})

it("what a webhook is of is a part of an address", () => {
  for (const owner of [ofAll, { kind: "space", id: "a-B_9" }, { kind: "site", id: "x" }] as const)
    expect(ownerOf(ownerText(owner))).toEqual(owner)
  for (const text of ["", "space.", "team.x", "space.a/b", undefined, 3, `space.${"a".repeat(129)}`])
    expect(ownerOf(text), String(text)).toEqual(ofAll)
  expect([ownerOfWebhook({}), ownerOfWebhook({ space: "s" }), ownerOfWebhook({ site: "w" })].map(ownerText)).toEqual([
    "",
    "space.s",
    "site.w"
  ])
})

it("states are told as they are", () => {
  expect(webhookState({ active: true })[0]).toBe("On")
  expect(webhookState({ active: true, failingSince: "2026-03-01T00:00:00Z" })[0]).toBe("Nothing gets through")
  expect(webhookState({ active: false })[0]).toBe("Off")
  expect(webhookState({ active: false, disabledReason: "Nothing got through" })[0]).toBe("Turned off")
})

const now = Date.parse("2026-03-01T12:00:00Z")
const soon = "2026-03-01T12:00:04Z"
const later = "2026-03-01T13:00:00Z"

it.each([
  [{ state: "pending", attempts: 0, nextAttemptAt: later }, "On its way", "Not sent yet", true],
  [
    { state: "pending", attempts: 1, nextAttemptAt: soon, duration: 12, response: { status: 500, body: "" } },
    "To be tried again",
    "Answered 500 after 12 ms",
    true
  ],
  [
    { state: "pending", attempts: 6, nextAttemptAt: later, duration: 10_000, failure: "did not answer" },
    "To be tried again",
    "did not answer after 10.0 s",
    false
  ],
  [
    { state: "delivered", attempts: 1, duration: 999, response: { status: 204, body: "" } },
    "Delivered",
    "Answered 204 after 999 ms",
    false
  ],
  [{ state: "failed", attempts: 10 }, "Given up", "No answer", false]
] as const)("%o is %s: %s", (delivery, state, answer, moves) => {
  expect(deliveryWords(delivery, false)).toBe(delivery.state === "pending" ? "Waits" : state)
  expect([deliveryWords(delivery, true), answerWords(delivery), isMoving(delivery, now)]).toEqual([
    state,
    answer,
    moves
  ])
})
