/**
 * Texts for pure functions that decide over them: what the functions ask of a long text is worked out elsewhere, and
 * they are asked again. As `RevisionTree.read` does with what must be loaded.
 */
import { carries, carryBytes, editTitle, rewriteReferences } from "@octavo/document"
import { Effect } from "effect"
import { compute, computeKept, inlineLength } from "../compute/Compute.ts"
import type { StorageError } from "../shared/errors.ts"
import { contentHash, utf8 } from "../shared/hash.ts"
import { type PageFacts, pageFacts } from "./PageFacts.ts"
import { carried, retitled, rewrite } from "./textTasks.ts"

export interface Texts {
  readonly facts: (text: string) => PageFacts
  /** The text with destinations exchanged; `undefined` leaves one. The same whenever it is asked for the same text. */
  readonly rewritten: (text: string, rename: (href: string) => string | undefined) => string
  /** The text with another title. */
  readonly retitled: (text: string, title: string, emoji: string | undefined) => string
  /** The exact text of one that was made of others; see `carryBytes`. */
  readonly carried: (text: string, sources: ReadonlyArray<string>) => string
}

/** What is asked for and not there yet. */
class Missing {
  readonly work: Effect.Effect<void, StorageError>
  constructor(work: Effect.Effect<void, StorageError>) {
    this.work = work
  }
}

/** Keeps what was worked out for as long as the caller does. */
export const makeTexts = () => {
  const facts = new Map<string, PageFacts>()
  const edited = new Map<string, string>()

  const factsOf = (text: string): PageFacts => {
    const known = facts.get(text)
    if (known !== undefined) return known
    if (text.length <= inlineLength) {
      const made = pageFacts.run({ text })
      facts.set(text, made)
      return made
    }
    // the index asks for the same by the hash of the text, once it is stored
    const key = contentHash(utf8.encode(text))
    throw new Missing(
      Effect.map(computeKept(pageFacts, key, { text }, text.length), (made) => void facts.set(text, made))
    )
  }

  const editedOf = (key: string, make: () => Effect.Effect<string, StorageError>): string => {
    const known = edited.get(key)
    if (known !== undefined) return known
    throw new Missing(Effect.map(make(), (made) => void edited.set(key, made)))
  }

  const texts: Texts = {
    facts: factsOf,
    rewritten: (text, rename) => {
      const renamed = new Map<string, string>()
      for (const href of factsOf(text).hrefs) {
        const to = rename(href)
        if (to !== undefined && to !== href) renamed.set(href, to)
      }
      if (renamed.size === 0) return text
      if (text.length <= inlineLength) return rewrite.run({ text, renamed })
      return editedOf(`rewrite ${JSON.stringify(Array.from(renamed))}\n${text}`, () =>
        compute(rewrite, { text, renamed }, text.length)
      )
    },
    retitled: (text, title, emoji) =>
      text.length <= inlineLength
        ? retitled.run({ text, title, emoji })
        : editedOf(`title ${JSON.stringify([title, emoji])}\n${text}`, () =>
            compute(retitled, { text, title, emoji }, text.length)
          ),
    carried: (text, sources) => {
      if (!carries(text, sources)) return text
      const length = text.length + sources.reduce((sum, source) => sum + source.length, 0)
      return length <= inlineLength
        ? carried.run({ text, sources })
        : editedOf(`carry ${JSON.stringify([text, ...sources])}`, () => compute(carried, { text, sources }, length))
    }
  }

  /** The answer of a pure function that asks for texts, or what it misses. */
  const attempt = <A>(decide: (texts: Texts) => A): A | Missing => {
    try {
      return decide(texts)
    } catch (error) {
      if (error instanceof Missing) return error
      throw error
    }
  }

  /** Asks until nothing is missing; `decide` is called again then, and asks by `attempt`. */
  const read = <A, E, R>(
    decide: (ask: typeof attempt) => Effect.Effect<A | Missing, E, R>
  ): Effect.Effect<A, E | StorageError, R> =>
    Effect.flatMap(
      Effect.suspend(() => decide(attempt)),
      (answer): Effect.Effect<A, E | StorageError, R> =>
        answer instanceof Missing ? Effect.andThen(answer.work, read(decide)) : Effect.succeed(answer as A)
    )

  return {
    read,
    /** The answer of a function that asks for texts. */
    of: <A>(decide: (texts: Texts) => A): Effect.Effect<A, StorageError> =>
      read((ask) => Effect.sync(() => ask(decide)))
  }
}

/** Works everything out at once, on this thread. */
export const textsHere: Texts = {
  facts: (text) => pageFacts.run({ text }),
  rewritten: (text, rename) => rewriteReferences(text, rename),
  retitled: editTitle,
  carried: carryBytes
}
