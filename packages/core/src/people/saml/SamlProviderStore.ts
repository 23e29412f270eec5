import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { SamlProviderRecord } from "./SamlProvider.ts"

export type SamlProviderPatch = Partial<Omit<SamlProviderRecord, "id" | "organizationId" | "createdAt">>

/** The port of SAML providers. */
export class SamlProviderStore extends Context.Service<
  SamlProviderStore,
  {
    /** Inside a transaction: holds the organization's people and providers until it ends. */
    readonly hold: (organizationId: string) => Effect.Effect<void, StorageError>
    /** A provider of any organization. */
    readonly find: (id: string) => Effect.Effect<SamlProviderRecord | undefined, StorageError>
    readonly get: (organizationId: string, id: string) => Effect.Effect<SamlProviderRecord | undefined, StorageError>
    /** Oldest first; key `[id]`. */
    readonly list: (organizationId: string, slice: Slice) => Effect.Effect<Sliced<SamlProviderRecord>, StorageError>
    /** All that are complete, oldest first. */
    readonly active: (organizationId: string) => Effect.Effect<ReadonlyArray<SamlProviderRecord>, StorageError>
    /**
     * Those that are complete, of an organization, or of those whose own the domain is proven to be.
     */
    readonly offered: (of: {
      readonly domain?: string
      readonly organization?: string
    }) => Effect.Effect<
      ReadonlyArray<{ readonly id: string; readonly label: string; readonly organization: string }>,
      StorageError
    >
    readonly count: (organizationId: string) => Effect.Effect<number, StorageError>
    readonly insert: (provider: SamlProviderRecord) => Effect.Effect<void, StorageError>
    readonly update: (id: string, patch: SamlProviderPatch) => Effect.Effect<void, StorageError>
    /** Removes the provider and all that began with it: its names of people, their sessions, and the tokens of those. */
    readonly remove: (organizationId: string, id: string) => Effect.Effect<boolean, StorageError>
    /** Ends all that began with the provider, which stays: people are recognised by their addresses next time. */
    readonly end: (id: string) => Effect.Effect<void, StorageError>
    /** The role that people get in the organization when nothing else says one. */
    readonly defaultRole: (organizationId: string) => Effect.Effect<SamlProviderRecord["defaultRole"], StorageError>
  }
>()("@octavo/core/people/saml/SamlProviderStore") {}
