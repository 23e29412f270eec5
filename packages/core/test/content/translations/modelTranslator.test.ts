import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { modelTranslator } from "../../../src/content/translations/modelTranslator.ts"
import { ModelError, type ModelQuestion } from "../../../src/kernel/language-model/LanguageModel.ts"

const request = {
  from: "en",
  to: "de",
  texts: ["Run <x1/>", "Space"],
  instructions: "Say du.",
  terms: [{ source: "space", target: "Bereich" }]
} as const

/** What a model that answers so is asked, and what comes of it. */
const asking = async (answer: string | ModelError) => {
  const asked: Array<ModelQuestion> = []
  const translator = modelTranslator({
    name: "test",
    ask: (question) => {
      asked.push(question)
      return typeof answer === "string" ? Effect.succeed(answer) : Effect.fail(answer)
    }
  })
  return { asked, result: await Effect.runPromise(Effect.result(translator.translate(request))) }
}

describe("translation by a language model", () => {
  it("asks with the terms and what the author wants, and reads the list that comes back", async () => {
    const { asked, result } = await asking('```json\n{"texts": ["<x1/> ausführen", "Bereich"]}\n```')
    expect(result).toMatchObject({ _tag: "Success", success: ["<x1/> ausführen", "Bereich"] })
    expect(asked).toMatchObject([{ material: JSON.stringify({ texts: request.texts }), json: true }])
    for (const words of ["from English into German", '"space": "Bereich"', "Say du."]) {
      expect(asked[0]!.instructions).toContain(words)
    }
  })

  it.each([
    ["words", "Here you are: Bereich", "garbage"],
    ["another form", '{"texts": "Bereich"}', "garbage"],
    ["broken JSON", '{"texts": ["Ber', "garbage"],
    ["a limit", new ModelError({ reason: "limited", message: "busy", retryable: true }), "unavailable"],
    ["a refusal", new ModelError({ reason: "refused", message: "no key", retryable: false }), "refused"]
  ])("tells %s as what it is", async (_, answer, reason) => {
    const { result } = await asking(answer)
    expect(result).toMatchObject({ _tag: "Failure", failure: { reason } })
  })
})
