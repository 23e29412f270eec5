import * as fc from "fast-check"
import { expect, it } from "vitest"
import { takeEvents } from "../src/logic/eventTexts.ts"

const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<readonly [string, string]>, string]> = [
  ["one that is whole", "event: done\ndata: {}\n\n", [["done", "{}"]], ""],
  ["without a name", "data: x\n\n", [["message", "x"]], ""],
  ["of several lines", "event: a\ndata: x\ndata: y\n\n", [["a", "x\ny"]], ""],
  ["no comments", ": still there\n\nevent: b\ndata: z\n\n", [["b", "z"]], ""],
  ["what is not whole stays", "event: a\ndata: x\n\nevent: b\nda", [["a", "x"]], "event: b\nda"]
]

it.each(cases)("takes %s", (_, text, events, rest) => {
  const [taken, left] = takeEvents(text)
  expect([taken.map(({ data, name }) => [name, data]), left]).toEqual([events, rest])
})

it("takes the same, however the text is cut", () => {
  const text = cases.map(([, one]) => one).join("")
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      let rest = ""
      const taken = at.slice(1).flatMap((end, n) => {
        const [events, left] = takeEvents(rest + text.slice(at[n], end))
        rest = left
        return events
      })
      expect([taken, rest]).toEqual([takeEvents(text)[0], takeEvents(text)[1]])
    })
  )
})
