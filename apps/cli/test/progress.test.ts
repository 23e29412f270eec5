import { Effect } from "effect"
import { expect, it } from "vitest"
import { barLine, makeProgress } from "../src/progress.ts"

const bar = { phase: "Reading pages", fraction: 0.25, from: 0, seconds: 2, columns: 100 }

it("a bar shows the phase, how far it is, how fast, and the time that is left", () => {
  expect(barLine({ ...bar, done: 50, total: 200 })).toBe(
    "Reading pages  ████████░░░░░░░░░░░░░░░░░░░░░░░░   25%  50/200  25/s  0:06 left"
  )
})

it("a bar fits a narrow terminal, and leaves out what is not known", () => {
  expect(barLine({ ...bar, columns: 30 })).toBe("Reading pages  25%  0:06 left")
  expect(barLine({ ...bar, seconds: 0 })).toBe("Reading pages  ████████░░░░░░░░░░░░░░░░░░░░░░░░   25%")
  expect(barLine({ ...bar, fraction: undefined })).toBe("Reading pages …")
})

const reports: ReadonlyArray<readonly [string, number?]> = [
  ["Connecting"],
  ["Receiving objects", 0.1],
  ["Receiving objects", 0.2],
  ["Receiving objects", 0.6],
  ["Reading pages: 1 of 4", 0.1],
  ["Reading pages: 2 of 4", 0.2],
  ["Reading pages: 4 of 4", 0.5]
]

const written = async (terminal: { readonly isTTY: boolean }) => {
  const texts: Array<string> = []
  let now = 0
  const progress = makeProgress({ ...terminal, columns: 60, write: (text) => texts.push(text) }, () => (now += 200))
  for (const [message, fraction] of reports) await Effect.runPromise(progress.report(message, fraction))
  await Effect.runPromise(progress.end)
  return texts
}

it("elsewhere than on a terminal there are few plain lines", async () => {
  expect(await written({ isTTY: false })).toEqual([
    "Connecting\n",
    "Receiving objects\n",
    "Receiving objects 50%\n",
    "Reading pages\n",
    "Reading pages 50%\n"
  ])
})

it("on a terminal one line is drawn again, and taken away at the end", async () => {
  const texts = await written({ isTTY: true })
  expect(texts.every((text) => text.startsWith("\r\x1b[2K"))).toBe(true)
  expect(texts.at(-1)).toBe("\r\x1b[2K")
})
