/** `octavo build`: a site as static files, of a store or of a folder, by way of the same pages that a server would show. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, resolve, sep } from "node:path"
import { RemotePictureStore } from "@octavo/core/content/remote-pictures/RemotePictureStore"
import { Neighbours } from "@octavo/core/content/spaces/Neighbours"
import type { ReadSite } from "@octavo/core/delivery/site-exports/StaticSites"
import type { SitePlace } from "@octavo/core/delivery/site-exports/sitePlace"
import type { Fault } from "@octavo/reader"
import type { ComputeConfig } from "@octavo/runtime/compute"
import type { BegunThread } from "@octavo/runtime/computeWorker"
import type { OctavoConfig } from "@octavo/runtime/config"
import { fetchPictures } from "@octavo/runtime/imports"
import { type Octavo, octavoLayer } from "@octavo/runtime/layer"
import { type RemoteImages, remoteImagesOf } from "@octavo/runtime/settingKinds"
import { SitePages } from "@octavo/site"
import { siteUrlOf, toPlace } from "@octavo/static-site/addresses"
import { openOutput, type Written } from "@octavo/static-site/outputFolder"
import { readSite } from "@octavo/static-site/readSite"
import { Effect, Fiber, Layer, References } from "effect"
import { followFolder, siteName, WrongProject } from "./followFolder.ts"
import { Folders } from "./neighbours.ts"
import { originOf } from "./origin.ts"

export interface BuildOptions {
  /** Absolute path of the folder that is written to. */
  readonly out: string
  /** Where the site will be. */
  readonly place: SitePlace
  /** What becomes of pictures of other hosts, where that is not as usual. */
  readonly remoteImages?: RemoteImages | undefined
  /** Lets pictures of a folder be fetched from loopback and private addresses, too. */
  readonly allowPrivateNetworks?: boolean | undefined
  /** A thread that reads the folder while this one loads what builds it. */
  readonly thread?: BegunThread | undefined
  /** What is done now. */
  readonly report: (message: string) => Effect.Effect<void>
}

export interface Built extends ReadSite, Written {
  /** What is wrong in the folder. */
  readonly faults: ReadonlyArray<Fault>
}

/**
 * @param site basename or id
 * @param source the folder that it is made of
 * @param prepare makes the site ready, and answers what looks for what is wrong with it while it is drawn
 */
const writeSite = Effect.fnUntraced(function* <E>(
  config: OctavoConfig,
  { out, place: said, remoteImages = remoteImagesOf(config.remoteImages), report }: BuildOptions,
  site: string,
  source: string | undefined,
  prepare: Effect.Effect<Effect.Effect<ReadonlyArray<Fault>, E, Octavo>, E, Octavo>
) {
  const output = yield* openOutput(out, source)
  const place = toPlace(said)
  return yield* Effect.gen(function* () {
    const looked = yield* Effect.forkChild(yield* prepare)
    yield* report("Drawing pages")
    const read = yield* readSite(place, output.put, { ahead, take: output.takePages })
    const faults = yield* Fiber.join(looked)
    return { ...read, ...(yield* output.finish), faults } satisfies Built
  }).pipe(
    // nobody follows a build
    Effect.provideService(References.TracerEnabled, false),
    Effect.provide(
      SitePages.layer({ remoteImages: remoteImages === "load", asFiles: true, drawnAhead: ahead }).pipe(
        Layer.provideMerge(octavoLayer({ ...config, worker: false, onlySite: site, onlySiteUrl: siteUrlOf(place) }))
      )
    )
  )
}, Effect.scoped)

/**
 * Writes a published site of a store.
 * @param site id or basename
 */
export const buildSite = (config: OctavoConfig, site: string, options: BuildOptions) =>
  writeSite(config, options, site, undefined, Effect.succeed(Effect.succeed([])))

/** Takes in the pictures of other hosts that the spaces of a folder show; answers which are not to be had. */
const notHad = Effect.fnUntraced(function* (report: BuildOptions["report"]) {
  const spaces = yield* (yield* RemotePictureStore).behind(false, "", mostSpaces)
  const all = yield* Effect.forEach(spaces, (space) => fetchPictures(space, report))
  return all
    .flat()
    .filter(({ state }) => state === "failed" || state === "waiting")
    .map(({ reason, url }): Fault => ({ path: url, message: reason ?? "did not come in time", severity: "warning" }))
})

/** Addresses that are asked for ahead, a page and its Markdown each: so many that the thread always has pages to draw. */
const ahead = 96

/**
 * However busy the machine is, who builds waits, or stops it. The thread has pages at hand.
 */
const tasks: ComputeConfig = { patience: 3_600_000, share: 2 * ahead, waiting: 4 * ahead, ahead: 64 }

/** More parts than a folder may have. */
const mostSpaces = 10_000

/**
 * Writes the site that a folder is.
 * @param directory absolute path
 */
export const buildFolder = Effect.fnUntraced(function* (directory: string, options: BuildOptions) {
  const dataDirectory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "octavo-build-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const folders = new Folders()
  const read = Effect.gen(function* () {
    const follow = yield* followFolder(directory, options.report, folders, {
      origin: yield* originOf(directory),
      lints: new Map(),
      except: relative(resolve(directory), resolve(options.out)).split(sep).join("/")
    })
    const { faults, refused } = yield* follow("whole")
    if (refused.length > 0) return yield* new WrongProject({ faults: refused })
    if (options.remoteImages !== "fetch") return faults
    const pictures = yield* notHad(options.report)
    return Effect.map(faults, (found) => [...found, ...pictures])
  })
  const { allowPrivateNetworks } = options
  const config: OctavoConfig = {
    database: "sqlite::memory:",
    dataDirectory,
    remoteImages: true,
    allowPrivateNetworks,
    tasks: { ...tasks, begun: options.thread }
  }
  return yield* Effect.provideService(writeSite(config, options, siteName, directory, read), Neighbours, folders)
}, Effect.scoped)
