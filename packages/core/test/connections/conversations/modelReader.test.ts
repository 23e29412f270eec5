import type { ConversationRecord } from "@octavo/core/connections/conversations/Conversation"
import { makeModelReader } from "@octavo/core/connections/conversations/modelReader"
import { ModelError, type ModelQuestion } from "@octavo/core/kernel/language-model/LanguageModel"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"

const conversation: ConversationRecord = {
  organizationId: "o",
  id: "c",
  subject: "Invoice",
  source: "email",
  parts: [{ type: "message", role: "user", body: "Where is my invoice?" }],
  metadata: {},
  createdAt: "",
  ingestedAt: "",
  processedAt: null,
  hash: ""
}
const lexical = [{ title: "Invoice", summary: "Where is my invoice?", text: "Invoice\nWhere is my invoice?" }]
const words = { label: "Invoice, download", summary: "Where is my invoice?" }
const away = new ModelError({ reason: "unreachable", message: "away", retryable: true })
const refused = new ModelError({ reason: "refused", message: "no", retryable: false })

/** A model that gives these answers one after the other, and then the last one. */
const reader = (...answers: ReadonlyArray<string | ModelError>) => {
  const asked: Array<ModelQuestion> = []
  const made = makeModelReader({
    name: "The model",
    ask: (question) => {
      const next = answers[Math.min(asked.length, answers.length - 1)]!
      asked.push(question)
      return typeof next === "string" ? Effect.succeed(next) : Effect.fail(next)
    }
  })
  return { ...made, asked }
}
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

describe("conversations that a model reads", () => {
  it("have the issues that it names, shortened and checked", async () => {
    const issues = [
      { title: " Invoice missing ", summary: "No invoice." },
      { title: " ", summary: "x" },
      { title: "t".repeat(500), summary: "" }
    ]
    const { asked, issues: read } = reader(`\`\`\`json\n${JSON.stringify({ issues })}\n\`\`\``)
    const found = await run(read(conversation, false))
    expect(found.map(({ title }) => title.length)).toEqual([15, 120])
    expect(found[0]).toEqual({
      title: "Invoice missing",
      summary: "No invoice.",
      text: " Invoice missing \nNo invoice."
    })
    expect(asked[0]!.material).toContain("user: Where is my invoice?")
    expect(asked[0]!.instructions).not.toContain("Where is my invoice?")
  })

  it("are read by their words when its answers can't be read, asked twice", async () => {
    for (const garbage of [
      "",
      "Sure!",
      "{}",
      '{"issues":[{"title":1}]}',
      '{"issues":"none"}',
      '{"issues":[{"title":"a\\u0000","summary":""}]}'
    ]) {
      const { asked, issues } = reader(garbage)
      expect(await run(issues(conversation, false)), garbage).toEqual(lexical)
      expect(asked).toHaveLength(2)
    }
    expect(await run(reader("Sure!", '{"issues":[]}').issues(conversation, false))).toEqual([])
  })

  it("wait for a model that is away, but not for ever, and not for one that refuses", async () => {
    expect(await Effect.runPromise(Effect.flip(reader(away).issues(conversation, false)))).toBe(away)
    expect(await run(reader(away).issues(conversation, true))).toEqual(lexical)
    expect(await run(reader(refused).issues(conversation, false))).toEqual(lexical)
  })
})

describe("clusters that a model names", () => {
  it("have its words, and it is asked once for the same messages", async () => {
    const { asked, words: name } = reader('{"label":"Missing invoices","summary":"Users find no invoice."}')
    for (let i = 0; i < 2; i++) {
      expect(await run(name("c", ["a", "b"], words))).toEqual({
        label: "Missing invoices",
        summary: "Users find no invoice."
      })
    }
    expect(asked).toHaveLength(1)
    await run(name("c", ["other"], words))
    expect(asked).toHaveLength(2)
  })

  it("keep the words they have when it has none", async () => {
    for (const answer of [away, refused, "garbage", '{"label":" ","summary":""}']) {
      expect(await run(reader(answer).words("c", ["a"], words))).toEqual({ ...words, onlyIfNew: true })
    }
  })
})
