import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { HostnameRecord } from "./Hostname.ts"
import type { StateAfterCheck } from "./rules.ts"

/** The port of custom hostnames. */
export class HostnameStore extends Context.Service<
  HostnameStore,
  {
    readonly get: (hostname: string) => Effect.Effect<HostnameRecord | undefined, StorageError>
    /** Inside a transaction: holds the site, then all hostnames: others that change either wait until it ends. */
    readonly lock: (siteId: string) => Effect.Effect<void, StorageError>
    readonly ofSite: (siteId: string) => Effect.Effect<HostnameRecord | undefined, StorageError>
    /** Inside a transaction: adds or replaces the record; no site is served there until a check says so. */
    readonly put: (record: HostnameRecord) => Effect.Effect<void, StorageError>
    /** Inside a transaction: removes the record; no site is served there any more. */
    readonly remove: (hostname: string) => Effect.Effect<void, StorageError>
    /** Inside a transaction: what a check found, and whether the site is served there; `false` when something came first. */
    readonly settle: (
      hostname: string,
      sequence: number,
      settled: StateAfterCheck
    ) => Effect.Effect<boolean, StorageError>
    /** Those whose check is due at a time, which from then on is due at another: each goes to one who asks. */
    readonly takeDue: (
      at: string,
      nextCheckAt: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<HostnameRecord>, StorageError>
    /** Removes those that were given up before a time. */
    readonly dropReleased: (before: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/delivery/hostnames/HostnameStore") {}
