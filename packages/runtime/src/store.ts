/** The store that a database URL names. */
import { hkdfSync } from "node:crypto"
import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { EncryptionAtRest } from "@octavo/core/kernel/shared/EncryptionAtRest"
import { SigningKey } from "@octavo/core/kernel/shared/signature"
import { type Dialect, type Epoch, migrator, StoreSettings, storesLayer } from "@octavo/storage-sql"
import { SqliteClient } from "@octavo/storage-sqlite"
import { Effect, Layer, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { ConfigError, type OctavoConfig, redacted } from "./config.ts"
import { parseDatabaseUrl } from "./databaseUrl.ts"
import { keyFile } from "./keyFile.ts"

/** Where the Git cache and the key file are. */
export const dataDirectory = (config: Pick<OctavoConfig, "database" | "dataDirectory">): string => {
  if (config.dataDirectory !== undefined) return resolve(config.dataDirectory)
  const database = parseDatabaseUrl(config.database)
  return database.kind === "sqlite" && database.filename !== ":memory:"
    ? dirname(database.filename)
    : resolve(".octavo")
}

type Client = Layer.Layer<SqlClient.SqlClient | Dialect | Epoch, SqlError.SqlError>

const openLayer = (config: OctavoConfig, readonly: boolean): Client => {
  const database = parseDatabaseUrl(config.database)
  if (database.kind === "sqlite" && database.filename === ":memory:") {
    return Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("@octavo/storage-sqlite/emptyStore")),
        ({ emptyStore }) => SqliteClient.layer({ filename: database.filename, readonly, begin: emptyStore })
      )
    )
  }
  if (database.kind === "sqlite") return SqliteClient.layer({ filename: database.filename, readonly })
  // loaded where it is used
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@octavo/storage-postgres")),
      ({ PostgresClient }) => PostgresClient.layer({ url: database.url })
    )
  )
}

/** The client alone, without a look at what is in the store. */
export const clientLayer = (config: OctavoConfig): Client => openLayer(config, false)

/** Throws a `ConfigError` where the database URL names a file that is not there: it would be made. */
export const requireStore = (config: OctavoConfig): void => {
  const database = parseDatabaseUrl(config.database)
  if (database.kind === "sqlite" && !existsSync(database.filename)) {
    throw new ConfigError(
      `There is no store at ${database.filename}: name another one with --database, or make it with octavo init`
    )
  }
}

/** The client alone, for what only reads: it changes nothing, and holds up no server on the store. */
export const readingLayer = (config: OctavoConfig): Client => {
  requireStore(config)
  return openLayer(config, true)
}

/** Migrated on the way in. A store of a newer version is refused. */
const migrated = Layer.effectDiscard(migrator.migrate)

/** The master secret: configured, or made once and kept in a file that only this user can read. */
const masterSecret = (config: OctavoConfig): Effect.Effect<Uint8Array<ArrayBuffer>> =>
  Effect.sync(() => {
    if (config.secret !== undefined) {
      const secret = Redacted.value(redacted(config.secret))
      if (secret.length < 32) throw new ConfigError("The secret must have at least 32 characters")
      return new TextEncoder().encode(secret)
    }
    const database = parseDatabaseUrl(config.database)
    if (database.kind === "sqlite" && database.filename === ":memory:") {
      return crypto.getRandomValues(new Uint8Array(32))
    }
    return keyFile(join(dataDirectory(config), keyFileName))
  })

const keyFileName = "octavo.key"

/** 32 bytes for one purpose, from the master secret (HKDF-SHA256, RFC 5869). */
const derived = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), `octavo ${purpose} v1`, 32))

const fingerprintSetting = "secret-fingerprint"

const fingerprintOf = (secret: Uint8Array): string =>
  Buffer.from(derived(secret, "fingerprint")).toString("base64url").slice(0, 16)

/**
 * Whether the secret of the configuration is there and is the one that the store was first opened with, so that what is
 * sealed in it can be read. Makes no key.
 */
export const hasSecretOfStore = (config: OctavoConfig) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [kept] = yield* sql<{ value: string }>`SELECT value FROM settings WHERE name = ${fingerprintSetting}`
    if (kept === undefined) return true
    if (config.secret === undefined && !existsSync(join(dataDirectory(config), keyFileName))) return false
    return fingerprintOf(yield* masterSecret(config)) === kept.value
  })

const secretsLayer = (config: OctavoConfig) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const secret = yield* masterSecret(config)
      const settings = yield* StoreSettings
      const fingerprint = fingerprintOf(secret)
      const kept = yield* settings.getOrSet(fingerprintSetting, fingerprint)
      if (kept !== fingerprint) {
        yield* Effect.logWarning(
          "This store was first opened with another secret: sealed Git credentials can't be read, and servers that " +
            "differ refuse each other's cursors. Set OCTAVO_SECRET to the same text everywhere, or bring back octavo.key"
        )
      }
      return Layer.mergeAll(EncryptionAtRest.layer(secret), Layer.succeed(SigningKey, derived(secret, "signing")))
    })
  )

/** All ports that a store gives, and the secrets of the installation. */
export const storeLayer = (config: OctavoConfig) =>
  secretsLayer(config).pipe(
    Layer.provideMerge(storesLayer),
    Layer.provide(migrated),
    Layer.provideMerge(clientLayer(config))
  )
