/** What `octavo backup`, `restore`, `copy` and `verify` do with a whole store. */
import { TransferRefused } from "@octavo/core/connections/backups/errors"
import { traced } from "@octavo/core/kernel/shared/traced"
import { type Report, readStore, reportProgress, snapshot } from "@octavo/storage-sql/backups"
import { blobStorageLayer } from "@octavo/storage-sql/blobs"
import { fillStore } from "@octavo/storage-sql/restores"
import { verifyStore } from "@octavo/storage-sql/verify"
import { Clock, Effect, Layer, Stream } from "effect"
import { checkBackup, readBackup, writeBackup } from "./backupFile.ts"
import type { OctavoConfig } from "./config.ts"
import { parseDatabaseUrl } from "./databaseUrl.ts"
import { fileStorageLayer, fileStoragePlace } from "./fileStorage.ts"
import { version } from "./layer.ts"
import { clientLayer, hasSecretOfStore, readingLayer } from "./store.ts"

/** A store to read from, as it is at one moment. */
export const sourceLayer = (config: OctavoConfig) =>
  Layer.mergeAll(blobStorageLayer, fileStorageLayer(config)).pipe(Layer.provideMerge(readingLayer(config)))

/** A store to fill. */
export const targetLayer = (config: OctavoConfig) =>
  Layer.mergeAll(blobStorageLayer, fileStorageLayer(config)).pipe(Layer.provideMerge(clientLayer(config)))

const onDisk = (config: OctavoConfig): Effect.Effect<void, TransferRefused> => {
  const database = parseDatabaseUrl(config.database)
  return database.kind === "sqlite" && database.filename === ":memory:"
    ? Effect.fail(
        new TransferRefused({ message: "A store in memory is of its own process alone: name a file or Postgres" })
      )
    : Effect.void
}

const readOptions = Effect.map(Clock.currentTimeMillis, (now) => ({
  octavo: version,
  createdAt: new Date(now).toISOString()
}))

/** Writes the store, as it is at one moment, into one file. Servers on the store go on. */
export const backup = traced("backup")(function* (config: OctavoConfig, file: string, report: Report) {
  yield* onDisk(config)
  return yield* snapshot(
    Effect.gen(function* () {
      const { manifest, parts } = yield* readStore(yield* readOptions)
      let damaged = 0
      const counted = Stream.tap(parts, (part) =>
        Effect.sync(() => {
          if (part.kind === "fileEnd" && !part.isWhole) damaged++
        })
      )
      const written = yield* writeBackup(file, reportProgress(counted, report))
      const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
      return { ...written, schema: manifest.migrations.length, rows, files: manifest.files.count, damaged }
    })
  ).pipe(Effect.provide(sourceLayer(config)))
})

/** Fills an empty store from a backup, which is compared with its checksum first. */
export const restore = traced("restore")(function* (config: OctavoConfig, file: string, report: Report) {
  yield* onDisk(config)
  yield* report("Checking the backup", 0)
  const checksum = yield* checkBackup(file)
  return yield* Effect.gen(function* () {
    const filled = yield* fillStore(
      Effect.sync(() => reportProgress(readBackup(file), report)),
      report
    )
    return { ...outcome(filled), checksum, hasSecret: yield* hasSecretOfStore(config) }
  }).pipe(Effect.provide(targetLayer(config)))
})

/**
 * Fills an empty store from another one, as that is at one moment. Where both have their files in the same place
 * outside of the database, the bytes stay where they are: the old store must not be used any more.
 */
export const copy = traced("copy")(function* (from: OctavoConfig, to: OctavoConfig, report: Report) {
  yield* onDisk(from)
  yield* onDisk(to)
  const place = fileStoragePlace(to)
  const withoutFiles = place.kind !== "database" && JSON.stringify(fileStoragePlace(from)) === JSON.stringify(place)
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const source = yield* Layer.build(sourceLayer(from))
      const copied = Effect.gen(function* () {
        const { parts } = yield* Effect.provideContext(readStore({ ...(yield* readOptions), withoutFiles }), source)
        const target = yield* Layer.build(targetLayer(to))
        return yield* Effect.gen(function* () {
          const filled = yield* fillStore(
            Effect.sync(() => reportProgress(parts, report)),
            report,
            withoutFiles
          )
          return { ...outcome(filled), hasSecret: yield* hasSecretOfStore(to) }
        }).pipe(Effect.provideContext(target))
      })
      return yield* Effect.provideContext(snapshot(copied), source)
    })
  )
})

/** Walks the store, as it is at one moment, for what is wrong with it. Servers on the store go on. */
export const verify = traced("verify")(function* (config: OctavoConfig, report: Report) {
  yield* onDisk(config)
  return yield* snapshot(verifyStore(report)).pipe(Effect.provide(sourceLayer(config)))
})

const outcome = ({ damaged, files, manifest, resumed, rows }: Effect.Success<ReturnType<typeof fillStore>>) => ({
  rows,
  files,
  schema: manifest.migrations.length,
  createdAt: manifest.createdAt,
  damaged: damaged.length,
  resumed
})
