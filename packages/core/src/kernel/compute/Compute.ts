/**
 * The port to processors: work whose length depends on what people write is done off the thread that answers, with a
 * deadline, and so that one person can't take all of them. Without an adapter it is done here and now.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentActor } from "../shared/Actor.ts"
import { StorageError } from "../shared/errors.ts"
import { type Lru, makeLru } from "../shared/lru.ts"
import { reference } from "../shared/reference.ts"
import { type AskingTask, askHere } from "./AskingTask.ts"
import type { Task } from "./Task.ts"

export interface ComputeShape {
  /**
   * Does a task. An interrupted one is stopped.
   * @param owner whose work it is: each has a share of the processors
   */
  readonly run: <Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    owner: string
  ) => Effect.Effect<Output, StorageError>
  /** Does a task that asks; what fails to be answered fails it. */
  readonly ask: <Input, Output, Question, Answer, E, R>(
    task: AskingTask<Input, Output, Question, Answer>,
    input: Input,
    answer: (question: Question) => Effect.Effect<Answer, E, R>,
    owner: string
  ) => Effect.Effect<Output, E | StorageError, R>
  /** What dear tasks came to, by the name of the task and what it was about. */
  readonly kept: Lru<unknown>
}

const defaultKeptBytes = 16 * 1024 * 1024

export const Compute = reference<ComputeShape>("@octavo/core/kernel/compute/Compute", () => ({
  run: (task, input) => Effect.sync(() => task.run(input)),
  ask: askHere,
  kept: makeLru<unknown>(defaultKeptBytes, "compute")
}))

/**
 * Texts shorter than this, in UTF-16 units, are worked on here: reading the dearest ones of 16 K (lists of short items)
 * takes 20 ms of a processor, and the way to a thread and back about one.
 */
export const inlineLength = 16_384

/** Merges compare: their dearest texts cost more than in proportion. */
export const inlineMergeLength = 4_096

/** Whose work something is: a person's, the readers' of a site, or that of nobody who is known. */
const ownerOf = (context: Context.Context<never>): string => {
  const actor = Context.getOrUndefined(context as Context.Context<CurrentActor>, CurrentActor)
  switch (actor?.kind) {
    case "user":
      return actor.userId
    case "site":
      return `site ${actor.siteId}`
    default:
      return ""
  }
}

/** Units of text that were worked on here since whoever waits had a turn. */
let spent = 0

/**
 * Work on a short text, here; after as much as one long text in a row, whoever waits comes first.
 * @param length of the text, in UTF-16 units
 */
export const workHere = <A, E, R>(length: number, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const isTurn = spent + length > inlineLength
    spent = isTurn ? length : spent + length
    return isTurn ? Effect.andThen(Effect.yieldNow, work) : work
  })

/** Does a task: here when its texts have no more than `inline` units together, else wherever tasks are done. */
export const compute = <Input, Output>(
  task: Task<Input, Output>,
  input: Input,
  length: number,
  inline = inlineLength
): Effect.Effect<Output, StorageError> =>
  length <= inline
    ? workHere(
        length,
        Effect.sync(() => task.run(input))
      )
    : Effect.withFiber(({ context }) => Context.get(context, Compute).run(task, input, ownerOf(context)))

/**
 * Does a task that asks: here when its texts have no more than `inlineLength` units together.
 * @param owner whose work it is, where that is not who acts
 */
export const computeAsking = <Input, Output, Question, Answer, E, R>(
  task: AskingTask<Input, Output, Question, Answer>,
  input: Input,
  answer: (question: Question) => Effect.Effect<Answer, E, R>,
  length: number,
  owner?: string
): Effect.Effect<Output, E | StorageError, R> =>
  length <= inlineLength
    ? workHere(length, askHere(task, input, answer))
    : Effect.withFiber(({ context }) =>
        Context.get(context, Compute).ask(task, input, answer, owner ?? ownerOf(context))
      )

/** For tasks that ask nothing. */
export const noAnswer = (_: unknown): Effect.Effect<never> => Effect.die(new Error("Nobody answers this task"))

/** What a result holds in memory, roughly: tasks answer with parts of what they are given, or with bytes. */
const weightOf = (value: unknown, length: number): number =>
  (value as { readonly json?: Uint8Array } | undefined)?.json?.length ?? length * 4 + 1000

/**
 * The same, and what it comes to is kept for as long as there is room.
 * @param key equal keys mean equal results
 */
export const computeKept = <Input, Output>(
  task: Task<Input, Output>,
  key: string,
  input: Input,
  length: number
): Effect.Effect<Output, StorageError> =>
  Effect.withFiber(({ context }) => {
    const { kept } = Context.get(context, Compute)
    const found = kept.get(`${task.name} ${key}`)
    if (found !== undefined) return Effect.succeed(found as Output)
    return Effect.map(compute(task, input, length), (made) => {
      kept.set(`${task.name} ${key}`, made, weightOf(made, length))
      return made
    })
  })

/** Keeps what a task would come to, for who has worked it out with something else. */
export const keep = <Output>(
  { name }: Task<never, Output>,
  key: string,
  made: Output,
  length: number
): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    const { kept } = Context.get(context, Compute)
    kept.set(`${name} ${key}`, made, weightOf(made, length))
    return Effect.void
  })

/** What such a task came to, where that is still kept. */
export const keptOf = <Output>({ name }: Task<never, Output>, key: string): Effect.Effect<Output | undefined> =>
  Effect.withFiber(({ context }) =>
    Effect.succeed(Context.get(context, Compute).kept.get(`${name} ${key}`) as Output | undefined)
  )

/** Why a task was not done. */
export const notComputed = (work: NonNullable<StorageError["work"]>): StorageError =>
  new StorageError({ operation: "compute", retryable: work !== "late", work })
