/** Two windows in which one page is written, while lines are lost and windows opened anew: both end with what the server has. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { toEditor } from "../src/index.ts"
import { read } from "./documents.ts"
import { EditedPage, linesOf, Window } from "./windows.ts"

const page = Array.from({ length: 4 }, (_, at) => `Paragraph ${at} has some words.`).join("\n\n")

const who = fc.nat(1)

const acts = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant("type" as const),
        who,
        block: fc.nat(30),
        at: fc.nat(30),
        splits: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0)
      })
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("send" as const),
        who,
        line: fc.constantFrom("good" as const, "good" as const, "request lost" as const, "answer lost" as const)
      })
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("read" as const), who }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("reload" as const), who }) }
  ),
  { minLength: 5, maxLength: 60, size: "max" }
)

it("two windows end with the lines that the server has", () => {
  let collided = 0
  fc.assert(
    fc.property(acts, (drawn) => {
      const server = new EditedPage(page)
      const windows = ["a", "b"].map((name) => new Window(name, server))
      const typed: string[] = []
      for (const act of drawn) {
        const window = windows[act.who]!
        if (act.do === "type") {
          typed.push(`w${typed.length}${window.name}`)
          window.type(typed.at(-1)!, act.block, act.at, act.splits)
        } else if (act.do === "send") window.send(act.line)
        else if (act.do === "read") window.read()
        else window.reload()
      }
      for (const window of [...windows, ...windows]) {
        window.send("good")
        window.send("good")
      }
      for (const window of windows) window.read()
      collided += server.collided
      expect([...new Set(server.text.match(/\bw\d+[ab]\b/g))].toSorted()).toEqual(typed.toSorted())
      for (const window of windows) {
        expect(window.isDirty).toBe(false)
        expect(window.lines).toEqual(linesOf(toEditor(read(server.text, false))))
      }
    }),
    { numRuns: 60 }
  )
  expect(collided).toBeGreaterThan(5)
})
