/** A language model's answer to a question, from sections of pages that the reader may see. Nothing of either is kept. */
import { Effect, Exit, Stream } from "effect"
import type { LanguageModelShape, ModelError } from "../../kernel/language-model/LanguageModel.ts"
import { makeSecret } from "../../kernel/shared/ids.ts"
import { counter } from "../../kernel/shared/metrics.ts"
import { type NumberedSection, promptOf } from "./prompt.ts"
import { isFull, newReading, readEnd, readPiece, type Sentence } from "./sentences.ts"

const outcomes = Object.fromEntries(
  (["answered", "not-in-pages", "failed", "left"] as const).map((outcome) => [
    outcome,
    counter("octavo_questions_total", "Questions about pages that were asked, without their words", { outcome })
  ])
) as Record<"answered" | "not-in-pages" | "failed" | "left", { value: number }>

/** Letters of the mark that sections stand between. */
const markLength = 24

/**
 * The sentences of the answer as they come; none where the sections do not say.
 * @param guidance how the team of the site wants answers to be
 */
export const answering = (
  model: Pick<LanguageModelShape, "stream">,
  question: string,
  sections: ReadonlyArray<NumberedSection>,
  guidance?: string
): Stream.Stream<Sentence, ModelError> => {
  const answer = Stream.suspend(() => {
    if (sections.length === 0) return Stream.empty
    let reading = newReading(sections.length)
    return model.stream(promptOf(question, sections, makeSecret(markLength), guidance)).pipe(
      Stream.map((piece) => {
        const [next, sentences] = readPiece(reading, piece)
        reading = next
        return sentences
      }),
      // a model that does not come to an end is let go
      Stream.takeUntil(() => isFull(reading)),
      Stream.concat(Stream.sync(() => readEnd(reading))),
      Stream.flatMap((sentences) => Stream.fromIterable(sentences))
    )
  })
  return Stream.suspend(() => {
    let isAnswered = false
    return answer.pipe(
      Stream.tap(() => Effect.sync(() => (isAnswered = true))),
      Stream.tapError(({ message }) => Effect.logWarning("A question was not answered", message)),
      Stream.onExit((exit) =>
        Effect.sync(() => {
          const outcome = Exit.isSuccess(exit) ? (isAnswered ? "answered" : "not-in-pages") : failedOrLeft(exit)
          outcomes[outcome].value++
        })
      )
    )
  })
}

const failedOrLeft = (exit: Exit.Exit<unknown, unknown>) => (Exit.hasInterrupts(exit) ? "left" : "failed")

const words = {
  timeout: "The language model did not answer in time; ask again",
  limited: "The language model has too much to do right now; ask again in a moment",
  unreachable: "The language model cannot be reached; ask again later",
  refused: "The language model of this server does not take questions as it should; its operator finds why in the log",
  garbage: "The language model of this server does not answer as it should; its operator finds why in the log"
} as const satisfies Record<ModelError["reason"], string>

/** Why there is no answer, for readers: they are not told where the model is. */
export const failureWords = ({ reason }: ModelError): string => words[reason]
