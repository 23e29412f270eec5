/**
 * Epochs, by which caches of what the store holds are invalidated: numbers that change whenever something was committed, by
 * this process or another. An entry ends when what it was made of changes, and never later: a removed member is absent on
 * the very next request.
 *
 * What was made of what is noted while it is made (`madeOf`), also by what is kept: so an answer that is made of many reads
 * is kept as long as all of them hold, and needs no list of its own (as in incremental computation, e.g. salsa or Adapton).
 */
import { Context, Effect } from "effect"
import { reference } from "./reference.ts"

/**
 * What is kept is made of the whole store, of what all access depends on (`accessPart`: people, grants, collections, sites
 * and their parts), or of that and some of these, named by their ids: a space, a site (how it looks, who gets in), an
 * organization (which spaces, fonts and specifications it has), a person (who is signed in).
 */
export const accessPart = ""

/** Which spaces an organization has, and where they stand: what access to each rests on. */
export const treePart = (organizationId: string): string => `tree ${organizationId}`

/** When members of an organization were seen last, which nothing rests on but what tells it. */
export const seenPart = (organizationId: string): string => `seen ${organizationId}`

/** What an organization calls things, in its glossary. */
export const glossaryPart = (organizationId: string): string => `glossary ${organizationId}`

/** Which spaces there are, anywhere: for who found none, and so does not know of which organization it would be. */
export const allSpacesPart = "spaces"

/** How many comments are opened on the content of a space: nothing else of the space changes with them. */
export const commentsPart = (spaceId: string): string => `comments ${spaceId}`

/** Which webhooks there are. */
export const webhooksPart = "webhooks"

export class Epoch extends Context.Service<
  Epoch,
  {
    /**
     * A request has come, and reads next: what other processes committed is looked for once for all requests that came
     * together. Only for who is called by the connection itself, with nothing done since; others need not say so.
     */
    readonly arrived: () => void
    /** Of the whole store. `undefined` where the store cannot tell cheaply: then nothing is kept. */
    readonly read: () => number | undefined
    /** Changes with what other processes commit. `undefined` where the store cannot tell cheaply. */
    readonly others: () => number | undefined
    /**
     * Of a part, or of `accessPart`, which is in every one. `undefined` where nothing may be kept, as outside of `reading`
     * on some stores.
     */
    readonly of: (part: string, context: Context.Context<never>) => number | undefined
    /**
     * The same when the request at hand began, also once it has written: for what it need not see of what others, or it
     * itself, did meanwhile.
     */
    readonly atBegin: (part: string, context: Context.Context<never>) => number | undefined
    /** The highest number of all parts: what is above it changed later. `undefined` as for `of`. */
    readonly latest: (context: Context.Context<never>) => number | undefined
    /**
     * Runs one request: `of` then knows every commit that was acknowledged before it began. Once the request itself has
     * written, in this or a forked fiber, `of` knows that, too, or nothing more.
     */
    readonly reading: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Whether what is read is what was committed: not inside a transaction, which may be taken back. */
    readonly isCommitted: (context: Context.Context<never>) => boolean
  }
>()("@octavo/core/kernel/shared/Epoch") {}

/** What was read while something is made. */
interface Reads {
  readonly parts: Set<string>
  /** Something that no part tells of: it holds until the next commit. */
  whole: boolean
  /** Whether all that is read is noted, as `madeOnlyOf` says. */
  told: boolean
}

const CurrentReads = reference<Reads | undefined>("@octavo/core/kernel/shared/Epoch/CurrentReads", () => undefined)

/** Notes that what is being made is made of parts of the store, which are read just then; of all of it without any. */
const note = (context: Context.Context<never>, parts: Iterable<string> | undefined): void => {
  const reads = Context.get(context, CurrentReads)
  if (reads === undefined) return
  if (parts === undefined) reads.whole = true
  else for (const part of parts) reads.parts.add(part)
}

/** Notes that what is being made is made of what may change with any commit. */
export const madeOfEverything: Effect.Effect<void> = Effect.withFiber(({ context }) =>
  Effect.sync(() => note(context, undefined))
)

/** What something that is kept was made of. */
export interface MadeOf {
  readonly parts: ReadonlyArray<string>
  /** The highest number of all parts when it was begun; `undefined` where no part is known. */
  readonly at: number | undefined
  /** The same when it was last seen to hold. */
  seen: number
  /** The number of the whole store, where something was read that no part tells of. */
  readonly commit: number | undefined
}

/**
 * Makes something, and tells what of; without that where it may not be kept, as when a commit came meanwhile.
 * @param parts that are read, beside those that are noted; without it what is made says so itself (`madeOnlyOf`), or is made
 * of the whole store
 */
export const madeOf = <A, E, R>(
  epoch: Epoch["Service"],
  load: Effect.Effect<A, E, R>,
  parts?: Iterable<string>
): Effect.Effect<{ readonly value: A; readonly of: MadeOf | undefined }, E, R> =>
  Effect.withFiber(({ context }) => {
    const at = epoch.latest(context)
    const commit = epoch.read()
    const reads: Reads = { parts: new Set(parts), whole: false, told: parts !== undefined }
    return Effect.map(Effect.provideService(load, CurrentReads, reads), (value) => {
      const isWhole = reads.whole || !reads.told
      note(context, isWhole ? undefined : reads.parts)
      if (!epoch.isCommitted(context) || (isWhole ? commit : at) === undefined) return { value, of: undefined }
      const of: MadeOf = { parts: [...reads.parts], at, seen: -1, commit: isWhole ? commit : undefined }
      // a commit meanwhile may or may not be in it: then it serves this request only
      return { value, of: holds(epoch, of, context) ? of : undefined }
    })
  })

/** Whether what something was made of is as it was then. Notes it as read, where something is made of this. */
export const holds = (epoch: Epoch["Service"], of: MadeOf, context: Context.Context<never>): boolean => {
  if (of.commit !== undefined) {
    // nothing at all was committed: no part has changed
    if (epoch.read() !== of.commit) return false
    note(context, undefined)
    return true
  }
  const latest = epoch.latest(context)
  if (latest === undefined) return false
  if (of.seen !== latest) {
    for (const part of of.parts) if ((epoch.of(part, context) ?? Number.POSITIVE_INFINITY) > of.at!) return false
    of.seen = latest
  }
  note(context, of.parts)
  return true
}

/** Says that what is being made is made of these parts, beside what is noted, and of nothing else of the store. */
export const madeOnlyOf = (parts: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.withFiber(({ context }) =>
    Effect.sync(() => {
      note(context, parts)
      const reads = Context.get(context, CurrentReads)
      if (reads !== undefined) reads.told = true
    })
  )

/**
 * To be run before something is read: answers what tells whether those parts of the store are as they were then, also at
 * the begin of a transaction, which then need not read it again. `false` where the store cannot tell cheaply.
 */
export const unchanged = (
  epoch: Epoch["Service"],
  parts: ReadonlyArray<string>
): Effect.Effect<Effect.Effect<boolean>> => {
  const numbers = Effect.withFiber(({ context }) => Effect.sync(() => parts.map((part) => epoch.of(part, context))))
  return Effect.map(numbers, (then) =>
    Effect.map(numbers, (now) => now.every((number, i) => number !== undefined && number === then[i]))
  )
}

/** A cache of up to `capacity` loaded values, by any key, until the epoch changes. Failures are not kept. */
export const makeEpochCache = <A>(epoch: Epoch["Service"], capacity: number) => {
  const values = new Map<string, A>()
  let seen: number | undefined
  return <E, R>(key: string, load: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber(({ context }) => {
      note(context, undefined)
      const now = epoch.read()
      // who writes sees commits that readers do not see yet
      if (now === undefined || !epoch.isCommitted(context)) return load
      if (now !== seen) {
        values.clear()
        seen = now
      }
      const kept = values.get(key)
      if (kept !== undefined) return Effect.succeed(kept)
      return Effect.map(load, (value) => {
        // a commit during the load may or may not be in it: then it serves this request only
        if (epoch.read() === now && seen === now) {
          if (values.size >= capacity) values.clear()
          values.set(key, value)
        }
        return value
      })
    })
}

/**
 * A cache of up to `capacity` values that are made of parts of the store: an entry ends when one of them changes, or one
 * of those that were read for it. Failures are not kept. What a transaction itself has changed is not noticed within it:
 * only what it does not change is taken from here with `inTransactions`.
 */
export const makePartCache = <A>(
  epoch: Epoch["Service"],
  capacity: number,
  { inTransactions = false }: { readonly inTransactions?: boolean } = {}
) => {
  const values = new Map<string, { readonly of: MadeOf; readonly value: A }>()
  /** @param partsOf parts that the value itself tells of */
  return <E, R>(
    parts: string | ReadonlyArray<string>,
    key: string,
    load: Effect.Effect<A, E, R>,
    partsOf?: (value: A) => ReadonlyArray<string>
  ): Effect.Effect<A, E, R> =>
    Effect.withFiber(({ context }) => {
      const kept = inTransactions || epoch.isCommitted(context) ? values.get(key) : undefined
      if (kept !== undefined && holds(epoch, kept.of, context)) return Effect.succeed(kept.value)
      const told = partsOf === undefined ? load : Effect.tap(load, (value) => madeOfParts(partsOf(value)))
      const made = madeOf(epoch, told, typeof parts === "string" ? [parts] : parts)
      return Effect.map(made, ({ of, value }) => {
        if (of !== undefined) {
          if (values.size >= capacity) values.clear()
          values.set(key, { of, value })
        }
        return value
      })
    })
}

/** Notes that what is being made is made of these parts of the store. */
const madeOfParts = (parts: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => Effect.sync(() => note(context, parts)))
