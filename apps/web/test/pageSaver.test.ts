/**
 * A page that is written while lines are lost, servers stop, sessions end, others write and tabs are closed: what a
 * person wrote is on the server at the end, what was said to be saved was there when it was said, and all windows show
 * what the server has.
 */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { savingWords } from "../src/logic/savingWords.ts"
import { Browser, Clock, lines, Server } from "./savingModel.ts"

const time = (most: number) => fc.integer({ min: 0, max: most })

const who = fc.nat(1)

const acts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant("type" as const), who }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant("pass" as const), time: time(2500) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("line" as const), who, is: fc.constantFrom(...lines) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("mend" as const), who }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("slow" as const),
        who,
        takes: fc.record({ request: time(500), answer: time(500), event: time(500) })
      })
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constantFrom(
          "delete" as const,
          "other" as const,
          "close" as const,
          "open" as const,
          "hurry" as const,
          "resume" as const
        ),
        who
      })
    }
  ),
  { maxLength: 80 }
)

describe("The saving of a page", () => {
  it("loses no word, whatever is lost, stopped and closed, and shows in all windows what the server has", async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (acts) => {
        const clock = new Clock()
        const server = new Server()
        const people = ["ann-", "ben-"].map((name) => ({
          name,
          browser: new Browser(clock, server),
          /** When each word was typed, and when it was deleted. */
          typed: new Map<string, number>(),
          deleted: new Map<string, number>()
        }))
        const ofOthers: Array<string> = []
        let number = 0
        for (const { browser } of people) browser.open()
        const look = () => {
          for (const { browser, name } of people) browser.check(name)
        }
        for (const act of acts) {
          const { browser, deleted, name, typed } = people["who" in act ? act.who : 0]!
          const { tab } = browser
          if (act.do === "pass") await clock.pass(act.time)
          else if (act.do === "line") browser.line.is = act.is
          else if (act.do === "slow") browser.line.takes = act.takes
          else if (act.do === "mend") browser.mend()
          else if (act.do === "open") browser.open()
          else if (act.do === "close") {
            // what was typed in the last 300 milliseconds may be lost with the tab
            for (const [word, at] of typed) if (at > clock.now - 300) typed.delete(word)
            for (const [word, at] of deleted) if (at > clock.now - 300) deleted.delete(word)
            browser.close()
          } else if (act.do === "other") {
            ofOthers.push(`other-${ofOthers.length}`)
            server.write(ofOthers.at(-1)!)
          } else if (tab !== undefined) {
            if (act.do === "type") {
              const word = `${name}${number++}`
              typed.set(word, clock.now)
              browser.type(word)
            } else if (act.do === "delete") {
              const word = [...tab.editor.words].find((one) => one.startsWith(name))
              if (word === undefined) continue
              typed.delete(word)
              deleted.set(word, clock.now)
              browser.delete(word)
            } else if (act.do === "hurry") tab.saver.hurry()
            else tab.saver.resume()
          }
          look()
        }
        // answers that are on their way
        await clock.pass(5000)
        for (const { browser } of people) {
          browser.mend()
          browser.open()
          browser.tab!.saver.resume()
        }
        await clock.pass(120_000)
        look()
        expect(ofOthers.filter((word) => !server.words.has(word))).toEqual([])
        for (const { browser, deleted, typed } of people) {
          expect([...typed.keys()].filter((word) => !server.words.has(word))).toEqual([])
          expect([...deleted.keys()].filter((word) => server.words.has(word))).toEqual([])
          expect([...browser.tab!.editor.words].toSorted()).toEqual([...server.words].toSorted())
          expect(browser.kept).toBeUndefined()
        }
      }),
      { numRuns: 1000 }
    )
  })

  const started = () => {
    const clock = new Clock()
    const server = new Server()
    const browser = new Browser(clock, server)
    browser.open()
    const { saver } = browser.tab!
    const words = (isOnline = true) => {
      const { isKept, said, state } = saver.view()
      return savingWords(state, { isKept, isOnline, said })
    }
    return { clock, server, browser, saver, words }
  }

  it("is done within two seconds of the last key, and every few seconds while somebody types on", async () => {
    const { browser, clock, server } = started()
    browser.type("one")
    await clock.pass(1999)
    expect([...server.words]).toEqual(["one"])
    const { revisions } = server
    const before = revisions.size
    for (let key = 0; key < 100; key++) {
      browser.type(`key-${key}`)
      await clock.pass(200)
    }
    expect(revisions.size - before).toBeGreaterThanOrEqual(3)
  })

  it("keeps each key in the browser within 300 milliseconds", async () => {
    const { browser, clock } = started()
    browser.type("one")
    await clock.pass(299)
    expect([...(browser.kept?.text ?? [])]).toEqual(["one"])
  })

  it("says how it goes, and goes on by itself", async () => {
    const { browser, clock, saver, server, words } = started()
    const { line } = browser
    expect(words()).toBe("")
    line.is = "stopped"
    browser.type("one")
    expect(words()).toBe("Saving")
    await clock.pass(5000)
    expect(words()).toBe("Offline: kept in this browser")
    line.is = "full"
    await clock.pass(60_000)
    expect(words()).toBe("Kept in this browser until the server can save again (no space is left)")
    line.is = "good"
    saver.hurry()
    await clock.pass(400)
    expect(words()).toBe("Saved")
    line.is = "signed out"
    browser.type("two")
    await clock.pass(2000)
    expect(words()).toBe("Kept in this browser: you are signed out")
    line.is = "good"
    saver.resume()
    await clock.pass(400)
    expect(words()).toBe("Saved")
    expect([...server.words]).toEqual(["one", "two"])
  })

  it("sends nothing of a page that was opened, read and closed", async () => {
    const { clock, saver, server } = started()
    server.write("theirs")
    saver.moved(server.head)
    await clock.pass(60_000)
    await Promise.all([saver.close(), clock.pass(1000)])
    expect(server.revisions.size).toBe(2)
  })
})
