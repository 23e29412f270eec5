/** Work on long texts that learns only while it goes on what else it needs: it asks whoever wants it. */
import type * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Input, output, questions and answers are plain data: they may cross to another thread. */
export interface AskingTask<Input, Output, Question = never, Answer = never> {
  /** Of one module that has it: `computeThread` of the runtime finds it there. */
  readonly name: string
  readonly run: (input: Input, ask: (question: Question) => Promise<Answer>) => Promise<Output>
}

/** Does such a task on this thread. */
export const askHere = <Input, Output, Question, Answer, E, R>(
  task: AskingTask<Input, Output, Question, Answer>,
  input: Input,
  answer: (question: Question) => Effect.Effect<Answer, E, R>
): Effect.Effect<Output, E, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.callback<Output, E>((resume, signal) => {
      let failure: Cause.Cause<E> | undefined
      const ask = async (question: Question): Promise<Answer> => {
        const exit = await Effect.runPromiseExitWith(context)(answer(question), { signal })
        if (Exit.isSuccess(exit)) return exit.value
        failure = exit.cause
        throw new Error("There is no answer")
      }
      task.run(input, ask).then(
        (output) => resume(Effect.succeed(output)),
        (error) => resume(failure === undefined ? Effect.die(error) : Effect.failCause(failure))
      )
    })
  )
