/** Many texts at once: as few tasks as may be, none of them so long that it would come to its deadline. */
import { Effect } from "effect"

/** Most UTF-16 units of the texts of one task; a text that is longer is one alone. */
const batchLength = 262_144

/**
 * What a task makes of each text, in their order.
 * @param work asked with some of the texts and their length together
 */
export const inBatches = Effect.fnUntraced(function* <A, E>(
  texts: ReadonlyArray<string>,
  work: (texts: ReadonlyArray<string>, length: number) => Effect.Effect<ReadonlyArray<A>, E>
): Effect.fn.Return<ReadonlyArray<A>, E> {
  const made: Array<A> = []
  let batch: Array<string> = []
  let length = 0
  for (const [index, text] of texts.entries()) {
    batch.push(text)
    length += text.length
    const next = texts[index + 1]
    if (next !== undefined && length + next.length <= batchLength) continue
    made.push(...(yield* work(batch, length)))
    batch = []
    length = 0
  }
  return made
})
