import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { DomainProof } from "./EmailDomain.ts"

/** The port of proofs of e-mail domains. A domain may be proven for several organizations. */
export class EmailDomainStore extends Context.Service<
  EmailDomainStore,
  {
    /** Inside a transaction: holds the organization until it ends. */
    readonly hold: (organizationId: string) => Effect.Effect<void, StorageError>
    /** The domains that the organization says are its own. */
    readonly named: (organizationId: string) => Effect.Effect<ReadonlyArray<string>, StorageError>
    readonly list: (organizationId: string) => Effect.Effect<ReadonlyArray<DomainProof>, StorageError>
    readonly get: (organizationId: string, domain: string) => Effect.Effect<DomainProof | undefined, StorageError>
    /** Adds the proof, or replaces the one that there is. */
    readonly put: (proof: DomainProof) => Effect.Effect<void, StorageError>
    /** `false` when there was none. */
    readonly remove: (organizationId: string, domain: string) => Effect.Effect<boolean, StorageError>
    /** Removes the proofs of all domains but these. */
    readonly retain: (organizationId: string, domains: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** Those whose DNS is to be asked by now, the longest due first; nobody else takes them before `nextCheckAt`. */
    readonly takeDue: (
      at: string,
      nextCheckAt: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DomainProof>, StorageError>
  }
>()("@octavo/core/people/email-domains/EmailDomainStore") {}
