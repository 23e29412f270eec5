/**
 * Pictures of other hosts, taken in: each that a page of a space's primary content shows is fetched once, in the
 * background, and kept for as long as some text shows it. Texts stay as they are written: drawing looks the address up.
 * Decision 0109.
 */
import { Clock, Context, Effect, Layer, Stream } from "effect"
import { type JobRun, Jobs } from "../../kernel/jobs/Jobs.ts"
import { type FetchError, Fetcher } from "../../kernel/outbound/Fetcher.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { counter } from "../../kernel/shared/metrics.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { MaxFileBytes, makeRoomProblem } from "../revisions/fileSize.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { emptyRoot, RevisionTree } from "../revisions/model/RevisionTree.ts"
import { primary } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { picturesJob, spaceOfJob, TakesPicturesIn } from "./askForPictures.ts"
import { makeHostTurns } from "./hostTurns.ts"
import { namedIn } from "./namedPictures.ts"
import {
  type KeptPicture,
  leaseMs,
  mostOfRun,
  mostPictureBytes,
  mostPictures,
  mostPlaces,
  mostSpaceBytes,
  type RemotePictureRecord,
  runMs,
  waitAfterTry
} from "./RemotePicture.ts"
import { type PictureOutcome, RemotePictureStore } from "./RemotePictureStore.ts"
import { readPicture } from "./readPicture.ts"

/** Hosts that are asked at a time, each for one picture after the other. */
const hostsAtOnce = 4
/** Spaces that a sweep reads at a time. */
const sweptAtOnce = 200
/** A failure is tried again for who asks, unless it is this young, in milliseconds. */
const renewedAfterMs = 60_000

const tries = (outcome: "kept" | "tracker" | "postponed" | "failed") =>
  counter("octavo_remote_pictures_total", "Tries to take in a picture of another host", { outcome })
const tried = {
  kept: tries("kept"),
  tracker: tries("tracker"),
  waiting: tries("postponed"),
  failed: tries("failed")
}

/** Hears how many were tried, of how many. */
type Told = (done: number, total: number) => Effect.Effect<void>

/** What a run has done. */
interface Run {
  /** Of all copies of the space. */
  bytes: number
  tried: number
  readonly told: Effect.Effect<void>
  /** Whether it asks for more at a time. */
  readonly isOpen: (at: number) => boolean
}

/** Runs of one import that follow each other; what is left then is the worker's. */
const mostRuns = 10

export class RemotePictures extends Context.Service<
  RemotePictures,
  {
    /**
     * Takes in what the primary content of a space shows, now, and tries again what failed: for imports. Answers all that
     * it shows; what takes minutes is left to the worker.
     */
    readonly take: (spaceId: string, told?: Told) => Effect.Effect<ReadonlyArray<RemotePictureRecord>, StorageError>
    /** What drawing needs of a space. */
    readonly kept: (spaceId: string) => Effect.Effect<ReadonlyArray<KeptPicture>, StorageError>
    /** Takes the next space from the queue; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
    /** Asks for spaces whose content moved on, and for pictures whose time has come; answers how many spaces. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/content/remote-pictures/RemotePictures") {
  static readonly layer = Layer.effect(
    RemotePictures,
    Effect.gen(function* () {
      const store = yield* RemotePictureStore
      const trees = yield* RevisionTree
      const revisions = yield* RevisionStore
      const fetcher = yield* Fetcher
      const blobs = yield* Blobs
      const jobs = yield* Jobs
      const takesIn = yield* TakesPicturesIn
      const roomProblem = yield* makeRoomProblem
      const inTurn = makeHostTurns()
      const maxBytes = Math.min(mostPictureBytes, yield* MaxFileBytes)

      const nowIs = (plus = 0) => Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms + plus).toISOString())

      /** Notes what the primary content shows now; without `isTaking` what it shows no more. */
      const scan = traced("RemotePictures.scan")(function* (spaceId: string, isTaking: boolean) {
        // others scan too, and content moves on: after a while another run goes on
        for (let attempt = 0; attempt < 5; attempt++) {
          const head = yield* revisions.head(spaceId, primary)
          if (head === undefined) return
          const from = (yield* store.scan(spaceId)) ?? { root: "", isWhole: false }
          const isAnew = from.root === "" || (isTaking && !from.isWhole)
          if (from.root === head.root && !isAnew) return
          const diff = yield* missingIsDamage(trees.diff(isAnew ? emptyRoot.root : from.root, head.root))
          const tree = yield* missingIsDamage(trees.open(head.root))
          const named = yield* store.name({
            spaceId,
            from,
            to: { root: head.root, isWhole: isTaking },
            isAnew,
            texts: yield* namedIn(tree, diff),
            takesIn: isTaking,
            at: yield* nowIs(),
            most: { pictures: mostPictures, places: mostPlaces }
          })
          if (named) return
        }
      })

      const fetched = Effect.fnUntraced(function* (picture: RemotePictureRecord, run: Run) {
        const count = picture.tries + 1
        const at = yield* nowIs()
        const nothing = { blob: null, contentType: null, size: null, width: null, height: null, nextTryAt: null }
        const failed = (reason: string): PictureOutcome => ({
          ...nothing,
          state: "failed",
          tries: count,
          triedAt: at,
          reason
        })
        const { bytes } = yield* fetcher.fetch(picture.url, { maxBytes })
        const found = yield* readPicture(bytes)
        if (found === undefined) return failed("is no picture")
        if (found === "tracker")
          return { ...nothing, state: "tracker", tries: count, triedAt: at, reason: null } satisfies PictureOutcome
        if (run.bytes + bytes.length > mostSpaceBytes)
          return failed(`has no room: copies of a space have ${mostSpaceBytes} bytes at most`)
        const full = yield* roomProblem(bytes.length)
        if (full !== undefined) return failed(full)
        const { hash, size } = yield* blobs.put(Stream.make(bytes))
        run.bytes += size
        return {
          ...found,
          ...{ state: "kept", blob: hash, size, tries: count, nextTryAt: null, triedAt: at, reason: null }
        } satisfies PictureOutcome
      })

      /** What a failure comes to: some are for good, others may be over in a while. */
      const postponed = Effect.fnUntraced(function* (picture: RemotePictureRecord, error: FetchError) {
        const count = picture.tries + 1
        const wait = isForGood(error) ? undefined : waitAfterTry(count, error.retryAfter)
        return {
          state: wait === undefined ? "failed" : "waiting",
          ...{ blob: null, contentType: null, size: null, width: null, height: null, tries: count },
          nextTryAt: wait === undefined ? null : yield* nowIs(wait),
          triedAt: yield* nowIs(),
          reason: error.message
        } satisfies PictureOutcome
      })

      /** The due pictures of one host, one after the other; when it does not answer, the others wait as long. */
      const fromHost = Effect.fnUntraced(function* (spaceId: string, host: string, run: Run) {
        while (run.isOpen(yield* Clock.currentTimeMillis)) {
          const until = yield* nowIs(leaseMs)
          const picture = yield* store.claim(spaceId, host, yield* nowIs(), until)
          if (picture === undefined) return
          run.tried++
          let isHostAway = false
          const outcome: PictureOutcome = yield* fetched(picture, run).pipe(
            Effect.catchTag("FetchError", (error) => {
              isHostAway = isAway(error)
              return postponed(picture, error)
            })
          )
          tried[outcome.state].value++
          yield* store.settle(picture, until, outcome)
          yield* run.told
          if (!isHostAway) continue
          const others = outcome.nextTryAt ?? (yield* nowIs(waitAfterTry(1)!))
          return yield* store.postpone(spaceId, host, yield* nowIs(), others)
        }
      })

      /** Fetches what is due of a space; `true` when there may be more. */
      const fetchDue = traced("RemotePictures.fetch")(function* (spaceId: string, told: Effect.Effect<void>) {
        const begun = yield* Clock.currentTimeMillis
        const run: Run = {
          bytes: yield* store.bytes(spaceId),
          tried: 0,
          told,
          isOpen: (at) => run.tried < mostOfRun && at - begun < runMs
        }
        while (run.isOpen(yield* Clock.currentTimeMillis)) {
          const hosts = yield* store.dueHosts(spaceId, yield* nowIs(), mostOfRun)
          if (hosts.length === 0) return false
          yield* Effect.forEach(hosts, (host) => inTurn(host, fromHost(spaceId, host, run)), {
            concurrency: hostsAtOnce,
            discard: true
          })
        }
        return true
      })

      const offer = (spaceId: string, what: string) => jobs.offer("pictures", picturesJob(spaceId, what))

      const handle = traced("RemotePictures.handle")(function* (run: JobRun) {
        const spaceId = spaceOfJob(run.id)
        const scanned = yield* Effect.exit(scan(spaceId, takesIn))
        // what is known is fetched all the same; the next run is behind what others have asked for meanwhile
        if (yield* fetchDue(spaceId, Effect.void)) yield* offer(spaceId, makeId())
        yield* scanned
      })

      const take = traced("RemotePictures.take")(function* (spaceId: string, told: Told = () => Effect.void) {
        yield* scan(spaceId, true)
        const at = yield* nowIs()
        yield* store.renew(spaceId, yield* nowIs(-renewedAfterMs), at)
        const isDue = ({ nextTryAt }: RemotePictureRecord) => nextTryAt !== null && nextTryAt <= at
        const total = (yield* store.list(spaceId)).filter(isDue).length
        let done = 0
        const one = Effect.suspend(() => told(Math.min(++done, total), total))
        let isMore = true
        for (let run = 0; isMore && run < mostRuns; run++) isMore = yield* fetchDue(spaceId, one)
        if (isMore) yield* offer(spaceId, makeId())
        return yield* store.list(spaceId)
      })

      const sweep = Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        // servers that sweep at the same time ask for the same jobs; content that cannot be read is not tried all day
        const [minute, hour] = [60_000, 3_600_000].map((ms) => `${ms} ${Math.floor(at / ms)}`) as [string, string]
        const found = new Set<string>()
        const ask = Effect.fnUntraced(function* (
          when: string,
          list: (after: string) => Effect.Effect<ReadonlyArray<string>, StorageError>
        ) {
          let spaces = yield* list("")
          while (true) {
            for (const spaceId of spaces) {
              if (!found.has(spaceId)) yield* offer(spaceId, when)
              found.add(spaceId)
            }
            if (spaces.length < sweptAtOnce) return
            spaces = yield* list(spaces.at(-1)!)
          }
        })
        yield* ask(minute, (after) => store.due(new Date(at).toISOString(), after, sweptAtOnce))
        yield* ask(hour, (after) => store.behind(!takesIn, after, sweptAtOnce))
        return found.size
      }).pipe(Effect.withSpan("RemotePictures.sweep"))

      return RemotePictures.of({
        take,
        kept: store.kept,
        work: jobs.work("pictures", handle),
        sweep
      })
    })
  )
}

/** Statuses that say that it may go better in a while. */
const forNow: ReadonlySet<number> = new Set([408, 425, 429])

const isForGood = ({ reason, status }: FetchError): boolean =>
  reason === "refused" ||
  reason === "too-large" ||
  (reason === "status" && !(status !== undefined && (status >= 500 || forNow.has(status))))

/** Whether a host is not to be asked for more just now. */
const isAway = ({ reason, status }: FetchError): boolean =>
  reason === "timeout" || reason === "unreachable" || status === 429 || status === 503
