/** What a language model is given of a site's pages, and what comes of its answers. */
import { describe, expect, layer } from "@effect/vitest"
import { anonymousJudge } from "@octavo/core/content/revisions/visibleContent"
import { passageBounds } from "@octavo/core/content/search/passages"
import { Search } from "@octavo/core/content/search/Search"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import type { Claims } from "@octavo/core/kernel/conditions/Visitor"
import { Effect } from "effect"
import { handbook, knownQuestions } from "./asked-book.ts"
import { type StoreUnderTest, type Story, services } from "./harness.ts"
import { newBook } from "./searched-space.ts"
import { changeContent, pageOf } from "./stored-content.ts"

export const answersSuite = (under: StoreUnderTest) =>
  describe(`answers on ${under.name}`, () => {
    layer(services(under))((it) => {
      passageStories(it.effect)
    })
  })

const judgeOf = (claims: Claims) => makeJudge({ claims, unsigned: {} }, { adaptiveContent: true, schema: undefined })

const passageStories = (story: Story) => {
  story("of a hundred questions at least ninety are given the section that has the answer", () =>
    Effect.gen(function* () {
      expect(knownQuestions).toHaveLength(100)
      const search = yield* Search
      const { id } = yield* newBook(handbook)
      const missed: Array<string> = []
      let first = 0
      for (const { anchor, page, question } of knownQuestions) {
        const given = yield* search.passages([id], question, anonymousJudge, "en")
        const at = given.findIndex((one) => one.pageTitle === page && one.anchor === anchor)
        if (at === -1) missed.push(question)
        if (at === 0) first++
        expect(given.length).toBeLessThanOrEqual(passageBounds.count)
        expect(given.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(passageBounds.total)
      }
      expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(10)
      // nearly always it is the very first
      expect(first).toBeGreaterThanOrEqual(75)
    })
  )

  story("nothing of what this visitor is not shown is given (threats: hidden content listed, derived reads)", () =>
    Effect.gen(function* () {
      const search = yield* Search
      const { id } = yield* newBook([])
      const on = (name: string) => `visitor.claims.${name} == true`
      const secret = (name: string) => `secret of ${name}`
      const names = ["a", "b", "c"] as const
      yield* changeContent(id, {
        pages: [
          [pageOf("open", { title: "Needle" }), "The needle is sharp.\n\n## Care\n\nWash the needle."],
          ...names.map(
            (name) =>
              [pageOf(name, { title: `Needle ${name}`, condition: on(name) }), `needle ${secret(name)}`] as const
          ),
          [pageOf("below", { title: "Below", parent: "b" }), `needle ${secret("below")}`],
          [
            pageOf("mixed", { title: "Mixed" }),
            `The needle.\n\n${names
              .map(
                (name) => `{% if ${on(name)} %}\n## Part ${name}\n\nneedle in ${secret(`part ${name}`)}\n{% endif %}`
              )
              .join("\n\n")}`
          ]
        ]
      })
      const questions = ["Where is the needle?", "needle", "secret of a", "what is the secret of part c", "needl secrt"]
      for (let bits = 0; bits < 8; bits++) {
        const claims = Object.fromEntries(names.map((name, n) => [name, (bits & (1 << n)) !== 0]))
        let text = ""
        for (const question of questions)
          for (const one of yield* search.passages([id], question, judgeOf(claims), "en"))
            text += `\n${one.pageTitle}/${one.title}: ${one.text}`
        expect(text).toContain("The needle is sharp.")
        for (const name of names) {
          const isShown = claims[name] === true
          for (const told of [secret(name), `Needle ${name}`, `Part ${name}`, secret(`part ${name}`)])
            expect([claims, told, text.includes(told)]).toEqual([claims, told, isShown])
        }
        expect(text.includes(secret("below"))).toBe(claims["b"])
      }
    })
  )
}
